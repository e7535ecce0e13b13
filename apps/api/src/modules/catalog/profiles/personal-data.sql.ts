import type { WorkspaceId } from '@marquee/contracts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

/** Returns the user's former usernames, platforms, portfolio and customer info card. */
export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const [formerUsernames, platforms, portfolio, customerInfo] = await Promise.all([
    db.selectFrom('formerUsername').select(['username', 'changedAt']).where('workspaceId', '=', workspaceId).execute(),
    db
      .selectFrom('creatorPlatform')
      .select(['platform', 'handle', 'followers', 'startingPriceCents'])
      .where('creatorId', '=', workspaceId)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('portfolioPicture')
      .select(['url', 'caption', 'createdAt'])
      .where('creatorId', '=', workspaceId)
      .orderBy('position')
      .execute(),
    db
      .selectFrom('customerInfo')
      .select(['name', 'email', 'description', 'audience', 'tone', 'date', 'notes', 'updatedAt'])
      .where('brandId', '=', workspaceId)
      .executeTakeFirst(),
  ]);
  return { formerUsernames, platforms, portfolio, customerInfo: customerInfo ?? null };
}

/** Deletes the user's former usernames, platforms, portfolio, view counts and customer info card. */
export async function erasePersonalData(tx: UnitOfWork, workspaceId: WorkspaceId): Promise<void> {
  await tx.db.deleteFrom('formerUsername').where('workspaceId', '=', workspaceId).execute();
  await tx.db.deleteFrom('creatorPlatform').where('creatorId', '=', workspaceId).execute();
  await tx.db.deleteFrom('portfolioPicture').where('creatorId', '=', workspaceId).execute();
  await tx.db.deleteFrom('profileView').where('creatorId', '=', workspaceId).execute();
  await tx.db.deleteFrom('creatorViewDay').where('creatorId', '=', workspaceId).execute();
  await tx.db.deleteFrom('customerInfo').where('brandId', '=', workspaceId).execute();
}
