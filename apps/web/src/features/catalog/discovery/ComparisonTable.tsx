/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   some browsers forget what a table is once its rows are laid out as a grid, so it says so */
import { Badge, Text, VisuallyHidden } from '@mantine/core';
import { RESPONSE_STATS_EXPLANATION, formatResponseStatsParts } from '@marquee/booking';
import { countPieces, summarizeFollowerProofs } from '@marquee/validation';
import { PLATFORM_LABELS } from '@marquee/contracts';
import { Check, Star, X } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import type { RouterOutputs } from '../../../trpc.ts';
import { CompactNumber } from '../../../ui/CompactNumber.tsx';
import { Money } from '../../../ui/Money.tsx';
import { pluralize } from '../../../lib/pluralize.ts';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import { BookButton } from '../availability/BookButton.tsx';
import { FeatureList } from '../packages/PackageFacts.tsx';
import { PackagePrice } from '../packages/PackagePrice.tsx';
import { WideTable } from '../../../ui/WideTable.tsx';
import classes from './ComparisonTable.module.css';

type ComparedPackage = RouterOutputs['discovery']['compare'][number];

/** Compares packages side by side, one column per package. On narrow screens, each label is above its values. */
export function ComparisonTable({ items, canBook }: { items: readonly ComparedPackage[]; canBook: boolean }) {
  const without = (id: string) =>
    paths.compare({
      packages: items
        .map((item) => item.package.id)
        .filter((each) => each !== id)
        .join(','),
    });
  return (
    <>
      <WideTable label="Comparison">
        <table role="table" className={classes.table} style={{ '--columns': items.length } as CSSProperties}>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col" className={classes.corner}>
                <VisuallyHidden>Criterion</VisuallyHidden>
              </th>
              {items.map((item) => (
                <th key={item.package.id} role="columnheader" scope="col">
                  <div className={classes.head}>
                    <PersonAvatar person={item} size={44} className={classes.portrait ?? ''} />
                    <Link to={paths.profile(item)} className={classes.creator}>
                      {item.fullName}
                    </Link>
                    <Link
                      to={without(item.package.id)}
                      replace
                      preventScrollReset
                      className={classes.remove}
                      aria-label={`Remove ${item.package.name} by ${item.fullName}`}
                    >
                      <X size={18} aria-hidden />
                    </Link>
                  </div>
                  <span className={classes.package}>{item.package.name}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {listComparisonRows(items).map(({ label, cell }) => (
              <tr key={label} role="row">
                <th role="rowheader" scope="row">
                  {label}
                </th>
                {items.map((item) => (
                  <td key={item.package.id} role="cell">
                    {cell(item)}
                  </td>
                ))}
              </tr>
            ))}
            {canBook && (
              <tr role="row">
                <th role="rowheader" scope="row" className={classes.silent}>
                  <VisuallyHidden>Book</VisuallyHidden>
                </th>
                {items.map((item) => (
                  <td key={item.package.id} role="cell">
                    <BookButton
                      packageId={item.package.id}
                      name={`${item.package.name} by ${item.fullName}`}
                      availability={item.availability}
                      fullWidth
                    />
                  </td>
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </WideTable>
      {items.some(({ clock }) => clock !== null) && (
        <Text size="sm" c="dimmed" mt="md" className={classes.explanation ?? ''}>
          Response and delivery times: {RESPONSE_STATS_EXPLANATION}
        </Text>
      )}
    </>
  );
}

interface ComparisonRow {
  label: string;
  cell: (item: ComparedPackage) => ReactNode;
}

function listComparisonRows(items: readonly ComparedPackage[]): ComparisonRow[] {
  const isCheapest = createBestCheck(items, (item) => -Number(item.package.totalCents));
  const isFastest = createBestCheck(items, (item) => -item.package.deliveryDays);
  const isLargest = createBestCheck(items, (item) => item.followers);
  const isProven = createBestCheck(items, (item) => item.completedBookings);
  return [
    {
      label: 'You pay',
      cell: (item) => (
        <MarkedValue mark={isCheapest(item) && 'Lowest total'}>
          <PackagePrice
            priceCents={item.package.priceCents}
            feeBps={item.package.feeBps}
            varies={item.package.pricesVary}
            withCreators
          />
        </MarkedValue>
      ),
    },
    {
      label: 'Delivery',
      cell: (item) => (
        <MarkedValue mark={isFastest(item) && 'Fastest'}>{pluralize(item.package.deliveryDays, 'day')}</MarkedValue>
      ),
    },
    ...(items.some((item) => countPackagePieces(item) > 1) ? [PER_PIECE_ROW] : []),
    ...listFeatureRows(items),
    {
      label: items.every(({ platforms }) => summarizeFollowerProofs(platforms) === 'none')
        ? 'Followers, self-declared'
        : 'Followers',
      cell: (item) => (
        <>
          <MarkedValue mark={isLargest(item) && 'Most'}>
            <CompactNumber value={item.followers} />
          </MarkedValue>
          <ul className={classes.platforms}>
            {item.platforms.map(({ platform, followers, checkedAt }) => (
              <li key={platform}>
                {PLATFORM_LABELS[platform]} <CompactNumber value={followers} />
                {items.some(({ platforms }) => summarizeFollowerProofs(platforms) !== 'none') &&
                  (checkedAt === null ? <span>, self-declared</span> : <span>, verified</span>)}
              </li>
            ))}
          </ul>
        </>
      ),
    },
    ...(items.some(({ clock }) => clock !== null) ? [RESPONSE_STATS_ROW] : []),
    ...(items.some(({ reviewCount }) => reviewCount > 0) ? [RATING_ROW] : []),
    {
      label: 'Completed bookings',
      cell: (item) => <MarkedValue mark={isProven(item) && 'Most'}>{item.completedBookings}</MarkedValue>,
    },
  ];
}

const normalizeFeature = (feature: string) => feature.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Returns one row for each feature shared by several packages, and one row that lists the remaining features. */
function listFeatureRows(items: readonly ComparedPackage[]): ComparisonRow[] {
  const has = ({ package: { features } }: ComparedPackage, key: string) =>
    features.some((each) => normalizeFeature(each) === key);
  const shared = new Map(
    items
      .flatMap((item) => item.package.features)
      .map((feature) => [normalizeFeature(feature), feature.trim()] as const)
      .filter(([key]) => items.filter((item) => has(item, key)).length > 1)
      .toReversed(),
  );
  const listOtherFeatures = (item: ComparedPackage) =>
    item.package.features.filter((feature) => !shared.has(normalizeFeature(feature)));
  const rows = [...shared].toReversed().map(([key, label]) => ({
    label,
    cell: (item: ComparedPackage) =>
      has(item, key) ? (
        <span className={classes.included}>
          <Check size={16} aria-hidden /> Included
        </span>
      ) : (
        <Text c="dimmed">Not listed</Text>
      ),
  }));
  if (rows.length > 0 && items.every((item) => listOtherFeatures(item).length === 0)) return rows;
  return [
    ...rows,
    {
      label: rows.length > 0 ? 'Also included' : 'Included',
      cell: (item) =>
        listOtherFeatures(item).length === 0 ? (
          <Text c="dimmed">{rows.length > 0 ? 'Nothing else listed' : 'Nothing listed'}</Text>
        ) : (
          <FeatureList features={listOtherFeatures(item)} />
        ),
    },
  ];
}

/** Returns the number of deliverables that the package's features state, or 0 if they state none. */
const countPackagePieces = ({ package: { features } }: ComparedPackage) => countPieces(features) ?? 0;

/** The row is omitted if every package is for a single deliverable or states no number of deliverables. */
const PER_PIECE_ROW: ComparisonRow = {
  label: 'Price per deliverable',
  cell: (item) =>
    countPackagePieces(item) === 0 ? (
      <Text c="dimmed">Number of deliverables not listed</Text>
    ) : (
      <span>
        {/* Rounded up to the cent, so that the price per deliverable is not understated. */}
        <Money cents={Math.ceil(Number(item.package.totalCents) / countPackagePieces(item))} /> ·{' '}
        {pluralize(countPackagePieces(item), 'deliverable')}
      </span>
    ),
};

/** The row is omitted if none of the creators has enough bookings for these metrics. */
const RESPONSE_STATS_ROW: ComparisonRow = {
  label: 'Response and delivery times',
  cell: ({ clock }) => {
    if (clock === null) return <Text c="dimmed">Too few bookings</Text>;
    const { answers, median, onTime, basis } = formatResponseStatsParts(clock);
    return (
      <ul className={classes.clock}>
        {[answers, median, onTime, basis]
          .filter((line) => line !== null)
          .map((line) => (
            <li key={line}>{capitalize(line)}</li>
          ))}
      </ul>
    );
  },
};

const capitalize = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The row is omitted if none of the creators has been rated yet. */
const RATING_ROW: ComparisonRow = {
  label: 'Rating',
  cell: ({ rating, reviewCount }) =>
    reviewCount === 0 ? (
      <Text c="dimmed">No ratings yet</Text>
    ) : (
      <span className={classes.rating}>
        <Star size={16} className={classes.star} aria-hidden />
        {rating.toFixed(1)} ({pluralize(reviewCount, 'review')})
      </span>
    ),
};

/**
 * Returns a function that tells whether an item has the single highest `value`. If several items share the highest
 * value, none is marked.
 */
function createBestCheck(
  items: readonly ComparedPackage[],
  value: (item: ComparedPackage) => number,
): (item: ComparedPackage) => boolean {
  const values = items.map(value);
  const best = Math.max(...values);
  const isAlone = items.length > 1 && values.filter((each) => each === best).length === 1;
  return (item) => isAlone && value(item) === best;
}

const MarkedValue = ({ mark, children }: { mark: string | false; children: ReactNode }) => (
  <span className={classes.marked}>
    {children}
    {mark !== false && <Badge color="teal">{mark}</Badge>}
  </span>
);
