/** Exports and deletes a user's account across all modules. */
import { DELETE_CONFIRMATION, type DeleteAccountInput } from '@marquee/validation';
import type { UserCtx } from '../../core/ctx.ts';
import { Failure } from '../../core/failures.ts';
import { enforceRateLimit } from '../../core/rate-limits.ts';
import { inTransaction } from '../../db/transaction.ts';
import { revokeAccess } from '../auth/account.service.ts';
import { removeUserFromWaitingLists } from '../availability/availability.service.ts';
import { endUnpaidOrders } from '../bookings/bookings.service.ts';
import { sendMail } from '../mail/mail.service.ts';
import { endOpenOffersOnDeletion } from '../offers/offers.service.ts';
import { unpublishPackages } from '../packages/packages.service.ts';
import { eraseUserData, exportUserData } from './personal-data.service.ts';

/** Returns all data stored about the caller. Throws TOO_MANY_REQUESTS. */
export async function exportAccountData(ctx: UserCtx) {
  await enforceRateLimit(ctx, 'account download', ctx.user.id);
  return { exportedAt: ctx.now(), ...(await exportUserData(ctx.db, ctx.user.id)) };
}

/**
 * Deletes the caller's account. Bookings and the ledger are kept for the other side and for accounting, but without
 * the user's personal data. Name, address, texts, pictures, sessions and identities are erased, packages are hidden,
 * and the email address can be registered again. Throws DELETION_UNCONFIRMED (the confirmation word was not
 * entered), ACCOUNT_IN_USE (a booking has unsettled money) or TOO_MANY_REQUESTS.
 */
export async function removeAccount(ctx: UserCtx, input: DeleteAccountInput): Promise<void> {
  await enforceRateLimit(ctx, 'account change', ctx.user.id);
  if (input.confirmation?.trim().toUpperCase() !== DELETE_CONFIRMATION) throw new Failure('DELETION_UNCONFIRMED');
  const at = ctx.now();
  await inTransaction(ctx.db, async (tx) => {
    // Locks the user, packages, offers and bookings in the same order as placing an order does, to avoid deadlocks.
    // Packages that are no longer for sale cannot be ordered.
    const account = await revokeAccess(tx, ctx.user.id);
    if (!account) return;
    await unpublishPackages(tx, account.id, at);
    await endOpenOffersOnDeletion(tx, account.id, at);
    await endUnpaidOrders(tx, account.id, at);
    await removeUserFromWaitingLists(tx, account.id, at);
    await eraseUserData(tx, account.id, at);
    await sendMail(tx, {
      kind: 'account_deleted',
      subject: account.id,
      to: { address: account.email },
      data: { fullName: account.fullName, wasConfirmed: account.emailVerifiedAt !== null },
      at,
    });
  });
  await ctx.session?.end();
}
