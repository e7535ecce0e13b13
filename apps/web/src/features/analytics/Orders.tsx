import { Stack, Text } from '@mantine/core';
import { ORDER_PLACES, PLACE_LABELS, type Funnel, type OrderPlace } from '@marquee/booking';
import type { Span } from '@marquee/validation';
import type { Outputs } from '../../trpc.ts';
import { DownloadCsv, NumberTable } from '../../ui/NumberTable.tsx';
import { plural } from '../../ui/plural.ts';
import { Section } from '../../ui/Section.tsx';
import { compared, BEFORE } from './periods.ts';
import { Steps } from './Steps.tsx';

type OrdersOverTime = Outputs['analytics']['orders'];

/** What became of a creator's orders, from the view of the profile to the completed work, and by package. */
export function Orders({ orders, span }: { orders: OrdersOverTime; span: Span }) {
  const { funnel, before, views, places } = orders;
  const step = (label: string, name: keyof Funnel, of: number | null, ofWhat: string) => ({
    label,
    value: funnel[name],
    note: [
      of === null || of === 0 ? null : `${Math.round((funnel[name] / of) * 100)}% ${ofWhat}`,
      against(funnel[name], before.funnel[name], span),
    ]
      .filter((each) => each !== null)
      .join(' · '),
  });
  const ends = ORDER_PLACES.filter((place) => places[place] > 0);
  return (
    <>
      <Section title="From view to completed work">
        <Stack gap="lg">
          <Steps
            steps={[
              {
                label: 'Views of your profile',
                value: views,
                note: against(views, before.views, span) ?? '',
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
            {before.funnel.orders === 0 && <span>{` There were no orders in ${BEFORE[span]}.`}</span>}
            {orders.isCapped && (
              <span>{` Only your newest ${funnel.orders.toLocaleString('en-US')} orders are counted.`}</span>
            )}
          </Text>
        </Stack>
      </Section>
      <Section title="Where the orders are">
        {ends.length === 0 ? (
          <Text c="dimmed">No brand has ordered from you in this time.</Text>
        ) : (
          <NumberTable
            label="Orders by where they are"
            head={['Now', 'Orders', 'Of all']}
            rows={ends.map((place) => ({
              cells: [PLACE_LABELS[place], String(places[place]), percent(places[place], funnel.orders)],
            }))}
          />
        )}
      </Section>
      {ends.length > 0 && (
        <Section title="By package">
          <Packages orders={orders} span={span} />
        </Section>
      )}
    </>
  );
}

function Packages({ orders: { packages, otherPackages }, span }: { orders: OrdersOverTime; span: Span }) {
  const named = packages.map(({ name, places }) => ({ name: name ?? 'Offers and deleted packages', places }));
  return (
    <>
      <NumberTable
        label="Orders by package"
        head={['Package', ...COLUMNS.map(({ label }) => label)]}
        rows={named.map(({ name, places }) => ({
          cells: [name, ...COLUMNS.map(({ sum }) => String(sumOf(places, sum)))],
        }))}
      />
      <DownloadCsv
        name={`marquee-orders-${span}.csv`}
        rows={() => [
          ['Package', ...ORDER_PLACES.map((place) => PLACE_LABELS[place])],
          ...named.map(({ name, places }) => [name, ...ORDER_PLACES.map((place) => String(places[place]))]),
        ]}
        isBelow
      />
      <Text size="sm" c="dimmed" mt="xs">
        {otherPackages > 0 && <span>{`${plural(otherPackages, 'more package')} with fewer orders. `}</span>}
        <span>The file says of each package where its orders are.</span>
      </Text>
    </>
  );
}

/** Places that stand in one column together. */
const COLUMNS: readonly { label: string; sum: readonly OrderPlace[] }[] = [
  { label: 'Orders', sum: ORDER_PLACES },
  { label: 'Not paid', sum: ['to_pay', 'not_paid'] },
  { label: 'To answer', sum: ['to_answer'] },
  { label: 'In work', sum: ['in_work'] },
  { label: 'Completed', sum: ['completed'] },
  { label: 'Ended otherwise', sum: ['declined', 'not_answered', 'withdrawn', 'cancelled'] },
];

const sumOf = (places: Record<OrderPlace, number>, which: readonly OrderPlace[]) =>
  which.reduce((sum, place) => sum + places[place], 0);

const percent = (part: number, all: number) => `${Math.round((part / all) * 100)}%`;

/** Nothing where there is nothing to compare with: it is said once, below. */
const against = (now: number, before: number, span: Span): string | null => {
  const words = compared(now, before);
  return words === null ? null : `${words} ${BEFORE[span]}`;
};
