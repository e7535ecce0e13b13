import type { WorkspaceId } from '@marquee/contracts';
import { sql, type Transaction } from 'kysely';
import { PUBLICATION_METRICS, type MetricValues } from '@marquee/booking';
import { brandNameSql } from '../../../db/brand-name.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { IS_BOOKING_OVER } from '../../../db/booking-over.ts';

// Callers hold the booking's lock when they change these rows.

/** Lists a booking's publications by date. There are at most `MAX_PUBLICATIONS`. */
export const listPublications = (db: Db, bookingId: string) =>
  db
    .selectFrom('publication')
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
      'unansweredSince',
    ])
    .where('bookingId', '=', bookingId)
    .orderBy('publishedOn')
    .orderBy('id')
    .execute();

/**
 * Lists the metric reports of these publications, oldest first. There are at most `MAX_METRIC_REPORTS` per
 * publication.
 */
export const listMetricReports = (db: Db, publicationIds: readonly string[]) =>
  publicationIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('publicationMetrics')
        .select(['publicationId', 'number', 'reportedAt', ...PUBLICATION_METRICS])
        .where('publicationId', 'in', [...publicationIds])
        .orderBy('publicationId')
        .orderBy('number')
        .execute();

/** Inserts a publication. Returns false if the booking already has one with this link. */
export const insertPublication = async (
  db: Transaction<Database>,
  post: { bookingId: string; link: string; publishedOn: string; disclosedAt: Date },
): Promise<boolean> =>
  (await db
    .insertInto('publication')
    .values(post)
    .onConflict((conflict) => conflict.columns(['bookingId', 'link']).doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined;

export const findPublication = (db: Db, id: string) =>
  db
    .selectFrom('publication')
    .innerJoin('booking', 'booking.id', 'publication.bookingId')
    .select([
      'publication.id',
      'publication.link',
      'publication.bookingId',
      'publication.pictureName',
      'booking.creatorId',
    ])
    .where('publication.id', '=', id)
    .executeTakeFirst();

export const deletePublication = (db: Transaction<Database>, id: string) =>
  db.deleteFrom('publication').where('id', '=', id).execute();

/** Returns the data that determines which users can see the screenshot of a publication. */
export const findPublicationPicture = (db: Db, id: string) =>
  db
    .selectFrom('publication')
    .innerJoin('booking', 'booking.id', 'publication.bookingId')
    .select([
      'publication.bookingId',
      'publication.pictureName',
      'publication.pictureShared',
      'booking.creatorId',
      'booking.brandId',
      'booking.status',
      'booking.paymentState',
    ])
    .where('publication.id', '=', id)
    .executeTakeFirst();

/** Sets the screenshot of a publication. A new screenshot is not shared, even if the previous one was. */
export const setPublicationPicture = (
  db: Transaction<Database>,
  id: string,
  { name, width, height, at }: { name: string; width: number; height: number; at: Date },
) =>
  db
    .updateTable('publication')
    .set({ pictureName: name, pictureWidth: width, pictureHeight: height, pictureAt: at, pictureShared: false })
    .where('id', '=', id)
    .execute();

export const setPublicationPictureShared = (db: Transaction<Database>, id: string, isShared: boolean) =>
  db.updateTable('publication').set({ pictureShared: isShared }).where('id', '=', id).execute();

const EMPTY_PICTURE_COLUMNS = {
  pictureName: null,
  pictureWidth: null,
  pictureHeight: null,
  pictureAt: null,
  pictureShared: false,
} as const;

export const clearPublicationPicture = (db: Transaction<Database>, id: string) =>
  db.updateTable('publication').set(EMPTY_PICTURE_COLUMNS).where('id', '=', id).execute();

/**
 * Removes at most `limit` screenshots that were uploaded before `before`, from publications of finished bookings.
 * Returns their file names.
 */
export async function clearOldPublicationPictures(
  db: Transaction<Database>,
  before: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ pictureName: string }>`
    with aged as (
      select publication.id, picture_name from publication join booking on booking.id = booking_id
      where picture_at < ${before} and ${IS_BOOKING_OVER}
      order by picture_at, publication.id limit ${sql.lit(limit)}
      for update of publication skip locked
    )
    update publication set picture_name = null, picture_width = null, picture_height = null, picture_at = null,
      picture_shared = false
    from aged where publication.id = aged.id returning aged.picture_name`.execute(db);
  return rows.map(({ pictureName }) => pictureName);
}

/** Lists publications whose link is due for a check, longest overdue first. */
export const listPublicationsToCheck = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('publication')
    .select(['id', 'link', 'publishedOn'])
    .where('nextCheckAt', '<=', now)
    .orderBy('nextCheckAt')
    .orderBy('id')
    .limit(sql.lit(limit))
    .execute();

/** Stores whether the link of a publication works. The result `unknown` keeps the previous result. */
export const updatePublicationCheck = (
  db: Db,
  id: string,
  { answer, at, nextCheckAt }: { answer: 'answered' | 'silent' | 'unknown'; at: Date; nextCheckAt: Date | null },
) =>
  db
    .updateTable('publication')
    .set({
      nextCheckAt,
      ...(answer === 'answered' && { answeredAt: at, unansweredSince: null }),
      ...(answer === 'silent' && { unansweredSince: sql<Date>`coalesce(unanswered_since, ${at})` }),
    })
    .where('id', '=', id)
    .execute();

export const insertMetricReport = (
  db: Transaction<Database>,
  figures: MetricValues & { publicationId: string; number: number; reportedAt: Date },
) => db.insertInto('publicationMetrics').values(figures).execute();

/** Returns the booking's data for its results page, without deliverables and publications. */
export const findBookingResults = (db: Db, bookingId: string) =>
  db
    .selectFrom('booking')
    .innerJoin('workspace as creator', 'creator.id', 'booking.creatorId')
    .innerJoin('workspace as brand', 'brand.id', 'booking.brandId')
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
      brandNameSql.as('brandName'),
      sql<number>`coalesce(settlement.refund_cents, 0)`.as('refundCents'),
    ])
    .where('booking.id', '=', bookingId)
    .executeTakeFirst();

