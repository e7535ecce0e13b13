import { randomBytes } from 'node:crypto';
import { DELETED_USERNAME_PREFIX } from '@marquee/validation';
import type { Transaction } from 'kysely';
import { deleteStoredAnswersByUser } from '../../core/idempotency.sql.ts';
import type { Database, Db } from '../../db/schema.ts';

/** Returns the user's account with its profile, sign-in methods and sessions. Secrets are left out. */
export async function exportPersonalData(db: Db, userId: string) {
  const [account, signInMethods, sessions, signIns] = await Promise.all([
    db
      .selectFrom('appUser')
      .select([
        'id',
        'username',
        'fullName',
        'email',
        'emailVerifiedAt',
        'pendingEmail',
        'formerEmail',
        'emailChangedAt',
        'userType',
        'bio',
        'location',
        'profileImageUrl',
        'categories',
        'languages',
        'links',
        'followers',
        'payoutsEnabled',
        'payoutCountry',
        'timeZone',
        'csvFormat',
        'createdAt',
      ])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('externalIdentity')
      .select(['issuer', 'email', 'connectedAt', 'lastUsedAt'])
      .where('userId', '=', userId)
      .execute(),
    db
      .selectFrom('session')
      .select(['userAgent', 'ip', 'createdAt', 'lastSeenAt', 'expiresAt'])
      .where('userId', '=', userId)
      .execute(),
    db
      .selectFrom('signIn')
      .select(['at', 'method', 'outcome', 'userAgent', 'ip', 'place', 'isNewDevice'])
      .where('userId', '=', userId)
      .orderBy('at')
      .execute(),
  ]);
  return { account, signInMethods, sessions, signIns };
}

/**
 * Erases the user's name, addresses and profile from the account, and deletes the stored responses to their
 * requests. The row stays because bookings and the ledger reference it.
 */
export async function erasePersonalData(tx: Transaction<Database>, userId: string, at: Date): Promise<void> {
  await deleteStoredAnswersByUser(tx, userId);
  await tx.deleteFrom('signIn').where('userId', '=', userId).execute();
  await tx.deleteFrom('factorReset').where('userId', '=', userId).execute();
  await tx
    .updateTable('appUser')
    .set({
      username: await findFreeDeletedUsername(tx),
      fullName: 'Deleted user',
      email: `${userId}@deleted.invalid`,
      emailVerifiedAt: null,
      pendingEmail: null,
      formerEmail: null,
      emailChangedAt: null,
      passwordHash: null,
      passkeyHandle: null,
      bio: '',
      location: '',
      payoutCountry: null,
      timeZone: null,
      profileImageUrl: null,
      categories: [],
      languages: [],
      links: '[]',
      followers: 0,
      deletedAt: at,
    })
    .where('id', '=', userId)
    .execute();
}

/** Returns a random free username. A predictable username could already be taken by another user. */
async function findFreeDeletedUsername(tx: Transaction<Database>): Promise<string> {
  for (;;) {
    const username = `${DELETED_USERNAME_PREFIX}${randomBytes(10).toString('hex')}`;
    const taken = await tx.selectFrom('appUser').select('id').where('username', '=', username).executeTakeFirst();
    if (!taken) return username;
  }
}
