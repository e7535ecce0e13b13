import type { PersonId } from '@marquee/contracts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

/** Returns the user's second factors. Keys, secrets and codes are left out. */
export async function exportPersonalData(db: Db, personId: PersonId) {
  const [passkeys, authenticator, recoveryCodes] = await Promise.all([
    db
      .selectFrom('passkey')
      .select(['name', 'deviceType', 'backedUp', 'createdAt', 'lastUsedAt'])
      .where('personId', '=', personId)
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('authenticator')
      .select(['confirmedAt', 'createdAt'])
      .where('personId', '=', personId)
      .executeTakeFirst(),
    db.selectFrom('recoveryCode').select(['createdAt', 'usedAt']).where('personId', '=', personId).execute(),
  ]);
  return { secondFactors: { passkeys, authenticator: authenticator ?? null, recoveryCodes } };
}

export async function erasePersonalData(tx: UnitOfWork, personId: PersonId): Promise<void> {
  await tx.db.deleteFrom('passkey').where('personId', '=', personId).execute();
  await tx.db.deleteFrom('authenticator').where('personId', '=', personId).execute();
  await tx.db.deleteFrom('recoveryCode').where('personId', '=', personId).execute();
  await tx.db.deleteFrom('wrongCode').where('personId', '=', personId).execute();
  await tx.db
    .updateTable('person')
    .set({
      hasFactor: false,
      factorSince: null,
      staffCodeHash: null,
      staffCodeExpiresAt: null,
    })
    .where('id', '=', personId)
    .execute();
}
