import type { Transaction } from 'kysely';
import { deleteStoredAnswersByUser } from '../../../core/idempotency.sql.ts';
import type { Database, Db } from '../../../db/schema.ts';

/** Returns the person's account, sign-in methods and sessions. Secrets are left out. */
export async function exportPersonalData(db: Db, userId: string) {
  const [account, signInMethods, sessions, signIns] = await Promise.all([
    db
      .selectFrom('person')
      .select([
        'id',
        'fullName',
        'email',
        'emailVerifiedAt',
        'pendingEmail',
        'formerEmail',
        'emailChangedAt',
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
 * Erases the person's name and addresses, and deletes the stored responses to their requests. The row stays because
 * bookings and the log of events reference it.
 */
export async function erasePersonalData(tx: Transaction<Database>, userId: string, at: Date): Promise<void> {
  await deleteStoredAnswersByUser(tx, userId);
  await tx.deleteFrom('signIn').where('userId', '=', userId).execute();
  await tx.deleteFrom('factorReset').where('userId', '=', userId).execute();
  await tx
    .updateTable('person')
    .set({
      fullName: 'Deleted user',
      email: `${userId}@deleted.invalid`,
      emailVerifiedAt: null,
      pendingEmail: null,
      formerEmail: null,
      emailChangedAt: null,
      passwordHash: null,
      passkeyHandle: null,
      timeZone: null,
      deletedAt: at,
    })
    .where('id', '=', userId)
    .execute();
}
