import { sql, type Transaction } from 'kysely';
import { POST_FIGURES, type Figures } from '@marquee/booking';
import type { Database, Db } from '../../db/schema.ts';

// Rows about a booking are read and written under the booking's own lock.

/** The posts of a booking, in the order in which they were published; at most `MOST_POSTS`. */
export const listPosts = (db: Db, bookingId: string) =>
  db
    .selectFrom('post')
    .select(['id', 'link', 'publishedOn', 'disclosedAt'])
    .where('bookingId', '=', bookingId)
    .orderBy('publishedOn')
    .orderBy('id')
    .execute();

/** What was reported of these posts, the first report first; at most `MOST_FIGURES` of each. */
export const listFigures = (db: Db, postIds: readonly string[]) =>
  postIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('postFigures')
        .select(['postId', 'number', 'reportedAt', ...POST_FIGURES])
        .where('postId', 'in', [...postIds])
        .orderBy('postId')
        .orderBy('number')
        .execute();

/** False: the booking has a post with this link. */
export const insertPost = async (
  tx: Transaction<Database>,
  post: { bookingId: string; link: string; publishedOn: string; disclosedAt: Date },
): Promise<boolean> =>
  (await tx
    .insertInto('post')
    .values(post)
    .onConflict((conflict) => conflict.columns(['bookingId', 'link']).doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined;

/** A post, and the two sides of its booking. */
export const findPost = (db: Db, id: string) =>
  db
    .selectFrom('post')
    .innerJoin('booking', 'booking.id', 'post.bookingId')
    .select(['post.id', 'post.link', 'post.bookingId', 'booking.creatorId'])
    .where('post.id', '=', id)
    .executeTakeFirst();

/** With it goes what was reported of it. */
export const deletePost = (tx: Transaction<Database>, id: string) =>
  tx.deleteFrom('post').where('id', '=', id).execute();

export const insertFigures = (
  tx: Transaction<Database>,
  figures: Figures & { postId: string; number: number; reportedAt: Date },
) => tx.insertInto('postFigures').values(figures).execute();

/** What a booking's results show besides its deliverables and posts. */
export const findResults = (db: Db, bookingId: string) =>
  db
    .selectFrom('booking')
    .innerJoin('appUser as creator', 'creator.id', 'booking.creatorId')
    .innerJoin('appUser as brand', 'brand.id', 'booking.brandId')
    .leftJoin('settlement', (join) =>
      join.onRef('settlement.bookingId', '=', 'booking.id').on('settlement.voidedAt', 'is', null),
    )
    .select([
      'booking.id',
      'booking.brandId',
      'booking.packageName',
      'booking.status',
      'booking.paymentState',
      'booking.startedAt',
      'booking.completedAt',
      'booking.priceCents',
      'booking.totalCents',
      'creator.fullName as creatorName',
      'creator.username as creatorUsername',
      'brand.fullName as brandName',
      sql<number>`coalesce(settlement.refund_cents, 0)`.as('refundCents'),
    ])
    .where('booking.id', '=', bookingId)
    .executeTakeFirst();

/** The address under which one side shares a booking's results, if it does. */
export const findSharedBy = (db: Db, bookingId: string, userId: string) =>
  db
    .selectFrom('sharedResults')
    .select(['token', 'sharedAt'])
    .where('bookingId', '=', bookingId)
    .where('userId', '=', userId)
    .executeTakeFirst();

/** Shared already it keeps its address. */
export const insertShared = (
  tx: Transaction<Database>,
  shared: { bookingId: string; userId: string; token: string; sharedAt: Date },
) =>
  tx
    .insertInto('sharedResults')
    .values(shared)
    .onConflict((conflict) => conflict.columns(['bookingId', 'userId']).doNothing())
    .execute();

export const deleteShared = (tx: Transaction<Database>, bookingId: string, userId: string) =>
  tx.deleteFrom('sharedResults').where('bookingId', '=', bookingId).where('userId', '=', userId).execute();

/** The booking whose results are shared at this address, and by whom; nobody who is suspended or deleted shares any. */
export const findShared = (db: Db, token: string) =>
  db
    .selectFrom('sharedResults')
    .innerJoin('appUser', 'appUser.id', 'sharedResults.userId')
    .select(['sharedResults.bookingId', 'sharedResults.userId', 'sharedResults.sharedAt'])
    .where('token', '=', token)
    .where('appUser.suspendedAt', 'is', null)
    .where('appUser.deletedAt', 'is', null)
    .executeTakeFirst();
