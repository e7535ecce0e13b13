/**
 * Handles payouts that a creator's bank returned, possibly after Stripe had reported them as paid. The money is back
 * in the creator's Stripe account, and Stripe pays it out again once the creator has added another bank account.
 */
import type { Deps } from '../../../core/deps.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { openException, resolveException } from '../ledger/exceptions.service.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import {
  findPayoutAccountOwner,
  insertReturnedPayout,
  listReturnedPayoutsByAccount,
  setReturnedPayoutResolved,
} from './payouts.sql.ts';

/**
 * Job: re-reads a payout after a payout.failed event. If the bank returned the payout, records that once and
 * notifies the creator and staff.
 */
export async function syncReturnedPayout(
  deps: Deps,
  { payoutId, accountId }: { payoutId: string; accountId: string },
): Promise<void> {
  const payout = await deps.stripe.retrievePayout(payoutId, accountId);
  const { failureCode } = payout;
  if (failureCode === null) return;
  await inTransaction(deps, async (tx) => {
    const owner = await findPayoutAccountOwner(tx.db, accountId);
    if (!owner) return deps.log.warn({ accountId }, 'ignored a payout to an unknown account');
    const at = deps.now();
    const { amount, currency, bankId } = payout;
    const isNew = await insertReturnedPayout(tx.db, {
      stripePayoutId: payoutId,
      stripeAccountId: accountId,
      creatorId: owner.id,
      amount,
      currency,
      failureCode,
      bankId,
      foundAt: at,
    });
    if (!isNew) return undefined;
    await openException(tx.db, {
      kind: 'payout_returned',
      bookingId: null,
      subject: payoutId,
      at,
      data: { accountId, creatorId: owner.id, amount, currency, failureCode },
    });
    await sendMail(tx, {
      kind: 'payout_returned',
      subject: payoutId,
      to: { workspaceId: owner.id },
      data: { fullName: owner.fullName, amount, currency, failureCode },
      at,
    });
    return undefined;
  });
  // The creator may have replaced the bank account before this event arrived.
  await resolveReturnedPayouts(deps, accountId);
}

/** Job: resolves the returned payouts of an account once it has a different, working bank account. */
export async function resolveReturnedPayouts(deps: Deps, accountId: string): Promise<void> {
  const returnedPayouts = await listReturnedPayoutsByAccount(deps.db, accountId);
  if (returnedPayouts.length === 0) return;
  const [bank] = await deps.stripe.listBanks(accountId);
  if (bank === undefined || bank.isRefused) return;
  for (const { stripePayoutId, bankId } of returnedPayouts) {
    if (bankId === bank.id) continue;
    await inTransaction(deps, async (tx) => {
      const at = deps.now();
      await setReturnedPayoutResolved(tx.db, stripePayoutId, at);
      await resolveException(tx.db, {
        kind: 'payout_returned',
        subject: stripePayoutId,
        resolution: 'The creator gave another bank account',
        resolvedByPersonId: null,
        at,
      });
    });
  }
}
