import type { WorkspaceId } from '@marquee/contracts';
import { sql, type Insertable, type Transaction } from 'kysely';
import { IS_BOOKING_OVER } from '../../../db/booking-over.ts';
import { quotaBytesSql } from '../../../db/stored-bytes.ts';
import type { Database, Db } from '../../../db/schema.ts';

/** The owner of files: a deliverable, or the author of messages that are not sent yet. */
export type FileOwner = { deliverableId: string } | { authorWorkspaceId: WorkspaceId };

/** Where sent files are: a version of a deliverable, or a message. */
export type FilePlace = { deliverableId: string; number: number } | { conversationId: string; number: number };

const uploadColumns = ['id', 'parts', 'bytes', 'finishedAt'] as const;

/**
 * Returns a file with its author, the two sides that may read it once it is sent, and its booking. `isDelivered` is
 * false if the file was sent in a message that is hidden by a block. The sides of an unsent file of a message are null.
 */
export const findFile = (db: Db, id: string) =>
  db
    .selectFrom('file')
    .leftJoin('deliverable', 'deliverable.id', 'file.deliverableId')
    .leftJoin('conversation', 'conversation.id', 'file.conversationId')
    .leftJoin('message', (join) =>
      join.onRef('message.conversationId', '=', 'file.conversationId').onRef('message.number', '=', 'file.number'),
    )
    .leftJoin('booking', (join) =>
      join.on('booking.id', '=', sql`coalesce(deliverable.booking_id, conversation.booking_id)`),
    )
    .select([
      'file.id',
      'file.authorWorkspaceId',
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
    ])
    .select((eb) => [
      eb.fn.coalesce('conversation.brandId', 'booking.brandId').as('brandId'),
      eb.fn.coalesce('conversation.creatorId', 'booking.creatorId').as('creatorId'),
      eb.fn.coalesce('message.isDelivered', eb.lit(true)).as('isDelivered'),
    ])
    .where('file.id', '=', id)
    .executeTakeFirst();

