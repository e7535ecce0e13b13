import { PAYOUT_HOLD_HOURS } from '@marquee/booking';
import { ShieldAlert } from 'lucide-react';
import { Callout } from '../../../ui/Callout.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import type { PayoutAccountStatus } from './payouts.ts';
import { PAYOUTS_FROZEN, PAYOUTS_HELD_TITLE } from './payouts.words.ts';

/** Tells a creator that payouts wait after a change of the payout account, or that they are frozen. */
export function PayoutHoldCallout({ account: { heldUntil, isFrozen } }: { account: PayoutAccountStatus }) {
  const icon = <ShieldAlert size={20} aria-hidden />;
  if (isFrozen)
    return (
      <Callout key="frozen" tone="warning" icon={icon} title={PAYOUTS_FROZEN.title}>
        {PAYOUTS_FROZEN.text}
      </Callout>
    );
  if (heldUntil === null) return null;
  return (
    <Callout key="held" tone="info" icon={icon} title={PAYOUTS_HELD_TITLE}>
      Your payout account was changed, so payouts wait {PAYOUT_HOLD_HOURS} hours. They continue on{' '}
      <DateTime at={heldUntil} />. If you did not make the change, use the link in our email.
    </Callout>
  );
}
