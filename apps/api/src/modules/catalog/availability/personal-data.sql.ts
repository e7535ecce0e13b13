import type { WorkspaceId } from '@marquee/contracts';
import { sql } from 'kysely';
import type { Db } from '../../../db/schema.ts';

/** Returns the user's availability settings as a creator, and waiting-list entries as a brand. */
export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const [availability, waitingPlaces] = await Promise.all([
    db
      .selectFrom('creatorAvailability')
      .select(['maxBookings', 'leadDays', 'updatedAt'])
      .select(
        sql<{ first: string; last: string }[]>`coalesce((
          select jsonb_agg(jsonb_build_object('first', first_day, 'last', last_day) order by position)
          from time_off where creator_id = creator_availability.creator_id), '[]')`.as('timeOff'),
      )
      .where('creatorId', '=', workspaceId)
      .executeTakeFirst(),
    db
      .selectFrom('waitingListEntry')
      .select([
        'packageName',
        'priceCents',
        'customer',
        'answers',
        'choice',
        'joinedAt',
        'offeredAt',
        'expiresAt',
        'endedAt',
        'outcome',
      ])
      .where('brandId', '=', workspaceId)
      .orderBy('joinedAt')
      .execute(),
  ]);
  return { availability: availability ?? null, waitingPlaces };
}
