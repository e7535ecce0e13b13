import { Text } from '@mantine/core';
import { computeCostPerThousandViews } from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import type { Period } from '@marquee/validation';
import { paths } from '../../../paths.ts';
import type { RouterOutputs } from '../../../trpc.ts';
import type { Stat } from '../../../ui/StatList.tsx';
import { DownloadCsvButton, NumberTable, type TableCell } from '../../../ui/NumberTable.tsx';
import { pluralize } from '../../../lib/pluralize.ts';
import { SectionCard } from '../../../ui/SectionCard.tsx';

type SpendingOverTime = RouterOutputs['analytics']['spending'];

/**
 * Returns a brand's metrics: the number of bookings in progress, and the cost per deliverable and per 1,000 views of
 * work completed in the period.
 */
export function listWorkStats({ inWork, late, isAtLeast, bought }: SpendingOverTime): Stat[] {
  const some = isAtLeast ? '+' : '';
  const perView = computeCostPerThousandViews(bought.viewedCents, bought.views);
  return [
    {
      label: 'In progress',
      value: `${inWork}${some}`,
      note: late === 0 ? 'None late' : `${late}${some} late`,
    },
    ...(bought.deliverables === 0
      ? []
      : [
          {
            label: 'Cost per deliverable',
            value: formatDollars(Math.round(bought.deliveredCents / bought.deliverables)),
            note: `Average of ${pluralize(bought.deliverables, 'deliverable')} in ${pluralize(bought.deliveredBookings, 'completed booking')}`,
          },
        ]),
    ...(perView === null
      ? []
      : [
          {
            label: 'Cost per 1,000 views',
            value: formatDollars(perView),
            note: `${bought.views.toLocaleString('en-US')} views reported by creators for ${pluralize(bought.viewedBookings, 'booking')}`,
          },
        ]),
  ];
}

export function SpendingAnalytics({ spending, span }: { spending: SpendingOverTime; span: Period }) {
  const { total, creators, otherCreators, categories, isCapped } = spending;
  if (total.bookings === 0) return null;
  const head = ['Bookings', 'Spent', 'Share'];
  const cells = (bookings: number, cents: number): TableCell[] => [
    String(bookings),
    cents,
    total.cents <= 0 ? '–' : `${Math.round((cents / total.cents) * 100)}%`,
  ];
  const byCreator = creators.map(({ fullName, username, bookings, cents }) => ({
    cells: [fullName, ...cells(bookings, cents)],
    to: username === null ? null : paths.profile({ username }),
  }));
  const byCategory = categories.map(({ category, bookings, cents }) => ({
    cells: [category ?? 'No category', ...cells(bookings, cents)],
  }));
  return (
    <>
      <SectionCard title="Spending by creator">
        <NumberTable label="Spent by creator" head={['Creator', ...head]} rows={byCreator} />
        <DownloadCsvButton
          name={`marquee-creators-${span}.csv`}
          rows={() => [['Creator', ...head], ...byCreator.map((row) => row.cells)]}
          isBelow
        />
        <Text size="sm" c="dimmed" mt="xs">
          {otherCreators > 0 && (
            <span>{`Not listed: ${pluralize(otherCreators, 'creator')} with lower spending. `}</span>
          )}
          {isCapped && (
            <span>{`These figures cover your newest ${total.bookings.toLocaleString('en-US')} bookings. `}</span>
          )}
          <span>Amounts include the platform fee, minus refunds.</span>
        </Text>
      </SectionCard>
      <SectionCard title="Spending by category">
        <NumberTable label="Spent by category" head={['Category', ...head]} rows={byCategory} />
        <DownloadCsvButton
          name={`marquee-categories-${span}.csv`}
          rows={() => [['Category', ...head], ...byCategory.map((row) => row.cells)]}
          isBelow
        />
        <Text size="sm" c="dimmed" mt="xs">
          A booking counts in the creator’s main category at the time of the order.
        </Text>
      </SectionCard>
    </>
  );
}
