import type { PersonId } from '@marquee/contracts';
import { deleteStoredAnswersByPerson } from '../../../core/idempotency.sql.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

/** Returns the person's account, sign-in methods and sessions. Secrets are left out. */
export async function exportPersonalData(db: Db, personId: PersonId) {
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
        'factorSince',
        'timeZone',
        'csvFormat',
        'createdAt',
      ])
      .where('id', '=', personId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('externalIdentity')
      .select(['issuer', 'email', 'connectedAt', 'lastUsedAt'])
      .where('personId', '=', personId)
      .execute(),
    db
      .selectFrom('session')
      .select(['userAgent', 'ip', 'createdAt', 'lastSeenAt', 'expiresAt'])
      .where('personId', '=', personId)
      .execute(),
    db
      .selectFrom('signIn')
      .select(['at', 'method', 'outcome', 'userAgent', 'ip', 'place', 'isNewDevice'])
      .where('personId', '=', personId)
      .orderBy('at')
      .execute(),
  ]);
  return { account, signInMethods, sessions, signIns };
}

/**
 * Erases the person's name and addresses, and deletes the stored responses to their requests. The row stays because
 * bookings and the log of events reference it.
 */
export async function erasePersonalData(tx: UnitOfWork, personId: PersonId, at: Date): Promise<void> {
  await deleteStoredAnswersByPerson(tx.db, personId);
  await tx.db.deleteFrom('signIn').where('personId', '=', personId).execute();
  await tx.db.deleteFrom('staffRequest').where('personId', '=', personId).execute();
  await tx.db
    .updateTable('person')
    .set({
      fullName: 'Deleted user',
      email: `${personId}@deleted.invalid`,
      emailVerifiedAt: null,
      pendingEmail: null,
      formerEmail: null,
      emailChangedAt: null,
      passwordHash: null,
      passkeyHandle: null,
      timeZone: null,
      deletedAt: at,
      erasedAt: at,
    })
    .where('id', '=', personId)
    .execute();
}
