import { toCents, formatFeeIncluded, formatTotal, computeQuote, type BasisPoints } from '@marquee/money';
import { useOperatorTerms } from '../../../operatorTerms.ts';
import classes from './PackagePrice.module.css';

/**
 * Shows a price including the fee, as on all public pages. `feeBps` defaults to the current fee. `withCreators` adds
 * the creator's share. `lead` is the text before the amount. `varies` marks packages whose options cost extra.
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
