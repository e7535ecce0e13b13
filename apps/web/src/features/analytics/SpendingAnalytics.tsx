import { Text } from '@mantine/core';
import { computeCostPerThousandViews } from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import type { Period } from '@marquee/validation';
import { paths } from '../../paths.ts';
import type { RouterOutputs } from '../../trpc.ts';
import type { Stat } from '../../ui/StatList.tsx';
import { DownloadCsvButton, NumberTable, type TableCell } from '../../ui/NumberTable.tsx';
import { pluralize } from '../../lib/pluralize.ts';
import { SectionCard } from '../../ui/SectionCard.tsx';

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
      label: 'In work',
      value: `${inWork}${some}`,
      note: late === 0 ? 'Nothing is late' : `${late}${some} late`,
    },
    ...(bought.deliverables === 0
      ? []
      : [
          {
            label: 'Per deliverable',
            value: formatDollars(Math.round(bought.deliveredCents / bought.deliverables)),
            note: `${pluralize(bought.deliverables, 'deliverable')} of ${pluralize(bought.deliveredBookings, 'completed booking')}`,
          },
        ]),
    ...(perView === null
      ? []
      : [
          {
            label: 'Per 1,000 views',
            value: formatDollars(perView),
            note: `${bought.views.toLocaleString('en-US')} views that creators report, ${pluralize(bought.viewedBookings, 'booking')}`,
          },
        ]),
  ];
}

export function SpendingAnalytics({ spending, span }: { spending: SpendingOverTime; span: Period }) {
  const { total, creators, otherCreators, categories, isCapped } = spending;
  if (total.bookings === 0) return null;
  const head = ['Bookings', 'Spent', 'Of all'];
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
      <SectionCard title="By creator">
        <NumberTable label="Spent by creator" head={['Creator', ...head]} rows={byCreator} />
        <DownloadCsvButton
          name={`marquee-creators-${span}.csv`}
          rows={() => [['Creator', ...head], ...byCreator.map((row) => row.cells)]}
          isBelow
        />
        <Text size="sm" c="dimmed" mt="xs">
          {otherCreators > 0 && <span>{`${pluralize(otherCreators, 'more creator')} of whom you bought less. `}</span>}
          {isCapped && (
            <span>{`Only your newest ${total.bookings.toLocaleString('en-US')} bookings are counted. `}</span>
          )}
          <span>Amounts have the fee in them, less what came back to your card.</span>
        </Text>
      </SectionCard>
      <SectionCard title="By category">
        <NumberTable label="Spent by category" head={['Category', ...head]} rows={byCategory} />
        <DownloadCsvButton
          name={`marquee-categories-${span}.csv`}
          rows={() => [['Category', ...head], ...byCategory.map((row) => row.cells)]}
          isBelow
        />
        <Text size="sm" c="dimmed" mt="xs">
          A booking counts in the category that its creator named first when you ordered.
        </Text>
      </SectionCard>
    </>
  );
}
