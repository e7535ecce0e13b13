import { formatRate, type Line } from '@marquee/money';
import { Money } from '../../ui/Money.tsx';
import classes from './Breakdown.module.css';

interface Amounts {
  priceCents: number;
  feeBps: number;
  feeCents: number;
  totalCents: number;
}

/**
 * Price, fee and total, and what of it the creator receives. `lines`: what the price is made of, where that is more
 * than the package as it stands.
 */
export function Breakdown({
  amounts,
  receiver,
  lines = [],
}: {
  amounts: Amounts;
  receiver: string;
  lines?: readonly Line[] | undefined;
}) {
  return (
    <dl className={classes.breakdown}>
      {lines.map(({ label, quantity, totalCents }, at) => (
        <Row
          // Two questions may have the same words.
          key={`${at}:${label}`}
          label={quantity === 1 ? label : `${label} × ${quantity}`}
          cents={totalCents}
        />
      ))}
      <Row
        label="Package price"
        cents={amounts.priceCents}
        className={lines.length === 0 ? undefined : classes.subtotal}
      />
      <Row label={`Platform fee (${formatRate(amounts.feeBps)})`} cents={amounts.feeCents} />
      <Row label="Total" cents={amounts.totalCents} className={classes.strong} />
      <Row label={receiver} cents={amounts.priceCents} className={classes.apart} />
    </dl>
  );
}

/** Who got what in the end, where not all of it went to the creator; what the reader asks for first stands first. */
export const Shares = ({ shares }: { shares: readonly { label: string; cents: number }[] }) => (
  <dl className={classes.breakdown}>
    {shares.map(({ label, cents }, at) => (
      <Row key={label} label={label} cents={cents} className={at === 0 ? classes.strong : undefined} />
    ))}
  </dl>
);

function Row({ label, cents, className = '' }: { label: string; cents: number; className?: string | undefined }) {
  return (
    <div className={`${classes.row} ${className}`}>
      <dt>{label}</dt>
      <dd>
        <Money cents={cents} />
      </dd>
    </div>
  );
}
