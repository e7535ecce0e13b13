import { toCents, formatFeeIncluded, formatTotal, computeQuote, type BasisPoints } from '@marquee/money';
import { useOperatorTerms } from '../../operatorTerms.ts';
import classes from './PackagePrice.module.css';

/**
 * The total price with fee, as all public pages show it. `feeBps` is the server's fee rate, if it returned one.
 * `withCreators` adds the creator's part, `lead` is text before the total, and `varies` marks packages whose options
 * cost extra. Creators see their own price in their workspace.
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