/** Returns the token of the link with which a user shares a booking's results. */
export const findSharedResultsByWorkspace = (db: Db, bookingId: string, workspaceId: WorkspaceId) =>
  db
    .selectFrom('sharedResults')
    .select(['token', 'sharedAt'])
    .where('bookingId', '=', bookingId)
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();

/** Shares a booking's results. Keeps the existing token if they are already shared. */
export const insertSharedResults = (
  db: Transaction<Database>,
  shared: { bookingId: string; workspaceId: WorkspaceId; token: string; sharedAt: Date },
) =>
  db
    .insertInto('sharedResults')
    .values(shared)
    .onConflict((conflict) => conflict.columns(['bookingId', 'workspaceId']).doNothing())
    .execute();

export const deleteSharedResults = (db: Transaction<Database>, bookingId: string, workspaceId: WorkspaceId) =>
  db.deleteFrom('sharedResults').where('bookingId', '=', bookingId).where('workspaceId', '=', workspaceId).execute();

/**
 * Returns the booking whose results are shared with this token, and the user who shares them. Returns undefined if
 * that user is suspended or deleted.
 */
export const findSharedResultsByToken = (db: Db, token: string) =>
  db
    .selectFrom('sharedResults')
    .innerJoin('workspace', 'workspace.id', 'sharedResults.workspaceId')
    .select(['sharedResults.bookingId', 'sharedResults.workspaceId', 'sharedResults.sharedAt'])
    .where('token', '=', token)
    .where('workspace.suspendedAt', 'is', null)
    .where('workspace.deletedAt', 'is', null)
    .executeTakeFirst();
