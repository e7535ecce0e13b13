import type { AgencyPart } from '@marquee/booking';
import { formatRate, type OrderLine } from '@marquee/money';
import { Money } from '../../../ui/Money.tsx';
import classes from './PriceBreakdown.module.css';

interface PriceAmounts {
  priceCents: number;
  feeBps: number;
  feeCents: number;
  totalCents: number;
}

/**
 * Shows the price, the fee, the total and the creator's share. `lines` lists the components of the price if there
 * are several. `agency` is the part of the creator's agency, which only the creator sees.
 */
export function PriceBreakdown({
  amounts,
  receiver,
  lines = [],
  agency = null,
}: {
  amounts: PriceAmounts;
  receiver: string;
  lines?: readonly OrderLine[] | undefined;
  agency?: AgencyPart | null;
}) {
  return (
    <dl className={classes.breakdown}>
      {lines.map(({ label, quantity, totalCents }, at) => (
        <AmountRow
          // Labels are not unique, because two questions can have the same text.
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
      <AmountRow label={receiver} cents={amounts.priceCents - (agency?.cents ?? 0)} className={classes.apart} />
      {agency !== null && (
        <AmountRow label={`${agency.name} receives (${formatRate(agency.shareBps)})`} cents={agency.cents} />
      )}
    </dl>
  );
}

/** Shows each party's final share of a payment that was split or refunded. Pass the viewer's share first. */
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
