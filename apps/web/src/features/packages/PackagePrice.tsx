import { toCents, formatFeeIncluded, formatTotal, computeQuote, type BasisPoints } from '@marquee/money';
import { useOperatorTerms } from '../../operatorTerms.ts';
import classes from './PackagePrice.module.css';

/**
 * What a package costs whoever books it, as every public screen says it: the total, and that the fee is in it.
 * `feeBps`: the rate that the server reckoned with, where it said one. `withCreators` names the creator's price as
 * well, where a package is chosen; `lead` stands before the total; `varies`: it can cost more. Creators see their own
 * price in their workspace.
 */
export function PackagePrice({
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
  const terms = useOperatorTerms();
  const rate = feeBps ?? terms.feeBps;
  return (
    <span className={className === undefined ? classes.price : `${classes.price} ${className}`}>
      <span className={classes.total}>{lead + formatTotal(computeQuote(toCents(priceCents), rate).totalCents)}</span>{' '}
      <span className={classes.note}>{formatFeeIncluded(rate)}</span>
      {withCreators && (
        <span>
          {' '}
          <span className={classes.note}>creator’s price {formatTotal(priceCents)}</span>
        </span>
      )}
    </span>
  );
}
