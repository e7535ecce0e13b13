import { formatRate } from '@marquee/money';
import { PLATFORMS } from '@marquee/validation';
import { Star, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import type { Outputs } from '../../trpc.ts';
import { Compact } from '../../ui/Compact.tsx';
import { Money } from '../../ui/Money.tsx';
import { Badge, Button, Text, VisuallyHidden } from '../../ui/plain.tsx';
import { plural } from '../../ui/plural.ts';
import { Portrait } from '../../ui/Portrait.tsx';
import { FeatureList } from '../packages/PackageFacts.tsx';
import { WideTable } from '../../ui/WideTable.tsx';
import classes from './ComparisonTable.module.css';

type Item = Outputs['discovery']['compare'][number];

/** Packages as columns, what they differ in as rows. */
export function ComparisonTable({ items, canBook }: { items: readonly Item[]; canBook: boolean }) {
  const without = (id: string) =>
    paths.compare({
      packages: items
        .map((item) => item.package.id)
        .filter((each) => each !== id)
        .join(','),
    });
  return (
    <WideTable label="Comparison">
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col" className={classes.corner}>
              <VisuallyHidden>What is compared</VisuallyHidden>
            </th>
            {items.map((item) => (
              <th key={item.package.id} scope="col">
                <div className={classes.head}>
                  <Portrait person={item} size={44} />
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
        <tbody>
          {rowsOf(items).map(({ label, cell }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {items.map((item) => (
                <td key={item.package.id}>{cell(item)}</td>
              ))}
            </tr>
          ))}
          {canBook && (
            <tr>
              <th scope="row">Book</th>
              {items.map((item) => (
                <td key={item.package.id}>
                  <Button
                    component={Link}
                    to={paths.orderQuestionnaire({ packageId: item.package.id })}
                    fullWidth
                    aria-label={`Book ${item.package.name} by ${item.fullName}`}
                  >
                    Book
                  </Button>
                </td>
              ))}
            </tr>
          )}
        </tbody>
      </table>
    </WideTable>
  );
}

interface Row {
  label: string;
  cell: (item: Item) => ReactNode;
}

function rowsOf(items: readonly Item[]): Row[] {
  const isCheapest = only(items, (item) => -Number(item.package.totalCents));
  const isFastest = only(items, (item) => -item.package.deliveryDays);
  const isLargest = only(items, (item) => item.followers);
  const isProven = only(items, (item) => item.completedBookings);
  return [
    { label: 'Package price', cell: (item) => <Money cents={item.package.priceCents} /> },
    {
      label: `Platform fee (${formatRate(items[0]?.package.feeBps ?? 0)})`,
      cell: (item) => <Money cents={item.package.feeCents} />,
    },
    {
      label: 'You pay in total',
      cell: (item) => (
        <Marked mark={isCheapest(item) && 'Lowest total'}>
          <Money cents={item.package.totalCents} className={classes.total ?? ''} />
        </Marked>
      ),
    },
    {
      label: 'Delivery',
      cell: (item) => <Marked mark={isFastest(item) && 'Fastest'}>{plural(item.package.deliveryDays, 'day')}</Marked>,
    },
    {
      label: 'Included',
      cell: (item) =>
        item.package.features.length === 0 ? (
          <Text c="dimmed">Nothing listed</Text>
        ) : (
          <FeatureList features={item.package.features} />
        ),
    },
    { label: 'Popular', cell: (item) => (item.package.isPopular ? 'Yes' : 'No') },
    {
      label: 'Followers',
      cell: (item) => (
        <>
          <Marked mark={isLargest(item) && 'Most'}>
            <Compact value={item.followers} />
          </Marked>
          <ul className={classes.platforms}>
            {item.platforms.map(({ platform, followers }) => (
              <li key={platform}>
                {PLATFORMS[platform]} <Compact value={followers} />
              </li>
            ))}
          </ul>
        </>
      ),
    },
    ...(items.some(({ reviewCount }) => reviewCount > 0) ? [RATING] : []),
    {
      label: 'Completed bookings',
      cell: (item) => <Marked mark={isProven(item) && 'Most'}>{item.completedBookings}</Marked>,
    },
  ];
}

/** Left out where nobody has been rated yet. */
const RATING: Row = {
  label: 'Rating',
  cell: ({ rating, reviewCount }) =>
    reviewCount === 0 ? (
      <Text c="dimmed">No ratings yet</Text>
    ) : (
      <span className={classes.rating}>
        <Star size={16} className={classes.star} aria-hidden />
        {rating.toFixed(1)}
      </span>
    ),
};

/** Whether an item is ahead of all others; a tie marks nobody. */
function only(items: readonly Item[], value: (item: Item) => number): (item: Item) => boolean {
  const values = items.map(value);
  const best = Math.max(...values);
  const isAlone = items.length > 1 && values.filter((each) => each === best).length === 1;
  return (item) => isAlone && value(item) === best;
}

const Marked = ({ mark, children }: { mark: string | false; children: ReactNode }) => (
  <span className={classes.marked}>
    {children}
    {mark !== false && <Badge color="teal">{mark}</Badge>}
  </span>
);
