import type { WorkspaceId } from '@marquee/contracts';
import { sql, type Insertable, type Transaction } from 'kysely';
import { PAGE_SIZE } from '../../../core/paging.ts';
import type { Database, Db } from '../../../db/schema.ts';

export const MESSAGES_PER_PAGE = 40;

/** Maximum length of an excerpt in lists and quotes. */
export const MAX_EXCERPT_LENGTH = 200;

export const insertMessage = (db: Transaction<Database>, row: Insertable<Database['message']>) =>
  db.insertInto('message').values(row).execute();

/** Returns the message that this author has already sent with this `clientId`. */
export const findSentMessage = (db: Db, authorWorkspaceId: WorkspaceId, clientId: string) =>
  db
    .selectFrom('message')
    .select(['conversationId', 'number'])
    .where('authorWorkspaceId', '=', authorWorkspaceId)
    .where('clientId', '=', clientId)
    .executeTakeFirst();

const messageColumns = [
  'message.number',
  'message.id',
  'message.authorWorkspaceId',
  'message.clientId',
  'message.announcement',
  'message.text',
  'message.at',
  'message.erasedAt',
] as const;

/** Selects a message's files in the order in which the author chose them. */
const messageFilesSql = sql<MessageFile[]>`case when message.files = 0 then '[]'::json else (
  select coalesce(json_agg(json_build_object('id', file.id, 'name', file.name, 'bytes', file.bytes,
    'mediaType', file.media_type, 'droppedAt', file.dropped_at) order by file.started_at, file.id), '[]'::json)
  from file
  where file.conversation_id = message.conversation_id and file.number = message.number) end`;

/** A file in the responses to the web app. `droppedAt` is an ISO string. */
interface MessageFile {
  id: string;
  name: string;
  bytes: number;
  mediaType: string | null;
  droppedAt: string | null;
}

/**
 * Selects messages with the messages that they quote. A message that is hidden by a block is visible only to its
 * author.
 */
const selectMessages = (db: Db, conversationId: string, reader: string) =>
  db
    .selectFrom('message')
    // A lateral join, because PostgreSQL may read the whole conversation for a plain join.
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('message as before')
          .select(['before.number', 'before.authorWorkspaceId', 'before.authorPersonId', 'before.text', 'before.files'])
          .whereRef('before.conversationId', '=', 'message.conversationId')
          .whereRef('before.number', '=', 'message.quoted')
          .where((own) => own.or([own('before.isDelivered', '=', true), own('before.authorWorkspaceId', '=', reader)]))
          .limit(1)
          .as('quote'),
      (join) => join.onTrue(),
    )
    .select([
      ...messageColumns,
      messageFilesSql.as('files'),
      'quote.number as quotedNumber',
      'message.authorPersonId',
      sql<string | null>`sign_actor(message.author_person_id, message.author_workspace_id)`.as('authorName'),
      'quote.authorWorkspaceId as quotedAuthorWorkspaceId',
      'quote.authorPersonId as quotedAuthorPersonId',
      sql<string | null>`sign_actor(quote.author_person_id, quote.author_workspace_id)`.as('quotedAuthorName'),
      'quote.files as quotedFiles',
      sql<string | null>`left(quote.text, ${MAX_EXCERPT_LENGTH})`.as('quotedText'),
    ])
    .where('message.conversationId', '=', conversationId)
    .where((eb) => eb.or([eb('message.isDelivered', '=', true), eb('message.authorWorkspaceId', '=', reader)]));

export type MessageRow = NonNullable<Awaited<ReturnType<typeof findMessage>>>;

/** Lists messages before a message number, latest first, with one extra row to detect another page. */
export const listMessagesBefore = (db: Db, id: string, reader: string, before: number) =>
  selectMessages(db, id, reader)
    .where('message.number', '<', before)
    .orderBy('message.number', 'desc')
    .limit(MESSAGES_PER_PAGE + 1)
    .execute();

/** Lists messages after a message number, oldest first, with one extra row to detect another page. */
export const listMessagesAfter = (db: Db, id: string, reader: string, after: number) =>
  selectMessages(db, id, reader)
    .where('message.number', '>', after)
    .orderBy('message.number')
    .limit(MESSAGES_PER_PAGE + 1)
    .execute();

export const findMessage = (db: Db, id: string, reader: string, number: number) =>
  selectMessages(db, id, reader).where('message.number', '=', number).executeTakeFirst();

/**
 * Lists messages, including hidden ones, for staff who decide a dispute. Latest first, with one extra row to detect
 * another page.
 */
export const listAllMessagesBefore = (db: Db, conversationId: string, before: number) =>
  db
    .selectFrom('message')
    .leftJoin('workspace as author', 'author.id', 'message.authorWorkspaceId')
    .select([...messageColumns, messageFilesSql.as('files'), 'message.isDelivered', 'author.fullName as authorName'])
    .where('message.conversationId', '=', conversationId)
    .where('message.number', '<', before)
    .orderBy('message.number', 'desc')
    .limit(MESSAGES_PER_PAGE + 1)
    .execute();

/** Finds an automatic announcement of this kind that was added to the conversation after `since`. */
export const findAnnouncement = (db: Db, conversationId: string, announcement: 'staff_read', since: Date) =>
  db
    .selectFrom('message')
    .select('number')
    .where('conversationId', '=', conversationId)
    .where('announcement', '=', announcement)
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst();

/** Number of the latest messages that are compared one by one before the full-text index is used. */
const LATEST_MESSAGES_SCANNED = 500;

/**
 * Returns the messages that contain all search terms (`message_query`), latest first, with one extra row to detect
 * another page. First scans the latest messages, which quickly fills a page for frequent terms. If it does not,
 * searches the older messages with the full-text index and sorts all matches. Scanning the older messages in order
 * could read the whole conversation.
 */
export async function listMatchingMessages(db: Db, id: string, reader: string, search: string, before: number) {
  const has = sql<boolean>`message.terms @@ message_query(${search})`;
  const { number: from = 0 } =
    (await db
      .selectFrom('message')
      .select('number')
      .where('conversationId', '=', id)
      .where('number', '<', before)
      .orderBy('number', 'desc')
      .offset(LATEST_MESSAGES_SCANNED)
      .limit(1)
      .executeTakeFirst()) ?? {};
  const near = await selectMessages(db, id, reader)
    .where('message.number', '<', before)
    .where('message.number', '>', from)
    .where(has)
    .orderBy('message.number', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  if (from === 0 || near.length > PAGE_SIZE) return near;
  const far = await db
    .with(
      (cte) => cte('found').materialized(),
      (cte) =>
        cte
          .selectFrom('message')
          .select('number')
          .where('conversationId', '=', id)
          .where((eb) => eb.or([eb('isDelivered', '=', true), eb('authorWorkspaceId', '=', reader)]))
          .where(has),
    )
    .selectFrom('found')
    .select('number')
    .where('number', '<=', from)
    .orderBy('number', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  const rest = await selectMessages(db, id, reader)
    .where(sql<boolean>`message.number = any(${far.map(({ number }) => number)}::int[])`)
    .orderBy('message.number', 'desc')
    .execute();
  return [...near, ...rest].slice(0, PAGE_SIZE + 1);
}
