import { sql, type Transaction } from 'kysely';
import { POST_FIGURES, type Figures } from '@marquee/booking';
import type { Database, Db } from '../../db/schema.ts';
import { IS_OVER } from './bookings.sql.ts';

// Rows about a booking are read and written under the booking's own lock.

/** The posts of a booking, in the order in which they were published; at most `MOST_POSTS`. */
export const listPosts = (db: Db, bookingId: string) =>
  db
    .selectFrom('post')
    .select([
      'id',
      'link',
      'publishedOn',
      'disclosedAt',
      'pictureWidth',
      'pictureHeight',
      'pictureAt',
      'pictureShared',
      'answeredAt',
      'silentSince',
    ])
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
    .select(['post.id', 'post.link', 'post.bookingId', 'post.pictureName', 'booking.creatorId'])
    .where('post.id', '=', id)
    .executeTakeFirst();

/** With it goes what was reported of it. */
export const deletePost = (tx: Transaction<Database>, id: string) =>
  tx.deleteFrom('post').where('id', '=', id).execute();

/** What decides who sees the picture of a post. */
export const findPostPicture = (db: Db, id: string) =>
  db
    .selectFrom('post')
    .innerJoin('booking', 'booking.id', 'post.bookingId')
    .select([
      'post.bookingId',
      'post.pictureName',
      'post.pictureShared',
      'booking.creatorId',
      'booking.brandId',
      'booking.status',
      'booking.paymentState',
    ])
    .where('post.id', '=', id)
    .executeTakeFirst();

/** Another picture is not shared because the one before was. */
export const setPostPicture = (
  tx: Transaction<Database>,
  id: string,
  { name, width, height, at }: { name: string; width: number; height: number; at: Date },
) =>
  tx
    .updateTable('post')
    .set({ pictureName: name, pictureWidth: width, pictureHeight: height, pictureAt: at, pictureShared: false })
    .where('id', '=', id)
    .execute();

export const setPostPictureShared = (tx: Transaction<Database>, id: string, isShared: boolean) =>
  tx.updateTable('post').set({ pictureShared: isShared }).where('id', '=', id).execute();

const NO_PICTURE = {
  pictureName: null,
  pictureWidth: null,
  pictureHeight: null,
  pictureAt: null,
  pictureShared: false,
} as const;

export const clearPostPicture = (tx: Transaction<Database>, id: string) =>
  tx.updateTable('post').set(NO_PICTURE).where('id', '=', id).execute();

/** Takes pictures from before a moment off their posts, at most `limit`; not while their booking is open. Returns their names. */
export async function clearAgedPostPictures(tx: Transaction<Database>, before: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ pictureName: string }>`
    with aged as (
      select post.id, picture_name from post join booking on booking.id = booking_id
      where picture_at < ${before} and ${IS_OVER}
      order by picture_at, post.id limit ${sql.lit(limit)}
      for update of post skip locked
    )
    update post set picture_name = null, picture_width = null, picture_height = null, picture_at = null,
      picture_shared = false
    from aged where post.id = aged.id returning aged.picture_name`.execute(tx);
  return rows.map(({ pictureName }) => pictureName);
}

/** Posts whose link is to be looked at, those that have waited longest first. */
export const listPostsToLookAt = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('post')
    .select(['id', 'link', 'publishedOn'])
    .where('lookAt', '<=', now)
    .orderBy('lookAt')
    .orderBy('id')
    .limit(sql.lit(limit))
    .execute();

/** Notes what a look at a link came to; `unknown` leaves what was known. */
export const updateLook = (
  db: Db,
  id: string,
  { answer, at, lookAt }: { answer: 'answered' | 'silent' | 'unknown'; at: Date; lookAt: Date | null },
) =>
  db
    .updateTable('post')
    .set({
      lookAt,
      ...(answer === 'answered' && { answeredAt: at, silentSince: null }),
      ...(answer === 'silent' && { silentSince: sql<Date>`coalesce(silent_since, ${at})` }),
    })
    .where('id', '=', id)
    .execute();

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
