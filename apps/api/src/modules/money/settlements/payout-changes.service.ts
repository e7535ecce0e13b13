/**
 * Notices changes of where a creator's payouts go, and holds the payouts for a while after them, so that a thief who
 * knows a password cannot redirect the money before the owner can react (docs/safety.md "Payout changes").
 */
import type { WorkspaceId } from '@marquee/contracts';
import { PAYOUT_HOLD_HOURS } from '@marquee/booking';
import { HOUR_MS } from '@marquee/time';
import { isDeepStrictEqual } from 'node:util';
import type { Deps } from '../../../core/deps.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { PayoutChangeKind } from '../../../db/schema.ts';
import { hasUsedNewDevice } from '../../identity/auth/history.service.ts';
import { listRecentOwners, sendOwnersSecurityMails } from '../../identity/ownership/ownership.service.ts';
import { insertPayoutChange, lockPayoutBanks, setPayoutBanks, setPayoutsHeldUntil } from './payout-changes.sql.ts';

const PAYOUT_HOLD_MS = PAYOUT_HOLD_HOURS * HOUR_MS;

/**
 * Records a change of where a creator's payouts go, holds their payouts from now on, and emails the creator. The
 * caller has locked the account. `detail` is the new country or the last digits of the new bank account.
 */
export async function recordPayoutChange(
  tx: UnitOfWork,
  deps: Pick<Deps, 'now'>,
  creatorId: WorkspaceId,
  { kind, detail }: { kind: PayoutChangeKind; detail: string },
): Promise<void> {
  const at = deps.now();
  const heldUntil = new Date(at.getTime() + PAYOUT_HOLD_MS);
  const id = await insertPayoutChange(tx.db, { creatorId, kind, detail, at });
  await setPayoutsHeldUntil(tx.db, creatorId, heldUntil);
  await sendOwnersSecurityMails(tx, creatorId, {
    kind: 'payout_changed',
    subject: id,
    data: { change: kind, detail, heldUntil: heldUntil.toISOString() },
    at,
  });
}

type Bank = Awaited<ReturnType<Deps['stripe']['listBanks']>>[number];

const listFingerprints = (banks: readonly Bank[]): string[] => banks.map(({ fingerprint }) => fingerprint);

/**
 * Compares the stored bank accounts of a creator with those at Stripe. Returns the kind of the change and the last
 * digits of the new account, or null if no account is new. An added account counts, too, because it could be made the
 * one for payouts later.
 */
function findBankChange(
  before: readonly string[],
  banks: readonly [Bank, ...Bank[]],
): { kind: PayoutChangeKind; last4: string } | null {
  const [first] = banks;
  if (before.length === 0) return { kind: 'first_setup', last4: first.last4 };
  if (before[0] !== first.fingerprint) return { kind: 'bank_account', last4: first.last4 };
  const addedBank = banks.find(({ fingerprint }) => !before.includes(fingerprint));
  return addedBank === undefined ? null : { kind: 'bank_added', last4: addedBank.last4 };
}

/**
 * Re-reads the bank accounts of a connected account, and records a change if they differ from the stored ones. The
 * first bank account counts as a change only if the account was used on a new device, as far back as sign-ins are
 * stored. A thief could otherwise wait until the sign-in is long ago. Several calls may run at once, so this repeats
 * until the stored bank accounts equal Stripe's.
 */
export async function syncPayoutBanks(deps: Deps, accountId: string): Promise<void> {
  let banks = await deps.stripe.listBanks(accountId);
  for (;;) {
    const [first, ...otherBanks] = banks;
    if (first === undefined) return;
    const fingerprints = listFingerprints(banks);
    await inTransaction(deps, async (tx) => {
      const owner = await lockPayoutBanks(tx.db, accountId);
      if (!owner) return;
      const { payoutBanks: before } = owner;
      if (isDeepStrictEqual(before, fingerprints)) return;
      await setPayoutBanks(tx.db, owner.id, fingerprints);
      const change = findBankChange(before, [first, ...otherBanks]);
      if (change === null) return;
      const { kind, last4 } = change;
      const actor = { workspaceId: owner.id, id: null };
      if (owner.deletedAt === null)
        await recordAction(tx.db, { kind: 'payout.bank_changed', actor, data: { last4 }, at: deps.now() });
      const owners = await listRecentOwners(tx.db, owner.id, deps.now());
      if (kind === 'first_setup' && !(await hasUsedNewDevice(tx.db, owners))) return;
      await recordPayoutChange(tx, deps, owner.id, { kind, detail: last4 });
    });
    banks = await deps.stripe.listBanks(accountId);
    if (isDeepStrictEqual(listFingerprints(banks), fingerprints)) return;
  }
}
