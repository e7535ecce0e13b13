import { Text } from '@mantine/core';
import { toCents, formatWholeDollars, computeQuote } from '@marquee/money';
import { Link } from 'react-router-dom';
import { useOperatorTerms } from '../../../operatorTerms.ts';
import type { RouterOutputs } from '../../../trpc.ts';
import { pluralize } from '../../../lib/pluralize.ts';
import classes from './PriceList.module.css';

type PriceStats = NonNullable<RouterOutputs['discovery']['prices']['all']>;

interface PriceRow extends PriceStats {
  name: string;
  to: string;
}

/**
 * Lists prices including the fee, with one row per group. A row shows the median price, the creator's share of it,
 * and a bar that covers the middle half of all prices. All bars use the same scale.
 */
export function PriceList({ label, rows }: { label: string; rows: readonly PriceRow[] }) {
  const { feeBps } = useOperatorTerms();
  const total = (priceCents: number) => formatWholeDollars(computeQuote(toCents(priceCents), feeBps).totalCents);
  const top = Math.max(1, ...rows.map(({ typical }) => typical?.highCents ?? 0));
  return (
    <ul className={classes.list} aria-label={label}>
      {rows.map(({ name, to, packages, typical }) => (
        <li key={name} className={classes.row}>
          <div className={classes.name}>
            <Link to={to}>{name}</Link>
            <Text size="sm" c="dimmed">
              {pluralize(packages, 'package')}
            </Text>
          </div>
          {typical === null ? (
            <Text c="dimmed" className={classes.none ?? ''}>
              Too few packages for a typical price
            </Text>
          ) : (
            <>
              <div className={classes.median}>
                <strong>{total(typical.medianCents)}</strong>
                <span>typical total</span>
              </div>
              <div className={classes.chart}>
                <div className={classes.track} aria-hidden>
                  <span
                    className={classes.half}
                    style={{
                      left: `${(typical.lowCents / top) * 100}%`,
                      width: `${((typical.highCents - typical.lowCents) / top) * 100}%`,
                    }}
                  />
                  <span className={classes.tick} style={{ left: `${(typical.medianCents / top) * 100}%` }} />
                </div>
                <Text size="sm" c="dimmed">
                  Half of the packages cost {total(typical.lowCents)} to {total(typical.highCents)} (full range{' '}
                  {total(typical.minCents)} to {total(typical.maxCents)}) · typical delivery:{' '}
                  {pluralize(typical.deliveryDays, 'day')} · typical price before the fee:{' '}
                  {formatWholeDollars(typical.medianCents)}
                </Text>
              </div>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
