/** Connects identities of the OpenID provider to accounts. */
import type { PersonId } from '@marquee/contracts';
import { randomUUID } from 'node:crypto';
import type { SignInProblem } from '@marquee/validation';
import type { Deps } from '../../../core/deps.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { OpenIdProfile } from '../../../gateways/openid.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { lockAccount } from '../accounts/accounts.sql.ts';
import { findPersonByIdentity, insertIdentity } from './auth.sql.ts';

/**
 * Connects an identity to an account whose user is signed in or has proved the address and every factor, and emails the
 * user. Returns null on success, or if the identity was already connected to this user.
 */
export function storeIdentity(deps: Deps, personId: PersonId, identity: OpenIdProfile): Promise<SignInProblem | null> {
  return inTransaction(deps, async (tx) => {
    const account = await lockAccount(tx.db, personId);
    if (!account || account.emailVerifiedAt === null) return 'exists';
    if (account.suspendedAt !== null) return 'suspended';
    if (!(await insertIdentity(tx.db, createIdentityRow(deps, personId, identity)))) {
      const owner = await findPersonByIdentity(tx.db, identity);
      return owner === undefined ? 'another' : owner.id === personId ? null : 'taken';
    }
    await sendMail(tx, {
      kind: 'identity_connected',
      subject: randomUUID(),
      to: { personId },
      data: { fullName: account.fullName, label: deps.env.OIDC_LABEL },
      at: deps.now(),
    });
    return null;
  });
}

export const createIdentityRow = (deps: Deps, personId: PersonId, { issuer, subject, email }: OpenIdProfile) => ({
  issuer,
  subject,
  personId,
  email,
  connectedAt: deps.now(),
  lastUsedAt: deps.now(),
});
