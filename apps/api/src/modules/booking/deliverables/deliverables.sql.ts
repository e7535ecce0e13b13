import type { WorkspaceId } from '@marquee/contracts';
import type { Verdict } from '@marquee/booking';
import type { NewFileComment } from '@marquee/validation';
import { sql, type Insertable, type Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';
import { IS_BOOKING_OVER } from '../../../db/booking-over.ts';

// Callers hold the booking's lock when they change these rows.

/**
 * Returns the ordered content, which determines the deliverables. `revisions` is null if the package states no
 * number of revisions.
 */
export async function findOrderedWork(db: Db, bookingId: string) {
  const { chosen, ...ordered } = await db
    .selectFrom('booking')
    .select(['packageName', 'features', 'chosen'])
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
  const addOns = (chosen?.lines ?? []).filter(({ kind }) => kind === 'add_on');
  return {
    ...ordered,
    revisions: chosen?.revisions ?? null,
    quantity: chosen?.choice.quantity ?? 1,
    addOns: addOns.map(({ label, quantity }) => ({ label, quantity })),
  };
}

/** Inserts the ordered deliverables when the work starts. */
export const insertDeliverables = (db: Transaction<Database>, bookingId: string, titles: readonly string[]) =>
  db
    .insertInto('deliverable')
    .values(titles.map((title, at) => ({ bookingId, position: at + 1, title })))
    .execute();

export const appendDeliverable = (db: Transaction<Database>, bookingId: string, title: string) =>
  sql`insert into deliverable (booking_id, position, title, is_added)
    select ${bookingId}, coalesce(max(position), 0) + 1, ${title}, true from deliverable where booking_id = ${bookingId}`.execute(
    db,
  );

/** Sets the day on which the creator plans to send the deliverable. Null removes it. */
export const setDeliverablePlannedOn = (db: Transaction<Database>, id: string, plannedOn: string | null) =>
  db.updateTable('deliverable').set({ plannedOn }).where('id', '=', id).execute();

export const deleteDeliverable = (db: Transaction<Database>, id: string) =>
  db.deleteFrom('deliverable').where('id', '=', id).execute();

export const findDeliverable = (db: Db, id: string) =>
  db
    .selectFrom('deliverable')
    .innerJoin('booking', 'booking.id', 'deliverable.bookingId')
    .select([
      'deliverable.id',
      'deliverable.title',
      'deliverable.isAdded',
      'deliverable.bookingId',
      'booking.creatorId',
      'booking.brandId',
    ])
    .where('deliverable.id', '=', id)
    .executeTakeFirst();

/** Lists a booking's deliverables in order. There are at most `MAX_DELIVERABLES`. */
export const listDeliverables = (db: Db, bookingId: string) =>
  db
    .selectFrom('deliverable')
    .select(['id', 'title', 'isAdded', 'plannedOn'])
    .where('bookingId', '=', bookingId)
    .orderBy('position')
    .execute();

/** Lists all versions of these deliverables in order. There are at most `MAX_VERSIONS` per deliverable. */
export const listDeliveryVersions = (db: Db, deliverableIds: readonly string[]) =>
  db
    .selectFrom('delivery')
    .select([
      'deliverableId',
      'number',
      'note',
      'links',
      'sentAt',
      'reviewBy',
      'verdict',
      'decidedAt',
      'changeRequest',
      'remarks',
    ])
    .where('deliverableId', 'in', deliverableIds.length === 0 ? [PLACEHOLDER_ID] : [...deliverableIds])
    .orderBy('deliverableId')
    .orderBy('number')
    .execute();

/** Whether the creator has sent any version of any deliverable. */
export const hasDeliveryVersions = async (db: Db, bookingId: string): Promise<boolean> =>
  (await db
    .selectFrom('deliverable')
    .innerJoin('delivery', 'delivery.deliverableId', 'deliverable.id')
    .select('delivery.number')
    .where('deliverable.bookingId', '=', bookingId)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** An id that matches no row. It replaces an empty list of ids, which is not valid SQL. */
const PLACEHOLDER_ID = '00000000-0000-0000-0000-000000000000';

export const insertDeliveryVersion = (
  db: Transaction<Database>,
  version: { deliverableId: string; number: number; note: string; links: string[]; sentAt: Date; reviewBy: Date },
) =>
  db
    .insertInto('delivery')
    .values({ ...version, verdict: null, changeRequest: null, remarks: '[]' })
    .execute();

export const updateDeliveryVersion = (
  db: Transaction<Database>,
  { deliverableId, number }: { deliverableId: string; number: number },
  said: { verdict: Verdict; decidedAt: Date; changeRequest: string | null; remarks: readonly NewFileComment[] },
) =>
  db
    .updateTable('delivery')
    .set({ ...said, remarks: JSON.stringify(said.remarks) })
    .where('deliverableId', '=', deliverableId)
    .where('number', '=', number)
    .execute();

const isOfBooking = (bookingId: string) =>
  sql<boolean>`deliverable_id in (select id from deliverable where booking_id = ${bookingId})`;

/** Moves the review deadlines of a booking's waiting versions that are earlier than `until` to that time. */
export const setReviewBy = (db: Transaction<Database>, bookingId: string, until: Date) =>
  db
    .updateTable('delivery')
    .set({ reviewBy: until })
    .where(isOfBooking(bookingId))
    .where('verdict', 'is', null)
    .where('reviewBy', '<', until)
    .execute();

/**
 * Postpones the review deadlines of a booking's waiting versions by the time between `pausedAt` and `now`. Versions
 * that were sent during that time have the full time from `now` on.
 */
export const postponeReviews = (db: Transaction<Database>, bookingId: string, pausedAt: Date, now: Date) =>
  db
    .updateTable('delivery')
    .set({ reviewBy: sql`review_by + (${now}::timestamptz - greatest(sent_at, ${pausedAt}::timestamptz))` })
    .where(isOfBooking(bookingId))
    .where('verdict', 'is', null)
    .execute();

/** Approves the latest version of each of the booking's deliverables, unless it already has a verdict. */
export const approveSentVersions = (db: Transaction<Database>, bookingId: string, decidedAt: Date) =>
  db
    .updateTable('delivery')
    .set({ verdict: 'approved', decidedAt })
    .where('verdict', 'is', null)
    .where((eb) =>
      eb.and([
        eb.exists(
          eb
            .selectFrom('deliverable')
            .select('deliverable.id')
            .where('deliverable.bookingId', '=', bookingId)
            .whereRef('deliverable.id', '=', 'delivery.deliverableId'),
        ),
        eb.not(
          eb.exists(
            eb
              .selectFrom('delivery as later')
              .select('later.number')
              .whereRef('later.deliverableId', '=', 'delivery.deliverableId')
              .whereRef('later.number', '>', 'delivery.number'),
          ),
        ),
      ]),
    )
    .execute();

const deliveryFileColumns = [
  'id',
  'deliverableId',
  'number',
  'name',
  'bytes',
  'mediaType',
  'sha256',
  'parts',
  'finishedAt',
  'droppedAt',
] as const;

/** Lists the files of these deliverables in upload order. Includes unsent files if `withDrafts`. */
export const listDeliveryFiles = (db: Db, deliverableIds: readonly string[], withDrafts: boolean) =>
  db
    .selectFrom('deliveryFile')
    .select(deliveryFileColumns)
    .where('deliverableId', 'in', deliverableIds.length === 0 ? [PLACEHOLDER_ID] : [...deliverableIds])
    .$if(!withDrafts, (query) => query.where('number', 'is not', null))
    .orderBy('deliverableId')
    .orderBy('begunAt')
    .orderBy('id')
    .execute();

export const findDeliveryFile = (db: Db, id: string) =>
  db
    .selectFrom('deliveryFile as file')
    .innerJoin('deliverable', 'deliverable.id', 'file.deliverableId')
    .innerJoin('booking', 'booking.id', 'deliverable.bookingId')
    .select([
      'file.id',
      'file.deliverableId',
      'file.number',
      'file.name',
      'file.bytes',
      'file.parts',
      'file.mediaType',
      'file.finishedAt',
      'file.droppedAt',
      'booking.id as bookingId',
      'booking.packageName',
      'booking.creatorId',
      'booking.brandId',
    ])
    .where('file.id', '=', id)
    .executeTakeFirst();

export const lockDeliveryFile = (db: Transaction<Database>, id: string) =>
  db
    .selectFrom('deliveryFile')
    .select([...deliveryFileColumns])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

/** Returns an earlier, unsent upload of the same file, which can continue. */
export const findUnsentUpload = (
  db: Transaction<Database>,
  { deliverableId, bytes, uploadKey }: { deliverableId: string; bytes: number; uploadKey: string },
) =>
  db
    .selectFrom('deliveryFile')
    .select(['id', 'parts', 'finishedAt'])
    .where('deliverableId', '=', deliverableId)
    .where('number', 'is', null)
    .where('bytes', '=', bytes)
    .where('uploadKey', '=', uploadKey)
    .executeTakeFirst();

export const insertDeliveryFile = (
  db: Transaction<Database>,
  file: Pick<
    Insertable<Database['deliveryFile']>,
    'deliverableId' | 'authorWorkspaceId' | 'name' | 'bytes' | 'uploadKey' | 'begunAt' | 'network'
  >,
) =>
  db
    .insertInto('deliveryFile')
    .values({ ...file, number: null, mediaType: null, sha256: null })
    .returning(['id', 'parts', 'finishedAt'])
    .executeTakeFirstOrThrow();

export const updateDeliveryFile = (
  db: Transaction<Database>,
  id: string,
  change: { parts: number } | { mediaType: string | null; sha256: string; finishedAt: Date },
) => db.updateTable('deliveryFile').set(change).where('id', '=', id).execute();

/** Returns the total size of a booking's files in bytes, and the number of unsent files of one deliverable. */
export async function sumDeliveryFiles(
  db: Transaction<Database>,
  { bookingId, deliverableId }: { bookingId: string; deliverableId: string },
): Promise<{ bytes: number; drafts: number }> {
  const { rows } = await sql<{ bytes: number; drafts: number }>`
    select coalesce(sum(file.bytes), 0)::bigint as bytes,
      (count(*) filter (where file.deliverable_id = ${deliverableId} and file.number is null))::int as drafts
    from deliverable join delivery_file file on file.deliverable_id = deliverable.id
    where deliverable.booking_id = ${bookingId}`.execute(db);
  return rows[0] ?? { bytes: 0, drafts: 0 };
}

/**
 * Returns how many bytes of the upload quota a creator's stored files use up. Triggers on `delivery_file` maintain
 * this sum.
 */
export const findDeliveredBytes = async (db: Transaction<Database>, authorWorkspaceId: WorkspaceId): Promise<number> =>
  (
    await db
      .selectFrom('deliveredBytes')
      .select('bytes')
      .where('authorWorkspaceId', '=', authorWorkspaceId)
      .executeTakeFirst()
  )?.bytes ?? 0;

/**
 * Attaches uploaded files to a version. Returns the number of attached files, which is lower than `files.length` if
 * a file is missing, incomplete or already sent.
 */
export const attachDeliveryFiles = async (
  db: Transaction<Database>,
  { deliverableId, number, files }: { deliverableId: string; number: number; files: readonly string[] },
): Promise<number> => {
  if (files.length === 0) return 0;
  const { numUpdatedRows } = await db
    .updateTable('deliveryFile')
    .set({ number })
    .where('id', 'in', [...files])
    .where('deliverableId', '=', deliverableId)
    .where('number', 'is', null)
    .where('finishedAt', 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/**
 * Deletes all unsent files of a deliverable, or only the one with `id`. Returns the deleted files with their number
 * of stored parts.
 */
export const deleteDraftFiles = (db: Transaction<Database>, deliverableId: string, id?: string) =>
  db
    .deleteFrom('deliveryFile')
    .where('deliverableId', '=', deliverableId)
    .where('number', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .returning(['id', 'parts'])
    .execute();

/**
 * Deletes at most `limit` unsent files whose upload began before `before`. Returns the deleted files with their
 * number of stored parts.
 */
export const deleteOldDraftFiles = async (db: Transaction<Database>, before: Date, limit: number) =>
  (
    await sql<{ id: string; parts: number }>`
      delete from delivery_file where id = any(array(
        select id from delivery_file where dropped_at is null and number is null and begun_at < ${before}
        order by begun_at limit ${limit}
      )) returning id, parts`.execute(db)
  ).rows;

/**
 * Marks at most `limit` files of finished bookings that were uploaded before `before` as removed. Returns these
 * files with their number of stored parts.
 */
export const markOldFilesRemoved = async (db: Transaction<Database>, before: Date, at: Date, limit: number) =>
  (
    await sql<{ id: string; parts: number }>`
      update delivery_file set dropped_at = ${at}, network = null where id = any(array(
        select file.id from delivery_file file
        join deliverable on deliverable.id = file.deliverable_id
        join booking on booking.id = deliverable.booking_id
        where file.dropped_at is null and file.begun_at < ${before}
          and ${IS_BOOKING_OVER}
        order by file.begun_at limit ${limit}
      )) returning id, parts`.execute(db)
  ).rows;
