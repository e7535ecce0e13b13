import { cents, feeIncluded, formatTotal, quote, type BasisPoints } from '@marquee/money';
import { useTerms } from '../../terms.ts';
import classes from './Price.module.css';

/**
 * What a package costs whoever books it, as every public screen says it: the total, and that the fee is in it.
 * `feeBps`: the rate that the server reckoned with, where it said one. `withCreators` names the creator's price as
 * well, where a package is chosen; `lead` stands before the total; `varies`: it can cost more. Creators see their own
 * price in their workspace.
 */
export function Price({
  priceCents,
  feeBps,
  withCreators = false,
  varies = false,
  lead = varies ? 'from ' : '',
  className,
}: {
  priceCents: number;
  feeBps?: BasisPoints;
  withCreators?: boolean;
  varies?: boolean;
  lead?: string;
  className?: string | undefined;
}) {
  const terms = useTerms();
  const rate = feeBps ?? terms.feeBps;
  return (
    <span className={className === undefined ? classes.price : `${classes.price} ${className}`}>
      <span className={classes.total}>{lead + formatTotal(quote(cents(priceCents), rate).totalCents)}</span>{' '}
      <span className={classes.note}>{feeIncluded(rate)}</span>
      {withCreators && (
        <span>
          {' '}
          <span className={classes.note}>creator’s price {formatTotal(priceCents)}</span>
        </span>
      )}
    </span>
  );
}
