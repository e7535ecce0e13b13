import type { Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

/** Returns the user's second factors. Keys, secrets and codes are left out. */
export async function exportPersonalData(db: Db, userId: string) {
  const [passkeys, authenticator, recoveryCodes] = await Promise.all([
    db
      .selectFrom('passkey')
      .select(['name', 'deviceType', 'backedUp', 'createdAt', 'lastUsedAt'])
      .where('userId', '=', userId)
      .orderBy('createdAt')
      .execute(),
    db.selectFrom('authenticator').select(['confirmedAt', 'createdAt']).where('userId', '=', userId).executeTakeFirst(),
    db.selectFrom('recoveryCode').select('usedAt').where('userId', '=', userId).execute(),
  ]);
  return { secondFactors: { passkeys, authenticator: authenticator ?? null, recoveryCodes } };
}

export async function erasePersonalData(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx.deleteFrom('passkey').where('userId', '=', userId).execute();
  await tx.deleteFrom('authenticator').where('userId', '=', userId).execute();
  await tx.deleteFrom('recoveryCode').where('userId', '=', userId).execute();
  await tx
    .updateTable('person')
    .set({ hasFactor: false, wrongCodes: 0, codesBlockedUntil: null })
    .where('id', '=', userId)
    .execute();
}
