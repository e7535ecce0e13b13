import type { PersonId, WorkspaceId } from '@marquee/contracts';
import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

/** A member's feed of a workspace. */
interface FeedKey {
  workspaceId: WorkspaceId;
  personId: PersonId;
}

export const findFeed = (db: Db, { workspaceId, personId }: FeedKey) =>
  db
    .selectFrom('calendarFeed')
    .select('createdAt')
    .where('workspaceId', '=', workspaceId)
    .where('personId', '=', personId)
    .executeTakeFirst();

/** Returns the workspace of a feed, unless it is suspended or deleted. */
export const findFeedOwner = (db: Db, tokenHash: string) =>
  db
    .selectFrom('calendarFeed')
    .innerJoin('workspace', 'workspace.id', 'calendarFeed.workspaceId')
    .select(['workspace.id', 'workspace.userType', 'workspace.timeZone'])
    .where('tokenHash', '=', tokenHash)
    .where('suspendedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();

/** Locks a person's account in the same way as the services that change it. */
export const lockPerson = (db: Transaction<Database>, personId: PersonId) =>
  db.selectFrom('person').select('id').where('id', '=', personId).forNoKeyUpdate().executeTakeFirst();

/** Returns whether the person is a member of the workspace. The membership cannot end before the transaction does. */
export const lockMembership = async (db: Transaction<Database>, { workspaceId, personId }: FeedKey): Promise<boolean> =>
  (await db
    .selectFrom('member')
    .select('role')
    .where('workspaceId', '=', workspaceId)
    .where('personId', '=', personId)
    .forKeyShare()
    .executeTakeFirst()) !== undefined;

export const upsertFeed = (db: Db, feed: FeedKey & { tokenHash: string; createdAt: Date }) =>
  db
    .insertInto('calendarFeed')
    .values(feed)
    .onConflict((conflict) => conflict.columns(['workspaceId', 'personId']).doUpdateSet(feed))
    .execute();

export const deleteFeed = (db: Db, { workspaceId, personId }: FeedKey) =>
  db.deleteFrom('calendarFeed').where('workspaceId', '=', workspaceId).where('personId', '=', personId).execute();

export const deleteFeedsByPerson = (db: Transaction<Database>, personId: PersonId) =>
  db.deleteFrom('calendarFeed').where('personId', '=', personId).execute();

/** Lists the planned days of deliverables that are not sent yet, or whose latest version needs changes. */
export const listPlannedDeliverables = (db: Db, bookingIds: readonly string[]) =>
  bookingIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('deliverable')
        .leftJoinLateral(
          (from) =>
            from
              .selectFrom('delivery')
              .select('verdict')
              .whereRef('deliverableId', '=', 'deliverable.id')
              .orderBy('number', 'desc')
              .limit(1)
              .select(sql<boolean>`true`.as('isSent'))
              .as('latest'),
          (join) => join.onTrue(),
        )
        .select(['deliverable.id', 'deliverable.bookingId', 'deliverable.title', 'deliverable.plannedOn'])
        .where('bookingId', 'in', [...bookingIds])
        .where('plannedOn', 'is not', null)
        .where((where) => where.or([where('latest.isSent', 'is', null), where('latest.verdict', '=', 'changes')]))
        .orderBy('deliverable.id')
        .$narrowType<{ plannedOn: string }>()
        .execute();

const calendarBookingColumns = [
  'booking.id',
  'booking.packageName',
  'booking.status',
  'booking.paymentState',
  'booking.windows',
  'booking.leadDays',
  'booking.acceptBy',
  'booking.acceptedAt',
  'booking.resumedAt',
  'booking.pausedAt',
  'booking.dueAt',
  'booking.reviewBy',
  'booking.reviewedAt',
  'booking.releaseAt',
  'booking.cancelledAt',
  'booking.createdAt',
] as const;

/**
 * Lists the latest `most` bookings of a user. `changes` is the number of booking events, which increases with each
 * change.
 */
export const listCalendarBookings = (
  db: Db,
  { id, side, most }: { id: string; side: 'brand' | 'creator'; most: number },
) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('booking')
        .select([...calendarBookingColumns, 'booking.brandId', 'booking.creatorId', 'booking.clientId'])
        .where(side === 'brand' ? 'brandId' : 'creatorId', '=', id)
        .$if(side === 'creator', (query) => query.where('authorizedAt', 'is not', null))
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(most)
        .as('booking'),
    )
    .innerJoin('workspace as other', 'other.id', side === 'brand' ? 'booking.creatorId' : 'booking.brandId')
    .select([
      ...calendarBookingColumns,
      (side === 'brand'
        ? sql<string>`other.full_name`
        : sql<string>`name_brand(booking.client_id, other.full_name)`
      ).as('otherName'),
    ])
    .select(sql<number>`(select count(*)::int from event where event.booking_id = booking.id)`.as('changes'))
    .execute();