/** Locks an unsent file while a part is stored. */
export const lockUnsentFile = (db: Transaction<Database>, id: string) =>
  db
    .selectFrom('file')
    .select([...uploadColumns])
    .where('id', '=', id)
    .where('number', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Matches the unsent files of an owner. */
const isUnsentOf = (owner: FileOwner) =>
  'deliverableId' in owner
    ? sql<boolean>`deliverable_id = ${owner.deliverableId} and number is null`
    : sql<boolean>`author_workspace_id = ${owner.authorWorkspaceId} and deliverable_id is null and number is null`;

/** Returns an earlier, unsent upload of the same file, which can continue. */
export const findUnsentUpload = (
  db: Transaction<Database>,
  owner: FileOwner,
  { bytes, uploadKey }: { bytes: number; uploadKey: string },
) =>
  db
    .selectFrom('file')
    .select([...uploadColumns])
    .where(isUnsentOf(owner))
    .where('bytes', '=', bytes)
    .where('uploadKey', '=', uploadKey)
    .executeTakeFirst();

export const insertFile = (
  db: Transaction<Database>,
  row: Pick<
    Insertable<Database['file']>,
    'authorWorkspaceId' | 'deliverableId' | 'name' | 'bytes' | 'uploadKey' | 'startedAt' | 'network'
  >,
) =>
  db
    .insertInto('file')
    .values({ ...row, number: null, mediaType: null, sha256: null })
    .returning([...uploadColumns])
    .executeTakeFirstOrThrow();

export const updateFile = (
  db: Transaction<Database>,
  id: string,
  change: { parts: number } | { mediaType: string | null; sha256: string; finishedAt: Date },
) => db.updateTable('file').set(change).where('id', '=', id).execute();

/** Counts the owner's unsent files, including incomplete ones. */
export const countUnsentFiles = async (db: Transaction<Database>, owner: FileOwner): Promise<number> =>
  (
    await db
      .selectFrom('file')
      .select((eb) => eb.fn.countAll<number>().as('files'))
      .where(isUnsentOf(owner))
      .executeTakeFirstOrThrow()
  ).files;

/** Returns the total size of the files of a booking's deliverables in bytes. */
export const sumBookingBytes = async (db: Transaction<Database>, bookingId: string): Promise<number> =>
  (
    await db
      .selectFrom('deliverable')
      .innerJoin('file', 'file.deliverableId', 'deliverable.id')
      .select(sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes'))
      .where('deliverable.bookingId', '=', bookingId)
      .executeTakeFirstOrThrow()
  ).bytes;

/**
 * Returns how many bytes of the upload quota the stored files of a creator's deliverables use up. Triggers on `file`
 * maintain this sum.
 */
export const findDeliveredBytes = async (db: Transaction<Database>, authorWorkspaceId: WorkspaceId): Promise<number> =>
  (
    await db
      .selectFrom('deliveredBytes')
      .select('bytes')
      .where('authorWorkspaceId', '=', authorWorkspaceId)
      .executeTakeFirst()
  )?.bytes ?? 0;

/** Sums the bytes of the author's files of messages that count toward their storage quota. */
export const sumMessageBytesByAuthor = async (
  db: Transaction<Database>,
  authorWorkspaceId: WorkspaceId,
): Promise<number> =>
  (
    await db
      .selectFrom('file')
      .select(quotaBytesSql.as('bytes'))
      .where('authorWorkspaceId', '=', authorWorkspaceId)
      .where('deliverableId', 'is', null)
      .where('droppedAt', 'is', null)
      .executeTakeFirstOrThrow()
  ).bytes;

/** Sums the bytes of a conversation's files that count toward its storage quota. */
export const sumMessageBytesByConversation = async (
  db: Transaction<Database>,
  conversationId: string,
): Promise<number> =>
  (
    await db
      .selectFrom('file')
      .select(quotaBytesSql.as('bytes'))
      .where('conversationId', '=', conversationId)
      .where('droppedAt', 'is', null)
      .executeTakeFirstOrThrow()
  ).bytes;

/**
 * Attaches the owner's complete files to a version or message. Returns the number of attached files, which is lower
 * than `files.length` if a file is missing, incomplete or already sent.
 */
export const setFilesSent = async (
  db: Transaction<Database>,
  owner: FileOwner,
  place: FilePlace,
  files: readonly string[],
): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('file')
    .set(place)
    .where('id', 'in', [...files])
    .where(isUnsentOf(owner))
    .where('finishedAt', 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Deletes the owner's unsent files, or only the one with `id`. Returns them with their number of stored parts. */
export const deleteUnsentFiles = (db: Transaction<Database>, owner: FileOwner, id?: string) =>
  db
    .deleteFrom('file')
    .where(isUnsentOf(owner))
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .returning(['id', 'parts'])
    .execute();

/**
 * Deletes at most `limit` unsent files whose upload began before `before`. Returns them with their number of stored
 * parts.
 */
export const deleteOldUnsentFiles = async (db: Transaction<Database>, before: Date, limit: number) =>
  (
    await sql<{ id: string; parts: number }>`
      delete from file where id = any(array(
        select id from file where dropped_at is null and number is null and started_at < ${before}
        order by started_at limit ${limit}
      )) returning id, parts`.execute(db)
  ).rows;

/**
 * Marks at most `limit` sent files whose upload began before `before` as removed, unless their booking is still in
 * progress. Returns them with their number of stored parts.
 */
export const setOldFilesRemoved = async (db: Transaction<Database>, before: Date, at: Date, limit: number) =>
  (
    await sql<{ id: string; parts: number }>`
      update file set dropped_at = ${at}, network = null where id = any(array(
        select file.id from file
        left join deliverable on deliverable.id = file.deliverable_id
        left join conversation on conversation.id = file.conversation_id
        left join booking on booking.id = coalesce(deliverable.booking_id, conversation.booking_id)
        where file.dropped_at is null and file.number is not null and file.started_at < ${before}
          and (booking.id is null or ${IS_BOOKING_OVER})
        order by file.started_at limit ${limit}
      )) returning id, parts`.execute(db)
  ).rows;

/** Marks the sent files of a deleted workspace's messages as removed. Returns them with their number of stored parts. */
export const setMessageFilesRemoved = (db: Transaction<Database>, authorWorkspaceId: WorkspaceId, at: Date) =>
  db
    .updateTable('file')
    .set({ droppedAt: at, name: 'Deleted file', network: null })
    .where('authorWorkspaceId', '=', authorWorkspaceId)
    .where('deliverableId', 'is', null)
    .where('droppedAt', 'is', null)
    .returning(['id', 'parts'])
    .execute();

/** Removes the network hashes of the files of a creator's deliverables. Removed files have none. */
export const eraseDeliveryFileNetworks = (db: Transaction<Database>, authorWorkspaceId: WorkspaceId) =>
  db
    .updateTable('file')
    .set({ network: null })
    .where('authorWorkspaceId', '=', authorWorkspaceId)
    .where('deliverableId', 'is not', null)
    .where('droppedAt', 'is', null)
    .execute();
