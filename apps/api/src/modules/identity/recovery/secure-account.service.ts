/** Lets users secure their account with one click after a change that they did not make. */
import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@marquee/time';
import type { Ctx } from '../../../core/ctx.ts';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { removeFactorsAddedSince } from '../factors/factors.service.ts';
import { clearStaffCode } from '../factors/staff-codes.service.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { redeemOneTimeLink, revokeOneTimeLinks } from '../../messaging/mail/links.service.ts';
import { findFormerEmail } from '../../messaging/mail/security-mails.service.ts';
import { revokeAccess } from '../accounts/accounts.service.ts';
import { findPersonByEmail, lockAccount, updateAccount } from '../accounts/accounts.sql.ts';
import { reportWorkspaces } from './reports.service.ts';
import { cancelFactorReset } from '../accounts/factor-resets.service.ts';

/** What an account did to its workspaces in this time before the email is undone. */
const UNDO_HOURS = 72;

/**
 * Secures an account after a change that its owner did not make, with the one-time link from the email about the
 * change. Undoes what the account did to its workspaces in the last days and locks them until staff release them, ends
 * all sessions, removes the password, external sign-in and the second factors that were added recently, undoes a recent
 * change of the email address if the link was sent to the address before, and sends a link for a new password. Returns
 * the address to which that link is sent. Throws LINK_INVALID or TOO_MANY_REQUESTS.
 */
export async function secureAccount(ctx: Ctx, { token }: { token: string }): Promise<{ email: string }> {
  await enforceRateLimit(ctx.deps, 'mail link', ctx.request.ip);
  return inTransaction(ctx.deps, async (tx) => {
    const now = ctx.deps.now();
    const link = await redeemOneTimeLink(tx.db, 'secure_account', token, now);
    const account = link && (await lockAccount(tx.db, link.personId));
    if (!link || !account) throw new Failure('LINK_INVALID');
    const former = findFormerEmail(account, now);
    const isSentTo = (email: string | null) => email?.toLowerCase() === link.email.toLowerCase();
    // A thief may have collected links at an address that the account no longer has.
    if (!isSentTo(account.email) && !isSentTo(former)) throw new Failure('LINK_INVALID');
    const isFormer = isSentTo(former);
    const canRestore = isFormer && former !== null && !(await findPersonByEmail(tx.db, former));
    await revokeAccess(tx, account.id);
    await updateAccount(tx.db, account.id, {
      passwordHash: null,
      pendingEmail: null,
      ...(canRestore && { email: former, emailVerifiedAt: now, formerEmail: null, emailChangedAt: null }),
    });
    const since = new Date(link.createdAt.getTime() - UNDO_HOURS * HOUR_MS);
    const isCreator = await reportWorkspaces(tx, { personId: account.id, since, at: now });
    await revokeOneTimeLinks(tx.db, account.id, ['change_email', 'reset_password', 'secure_account']);
    await clearStaffCode(tx.db, account.id);
    await removeFactorsAddedSince(tx.db, account.id, { since, at: now });
    await cancelFactorReset(tx.db, account.id, { by: null, at: now });
    await sendMail(tx, {
      kind: 'account_secured',
      subject: randomUUID(),
      to: { personId: account.id },
      data: { isCreator },
      at: now,
    });
    return { email: canRestore ? former : account.email };
  });
}
