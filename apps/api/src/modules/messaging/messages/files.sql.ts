import type { WorkspaceId } from '@marquee/contracts';
import { sql, type Insertable, type Transaction } from 'kysely';
import { quotaBytesSql } from '../../../db/stored-bytes.ts';
import type { Database, Db } from '../../../db/schema.ts';

const uploadColumns = ['id', 'parts', 'bytes', 'finishedAt'] as const;

/** Returns a file with its message, if sent, and the participants of the conversation. */
export const findMessageFile = (db: Db, id: string) =>
  db
    .selectFrom('messageFile as file')
    .leftJoin('conversation', 'conversation.id', 'file.conversationId')
    .leftJoin('message', (join) =>
      join.onRef('message.conversationId', '=', 'file.conversationId').onRef('message.number', '=', 'file.number'),
    )
    .select([
      'file.id',
      'file.authorWorkspaceId',
      'file.number',
      'file.name',
      'file.bytes',
      'file.parts',
      'file.mediaType',
      'file.finishedAt',
      'file.droppedAt',
      'message.isHeard',
      'conversation.brandId',
      'conversation.creatorId',
      'conversation.bookingId',
    ])
    .where('file.id', '=', id)
    .executeTakeFirst();

/** Locks an unsent file while a part is stored. */
export const lockMessageFile = (db: Transaction<Database>, id: string) =>
  db
    .selectFrom('messageFile')
    .select([...uploadColumns])
    .where('id', '=', id)
    .where('number', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Returns an earlier, unsent upload with the same key, which can continue. */
export const findMessageUpload = (
  db: Transaction<Database>,
  { authorWorkspaceId, bytes, uploadKey }: { authorWorkspaceId: WorkspaceId; bytes: number; uploadKey: string },
) =>
  db
    .selectFrom('messageFile')
    .select([...uploadColumns])
    .where('authorWorkspaceId', '=', authorWorkspaceId)
    .where('number', 'is', null)
    .where('bytes', '=', bytes)
    .where('uploadKey', '=', uploadKey)
    .executeTakeFirst();

export const insertMessageFile = (
  db: Transaction<Database>,
  row: Pick<
    Insertable<Database['messageFile']>,
    'authorWorkspaceId' | 'name' | 'bytes' | 'uploadKey' | 'begunAt' | 'network'
  >,
) =>
  db
    .insertInto('messageFile')
    .values({ ...row, conversationId: null, number: null, mediaType: null, sha256: null })
    .returning([...uploadColumns])
    .executeTakeFirstOrThrow();

export const updateMessageFile = (
  db: Transaction<Database>,
  id: string,
  change: { parts: number } | { mediaType: string | null; sha256: string; finishedAt: Date },
) => db.updateTable('messageFile').set(change).where('id', '=', id).execute();

/** Counts the author's unsent files, including incomplete ones. */
export const countMessageDrafts = (db: Transaction<Database>, authorWorkspaceId: WorkspaceId) =>
  db
    .selectFrom('messageFile')
    .select((eb) => eb.fn.countAll<number>().as('drafts'))
    .where('authorWorkspaceId', '=', authorWorkspaceId)
    .where('number', 'is', null)
    .executeTakeFirstOrThrow();

/** Sums the bytes of the author's files that count toward their storage quota. */
export const sumMessageBytesByAuthor = async (
  db: Transaction<Database>,
  authorWorkspaceId: WorkspaceId,
): Promise<number> =>
  (
    await db
      .selectFrom('messageFile')
      .select(quotaBytesSql.as('bytes'))
      .where('authorWorkspaceId', '=', authorWorkspaceId)
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
      .selectFrom('messageFile')
      .select(quotaBytesSql.as('bytes'))
      .where('conversationId', '=', conversationId)
      .where('number', 'is not', null)
      .where('droppedAt', 'is', null)
      .executeTakeFirstOrThrow()
  ).bytes;

/** Returns any paid booking of the user, or undefined if there is none. */
export const findAnyPaidBooking = (db: Db, workspaceId: WorkspaceId) =>
  db
    .selectFrom('booking')
    .select('id')
    .where((eb) => eb.or([eb('brandId', '=', workspaceId), eb('creatorId', '=', workspaceId)]))
    .where('authorizedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst();

/**
 * Attaches the author's complete files to a message. Returns the number of attached files, which is lower than the
 * number of ids if some files are incomplete.
 */
export const attachMessageFiles = async (
  db: Transaction<Database>,
  {
    authorWorkspaceId,
    conversationId,
    number,
  }: { authorWorkspaceId: WorkspaceId; conversationId: string; number: number },
  files: readonly string[],
): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('messageFile')
    .set({ conversationId, number })
    .where('id', 'in', [...files])
    .where('authorWorkspaceId', '=', authorWorkspaceId)
    .where('number', 'is', null)
    .where('finishedAt', 'is not', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/**
 * Deletes the author's unsent files, or only the file with the id `id`. Returns the ids and parts, so that the
 * caller can delete the stored bytes.
 */
export const deleteMessageDrafts = (db: Transaction<Database>, authorWorkspaceId: WorkspaceId, id?: string) =>
  db
    .deleteFrom('messageFile')
    .where('authorWorkspaceId', '=', authorWorkspaceId)
    .where('number', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id ?? ''))
    .returning(['id', 'parts'])
    .execute();

/**
 * Marks a deleted user's files as removed. Returns the ids and parts, so that the caller can delete the stored
 * bytes.
 */
export const setMessageFilesRemovedByAuthor = (db: Transaction<Database>, authorWorkspaceId: WorkspaceId, at: Date) =>
  db
    .updateTable('messageFile')
    .set({ droppedAt: at, name: 'Deleted file', network: null })
    .where('authorWorkspaceId', '=', authorWorkspaceId)
    .where('droppedAt', 'is', null)
    .returning(['id', 'parts'])
    .execute();

/**
 * Deletes up to `limit` unsent files whose upload began before `before`. Returns the ids and parts, so that the
 * caller can delete the stored bytes.
 */
export const deleteOldMessageDrafts = async (db: Transaction<Database>, before: Date, limit: number) =>
  (
    await sql<{ id: string; parts: number }>`
      delete from message_file where id = any(array(
        select id from message_file where dropped_at is null and number is null and begun_at < ${before}
        order by begun_at limit ${limit}
      )) returning id, parts`.execute(db)
  ).rows;

/**
 * Marks up to `limit` files that were sent before `before` as removed, unless their booking is still in progress.
 * Returns the ids and parts, so that the caller can delete the stored bytes.
 */
export const setOldMessageFilesRemoved = async (db: Transaction<Database>, before: Date, at: Date, limit: number) =>
  (
    await sql<{ id: string; parts: number }>`
      update message_file set dropped_at = ${at}, network = null where id = any(array(
        select file.id from message_file file
        left join conversation on conversation.id = file.conversation_id
        left join booking on booking.id = conversation.booking_id
        where file.dropped_at is null and file.number is not null and file.begun_at < ${before}
          and (booking.id is null or booking.status = 'cancelled'
            or booking.payment_state in ('released', 'refunded', 'split', 'voided'))
        order by file.begun_at limit ${limit}
      )) returning id, parts`.execute(db)
  ).rows;

export const findOpenDisputeByBooking = (db: Db, bookingId: string) =>
  db
    .selectFrom('dispute')
    .innerJoin('booking', 'booking.id', 'dispute.bookingId')
    .select(['dispute.id', 'booking.packageName'])
    .where('dispute.bookingId', '=', bookingId)
    .where('dispute.closedAt', 'is', null)
    .executeTakeFirst();
