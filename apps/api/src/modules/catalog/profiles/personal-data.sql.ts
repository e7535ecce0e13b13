import type { Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

/** Returns the user's former usernames, platforms, portfolio and customer info card. */
export async function exportPersonalData(db: Db, userId: string) {
  const [formerUsernames, platforms, portfolio, customerInfo] = await Promise.all([
    db.selectFrom('formerUsername').select(['username', 'changedAt']).where('userId', '=', userId).execute(),
    db
      .selectFrom('creatorPlatform')
      .select(['platform', 'handle', 'followers', 'startingPriceCents'])
      .where('creatorId', '=', userId)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('portfolioPicture')
      .select(['url', 'caption', 'createdAt'])
      .where('creatorId', '=', userId)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('customerInfo')
      .select(['name', 'email', 'description', 'audience', 'tone', 'date', 'notes', 'updatedAt'])
      .where('brandId', '=', userId)
      .executeTakeFirst(),
  ]);
  return { formerUsernames, platforms, portfolio, customerInfo: customerInfo ?? null };
}

/** Deletes the user's former usernames, platforms, portfolio, view counts and customer info card. */
export async function erasePersonalData(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx.deleteFrom('formerUsername').where('userId', '=', userId).execute();
  await tx.deleteFrom('creatorPlatform').where('creatorId', '=', userId).execute();
  await tx.deleteFrom('portfolioPicture').where('creatorId', '=', userId).execute();
  await tx.deleteFrom('profileView').where('creatorId', '=', userId).execute();
  await tx.deleteFrom('creatorViewDay').where('creatorId', '=', userId).execute();
  await tx.deleteFrom('customerInfo').where('brandId', '=', userId).execute();
}
