/**
 * Notices changes of where a creator's payouts go, and holds the payouts for a while after them, so that a thief who
 * knows a password cannot redirect the money before the owner can react (docs/safety.md "Payout changes").
 */
import { HOUR_MS, PAYOUT_HOLD_HOURS } from '@marquee/booking';
import type { Transaction } from 'kysely';
import type { Deps } from '../../core/deps.ts';
import { recordAction } from '../../core/workspace-actions.ts';
import type { Database, PayoutChangeKind } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { hasNewDeviceSince } from '../auth/history.service.ts';
import { sendOwnersSecurityMails } from '../mail/security-mails.service.ts';
import { insertPayoutChange, lockPayoutBank, setPayoutBank, setPayoutsHeldUntil } from './payout-changes.sql.ts';

const PAYOUT_HOLD_MS = PAYOUT_HOLD_HOURS * HOUR_MS;

/**
 * Records a change of where a creator's payouts go, holds their payouts from now on, and emails the creator. The
 * caller has locked the account. `detail` is the new country or the last digits of the new bank account.
 */
export async function recordPayoutChange(
  tx: Transaction<Database>,
  deps: Pick<Deps, 'now'>,
  creatorId: string,
  { kind, detail }: { kind: PayoutChangeKind; detail: string },
): Promise<void> {
  const at = deps.now();
  const heldUntil = new Date(at.getTime() + PAYOUT_HOLD_MS);
  const id = await insertPayoutChange(tx, { creatorId, kind, detail, at });
  await setPayoutsHeldUntil(tx, creatorId, heldUntil);
  await sendOwnersSecurityMails(tx, creatorId, {
    kind: 'payout_changed',
    subject: id,
    data: { change: kind, detail, heldUntil: heldUntil.toISOString() },
    at,
  });
}

/**
 * Re-reads the bank account of a connected account, and records a change if it differs from the stored one. The first
 * bank account counts as a change only if somebody signed in to the account from a new device shortly before. Several
 * calls may run at once, so this repeats until the stored bank account equals Stripe's.
 */
export async function syncPayoutBank(deps: Deps, accountId: string): Promise<void> {
  let bank = await deps.stripe.readBank(accountId);
  while (bank !== null) {
    const { fingerprint, last4 } = bank;
    await inTransaction(deps.db, async (tx) => {
      const owner = await lockPayoutBank(tx, accountId);
      if (!owner || owner.payoutBank === fingerprint) return;
      await setPayoutBank(tx, owner.id, fingerprint);
      const actor = { workspaceId: owner.id, id: null };
      if (owner.deletedAt === null)
        await recordAction(tx, { kind: 'payout.bank_changed', actor, data: { last4 }, at: deps.now() });
      const isFirst = owner.payoutBank === null;
      const since = new Date(deps.now().getTime() - PAYOUT_HOLD_MS);
      if (isFirst && !(await hasNewDeviceSince(tx, owner.id, since))) return;
      await recordPayoutChange(tx, deps, owner.id, { kind: isFirst ? 'first_setup' : 'bank_account', detail: last4 });
    });
    const now = await deps.stripe.readBank(accountId);
    if (now?.fingerprint === fingerprint) return;
    bank = now;
  }
}
