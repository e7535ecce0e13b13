/** Emails users about changes that matter for the security of their accounts. */
import type { PersonId } from '@marquee/contracts';
import { DAY_MS } from '@marquee/time';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { sendMail } from './mail.service.ts';
import { findSecurityAddresses } from './mail.sql.ts';
import type { NonEventMailDataByKind } from './mail.templates.ts';
import type { SecurityMailKind } from '../mail-texts/identity/security.words.ts';

/** Time after a change of the email address in which security emails also go to the address before. */
const FORMER_EMAIL_MS = 30 * DAY_MS;

/**
 * Emails a user about a change that matters for the account's security. The email also goes to the address before, if
 * the address was changed recently.
 */
export async function sendSecurityMails<K extends SecurityMailKind | 'workspace_return'>(
  tx: UnitOfWork,
  personId: PersonId,
  { kind, subject, data, at }: { kind: K; subject: string; data: NonEventMailDataByKind[K]; at: Date },
): Promise<void> {
  const former = findFormerEmail(await findSecurityAddresses(tx.db, personId), at);
  await sendMail(tx, { kind, subject, to: { personId }, data, at });
  if (former !== null)
    await sendMail(tx, { kind, subject: `${subject}:former`, to: { personId, address: former }, data, at });
}

/** Returns the address before the last change of the email address, if that was recent. */
export const findFormerEmail = (
  { formerEmail, emailChangedAt }: { formerEmail: string | null; emailChangedAt: Date | null },
  now: Date,
): string | null =>
  emailChangedAt !== null && emailChangedAt.getTime() + FORMER_EMAIL_MS > now.getTime() ? formerEmail : null;
