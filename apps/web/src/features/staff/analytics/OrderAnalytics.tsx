import { Stack, Text } from '@mantine/core';
import { ORDER_STAGES, ORDER_STAGE_LABELS, type Funnel, type OrderStage } from '@marquee/booking';
import type { Period } from '@marquee/validation';
import type { RouterOutputs } from '../../../trpc.ts';
import { DownloadCsvButton, NumberTable } from '../../../ui/NumberTable.tsx';
import { pluralize } from '../../../lib/pluralize.ts';
import { SectionCard } from '../../../ui/SectionCard.tsx';
import { formatChange } from './periods.ts';
import { FunnelChart } from './FunnelChart.tsx';

type OrdersOverTime = RouterOutputs['analytics']['orders'];

/** Shows a creator's funnel from profile views to completed work, in total and per package. */
export function OrderAnalytics({ orders, span }: { orders: OrdersOverTime; span: Period }) {
  const { funnel, before, views, places } = orders;
  const step = (label: string, name: keyof Funnel, of: number | null, ofWhat: string) => ({
    label,
    value: funnel[name],
    note: [
      of === null || of === 0 ? null : `${Math.round((funnel[name] / of) * 100)}% ${ofWhat}`,
      formatComparison(funnel[name], before.funnel[name]),
    ]
      .filter((each) => each !== null)
      .join(' · '),
  });
  const ends = ORDER_STAGES.filter((place) => places[place] > 0);
  return (
    <>
      <SectionCard title="From profile view to completed work">
        <Stack gap="lg">
          <FunnelChart
            steps={[
              {
                label: 'Profile views',
                value: views,
                note: formatComparison(views, before.views) ?? '',
                isApart: true,
              },
              step('Orders', 'orders', null, ''),
              step('Paid', 'paid', funnel.orders, 'of orders'),
              step('Accepted', 'accepted', funnel.paid, 'of paid orders'),
              step('Completed', 'completed', funnel.accepted, 'of accepted orders'),
            ]}
          />
          <Text size="sm" c="dimmed">
            We count each visitor once a day, without your own views. Each order counts on the day it was placed.
            {orders.isCapped && (
              <span>{` These figures cover your newest ${funnel.orders.toLocaleString('en-US')} orders.`}</span>
            )}
          </Text>
        </Stack>
      </SectionCard>
      <SectionCard title="Order outcomes">
        {ends.length === 0 ? (
          <Text c="dimmed">You received no orders in this period.</Text>
        ) : (
          <NumberTable
            label="Orders by outcome"
            head={['Outcome', 'Orders', 'Share']}
            rows={ends.map((place) => ({
              cells: [ORDER_STAGE_LABELS[place], String(places[place]), formatPercent(places[place], funnel.orders)],
            }))}
          />
        )}
      </SectionCard>
      {ends.length > 0 && (
        <SectionCard title="By package">
          <Packages orders={orders} span={span} />
        </SectionCard>
      )}
    </>
  );
}

function Packages({ orders: { packages, otherPackages }, span }: { orders: OrdersOverTime; span: Period }) {
  const named = packages.map(({ name, places }) => ({ name: name ?? 'Offers and deleted packages', places }));
  return (
    <>
      <NumberTable
        label="Orders by package"
        head={['Package', ...STAGE_COLUMNS.map(({ label }) => label)]}
        rows={named.map(({ name, places }) => ({
          cells: [name, ...STAGE_COLUMNS.map(({ sum }) => String(sumStages(places, sum)))],
        }))}
      />
      <DownloadCsvButton
        name={`marquee-orders-${span}.csv`}
        rows={() => [
          ['Package', ...ORDER_STAGES.map((place) => ORDER_STAGE_LABELS[place])],
          ...named.map(({ name, places }) => [name, ...ORDER_STAGES.map((place) => String(places[place]))]),
        ]}
        isBelow
      />
      <Text size="sm" c="dimmed" mt="xs">
        {otherPackages > 0 && <span>{`Not listed: ${pluralize(otherPackages, 'package')} with fewer orders. `}</span>}
        <span>The CSV file lists every outcome per package.</span>
      </Text>
    </>
  );
}

/** The columns of the table. Each column shows the total number of orders in the stages `sum`. */
const STAGE_COLUMNS: readonly { label: string; sum: readonly OrderStage[] }[] = [
  { label: 'Orders', sum: ORDER_STAGES },
  { label: 'Not paid', sum: ['to_pay', 'not_paid'] },
  { label: 'Awaiting answer', sum: ['to_answer'] },
  { label: 'In progress', sum: ['in_work'] },
  { label: 'Completed', sum: ['completed'] },
  { label: 'Other', sum: ['declined', 'not_answered', 'withdrawn', 'cancelled'] },
];

const sumStages = (places: Record<OrderStage, number>, which: readonly OrderStage[]) =>
  which.reduce((sum, place) => sum + places[place], 0);

const formatPercent = (part: number, all: number) => `${Math.round((part / all) * 100)}%`;

/** Compares a count with the previous period. Returns null if the previous count is 0. */
const formatComparison = (now: number, before: number): string | null => {
  const change = formatChange(now, before);
  return change === null ? null : `${change} from ${before.toLocaleString('en-US')}`;
};
