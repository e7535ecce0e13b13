import type { Verdict } from '@marquee/booking';
import type { NewFileComment } from '@marquee/validation';
import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

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
    .selectFrom('file')
    .select(deliveryFileColumns)
    .where('deliverableId', 'in', deliverableIds.length === 0 ? [PLACEHOLDER_ID] : [...deliverableIds])
    .$if(!withDrafts, (query) => query.where('number', 'is not', null))
    .orderBy('deliverableId')
    .orderBy('startedAt')
    .orderBy('id')
    .execute();
