/** Updates creators' Stripe accounts from Stripe, and releases blocked payouts once an account can receive them. */
import type { Deps } from '../../../core/deps.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { resolveException } from '../ledger/exceptions.service.ts';
import { syncPayoutBanks } from './payout-changes.service.ts';
import {
  listBlockedTransfers,
  lockPayee,
  setPayoutAccount,
  setPayoutsEnabled,
  updateTransfer,
} from './settlements.sql.ts';

/**
 * Re-reads a connected account from Stripe. If it can receive transfers, releases the payouts that were blocked.
 * Several calls may run at once (webhook, return page, refused transfer), and an older response must not overwrite a
 * newer one. After storing the state, each call therefore reads the account again, until the stored state equals
 * Stripe's.
 */
export async function syncPayoutAccount(deps: Deps, accountId: string): Promise<void> {
  await storePayoutRequirements(deps, accountId);
  // Before the payouts are released, because a new bank account may hold them.
  await syncPayoutBanks(deps, accountId);
  let enabled = await deps.stripe.canReceiveTransfers(accountId);
  for (;;) {
    await applyPayoutsEnabled(deps, accountId, enabled);
    const written = enabled;
    enabled = await deps.stripe.canReceiveTransfers(accountId);
    if (enabled === written) return;
  }
}

async function applyPayoutsEnabled(deps: Deps, accountId: string, enabled: boolean): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const payee = await lockPayee(tx.db, accountId);
    if (!payee) return;
    await setPayoutsEnabled(tx.db, payee.id, enabled);
    if (payee.payoutsEnabled !== enabled && payee.deletedAt === null)
      await recordAction(tx.db, {
        kind: enabled ? 'payout.enabled' : 'payout.disabled',
        actor: { workspaceId: payee.id, id: null },
        data: {},
        at: deps.now(),
      });
    if (!enabled) return;
    for (const { id, bookingId } of await listBlockedTransfers(tx.db, payee.id, ['payout_setup'])) {
      await updateTransfer(tx.db, id, { blockedReason: null });
      await resolveException(tx.db, {
        kind: 'payout_blocked',
        subject: id,
        resolution: 'The creator can be paid now',
        resolvedByPersonId: null,
        at: deps.now(),
      });
      tx.enqueue('settlements.release', { bookingId, payeeWorkspaceId: payee.id });
    }
  });
}

/**
 * Stores Stripe's reasons why an account cannot be paid, for display only. `syncPayoutAccount` determines whether it
 * can be paid.
 */
async function storePayoutRequirements(deps: Deps, accountId: string): Promise<void> {
  const { detailsSubmitted, agreement, disabledReason, requirements } = await deps.stripe.readAccount(accountId);
  await setPayoutAccount(deps.db, accountId, {
    payoutDetailsSubmitted: detailsSubmitted,
    payoutAgreement: agreement,
    payoutDisabledReason: disabledReason,
    payoutRequirements: requirements,
  });
}
