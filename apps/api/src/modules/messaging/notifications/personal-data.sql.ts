import type { Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

/** Returns the user's notifications, notification settings, and the subscription time of each browser. */
export async function exportPersonalData(db: Db, userId: string) {
  const [notifications, notificationSettings, devices] = await Promise.all([
    db
      .selectFrom('notification')
      .select(['text', 'path', 'at', 'readAt'])
      .where('userId', '=', userId)
      .orderBy('at')
      .execute(),
    db
      .selectFrom('notificationSettings')
      .select(['off', 'daily', 'pushOff', 'quietFrom', 'quietTo'])
      .where('userId', '=', userId)
      .executeTakeFirst(),
    db.selectFrom('pushSubscription').select('createdAt').where('userId', '=', userId).orderBy('createdAt').execute(),
  ]);
  return { notifications, notificationSettings: notificationSettings ?? null, devices };
}

export async function erasePersonalData(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx.deleteFrom('notification').where('userId', '=', userId).execute();
  await tx.deleteFrom('notificationSettings').where('userId', '=', userId).execute();
  await tx.deleteFrom('pushSubscription').where('userId', '=', userId).execute();
}
