import { formatRate, type OrderLine } from '@marquee/money';
import { Money } from '../../ui/Money.tsx';
import classes from './PriceBreakdown.module.css';

interface PriceAmounts {
  priceCents: number;
  feeBps: number;
  feeCents: number;
  totalCents: number;
}

/**
 * Price, fee and total, and what of it the creator receives. `lines`: what the price is made of, where that is more
 * than the package as it stands.
 */
export function PriceBreakdown({
  amounts,
  receiver,
  lines = [],
}: {
  amounts: PriceAmounts;
  receiver: string;
  lines?: readonly OrderLine[] | undefined;
}) {
  return (
    <dl className={classes.breakdown}>
      {lines.map(({ label, quantity, totalCents }, at) => (
        <AmountRow
          // Two questions may have the same words.
          key={`${at}:${label}`}
          label={quantity === 1 ? label : `${label} × ${quantity}`}
          cents={totalCents}
        />
      ))}
      <AmountRow
        label="Package price"
        cents={amounts.priceCents}
        className={lines.length === 0 ? undefined : classes.subtotal}
      />
      <AmountRow label={`Platform fee (${formatRate(amounts.feeBps)})`} cents={amounts.feeCents} />
      <AmountRow label="Total" cents={amounts.totalCents} className={classes.strong} />
      <AmountRow label={receiver} cents={amounts.priceCents} className={classes.apart} />
    </dl>
  );
}

/** Who got what in the end, where not all of it went to the creator; what the reader asks for first stands first. */
export const PaymentShares = ({ shares }: { shares: readonly { label: string; cents: number }[] }) => (
  <dl className={classes.breakdown}>
    {shares.map(({ label, cents }, at) => (
      <AmountRow key={label} label={label} cents={cents} className={at === 0 ? classes.strong : undefined} />
    ))}
  </dl>
);

function AmountRow({ label, cents, className = '' }: { label: string; cents: number; className?: string | undefined }) {
  return (
    <div className={`${classes.row} ${className}`}>
      <dt>{label}</dt>
      <dd>
        <Money cents={cents} />
      </dd>
    </div>
  );
}
