import type { PersonId } from '@marquee/contracts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

/** Returns the user's notifications, notification settings, and the subscription time of each browser. */
export async function exportPersonalData(db: Db, personId: PersonId) {
  const [notifications, notificationSettings, devices] = await Promise.all([
    db
      .selectFrom('notification')
      .select(['text', 'path', 'at', 'readAt'])
      .where('personId', '=', personId)
      .orderBy('at')
      .execute(),
    db
      .selectFrom('notificationSettings')
      .select(['off', 'daily', 'pushOff', 'quietFrom', 'quietTo'])
      .where('personId', '=', personId)
      .executeTakeFirst(),
    db
      .selectFrom('pushSubscription')
      .select('createdAt')
      .where('personId', '=', personId)
      .orderBy('createdAt')
      .execute(),
  ]);
  return { notifications, notificationSettings: notificationSettings ?? null, devices };
}

export async function erasePersonalData(tx: UnitOfWork, personId: PersonId): Promise<void> {
  await tx.db.deleteFrom('notification').where('personId', '=', personId).execute();
  await tx.db.deleteFrom('notificationSettings').where('personId', '=', personId).execute();
  await tx.db.deleteFrom('pushSubscription').where('personId', '=', personId).execute();
}
