import { Stack, Text } from '@mantine/core';
import { ORDER_STAGES, ORDER_STAGE_LABELS, type Funnel, type OrderStage } from '@marquee/booking';
import type { Period } from '@marquee/validation';
import type { RouterOutputs } from '../../trpc.ts';
import { DownloadCsvButton, NumberTable } from '../../ui/NumberTable.tsx';
import { pluralize } from '../../lib/pluralize.ts';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { formatChange, PREVIOUS_PERIOD_LABELS } from './periods.ts';
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
      formatComparison(funnel[name], before.funnel[name], span),
    ]
      .filter((each) => each !== null)
      .join(' · '),
  });
  const ends = ORDER_STAGES.filter((place) => places[place] > 0);
  return (
    <>
      <SectionCard title="From view to completed work">
        <Stack gap="lg">
          <FunnelChart
            steps={[
              {
                label: 'Views of your profile',
                value: views,
                note: formatComparison(views, before.views, span) ?? '',
                isApart: true,
              },
              step('Orders', 'orders', null, ''),
              step('Paid', 'paid', funnel.orders, 'of the orders'),
              step('Accepted', 'accepted', funnel.paid, 'of the paid ones'),
              step('Completed', 'completed', funnel.accepted, 'of the accepted ones'),
            ]}
          />
          <Text size="sm" c="dimmed">
            A view is one person on one day; yours do not count. Some brands order without a look at your profile. Each
            order counts on the day it was made, and newer ones may still get further.
            {before.funnel.orders === 0 && <span>{` There were no orders in ${PREVIOUS_PERIOD_LABELS[span]}.`}</span>}
            {orders.isCapped && (
              <span>{` Only your newest ${funnel.orders.toLocaleString('en-US')} orders are counted.`}</span>
            )}
          </Text>
        </Stack>
      </SectionCard>
      <SectionCard title="Where the orders are">
        {ends.length === 0 ? (
          <Text c="dimmed">No brand has ordered from you in this time.</Text>
        ) : (
          <NumberTable
            label="Orders by where they are"
            head={['Now', 'Orders', 'Of all']}
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
        {otherPackages > 0 && <span>{`${pluralize(otherPackages, 'more package')} with fewer orders. `}</span>}
        <span>The file says of each package where its orders are.</span>
      </Text>
    </>
  );
}

/** The columns of the table. Each column shows the total number of orders in the stages `sum`. */
const STAGE_COLUMNS: readonly { label: string; sum: readonly OrderStage[] }[] = [
  { label: 'Orders', sum: ORDER_STAGES },
  { label: 'Not paid', sum: ['to_pay', 'not_paid'] },
  { label: 'To answer', sum: ['to_answer'] },
  { label: 'In work', sum: ['in_work'] },
  { label: 'Completed', sum: ['completed'] },
  { label: 'Ended otherwise', sum: ['declined', 'not_answered', 'withdrawn', 'cancelled'] },
];

const sumStages = (places: Record<OrderStage, number>, which: readonly OrderStage[]) =>
  which.reduce((sum, place) => sum + places[place], 0);

const formatPercent = (part: number, all: number) => `${Math.round((part / all) * 100)}%`;

/** Compares a value with the previous period. Returns null if the previous value is 0. */
const formatComparison = (now: number, before: number, span: Period): string | null => {
  const words = formatChange(now, before);
  return words === null ? null : `${words} ${PREVIOUS_PERIOD_LABELS[span]}`;
};
