import type { WorkspaceId } from '@marquee/contracts';
import { LIMITS, type ConversationListInput } from '@marquee/validation';
import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import { PAGE_SIZE, type KeysetCursor } from '../../../core/paging.ts';
import { containsTextSql } from '../../../db/contains.ts';
import type { Database, Db } from '../../../db/schema.ts';

export const MESSAGES_PER_PAGE = 40;
/** Maximum length of an excerpt in lists and quotes. */
const MAX_EXCERPT_LENGTH = 200;

export interface ConversationSides {
  creatorId: WorkspaceId;
  brandId: WorkspaceId;
  bookingId: string | null;
}

/** Returns the sides of a paid booking if `workspaceId` is one of them. */
export const findBookingSides = (
  db: Db,
  id: string,
  workspaceId: WorkspaceId,
): Promise<ConversationSides | undefined> =>
  db
    .selectFrom('booking')
    .select(['creatorId', 'brandId', 'id as bookingId'])
    .where('id', '=', id)
    .where('authorizedAt', 'is not', null)
    .where((eb) => eb.or([eb('creatorId', '=', workspaceId), eb('brandId', '=', workspaceId)]))
    .executeTakeFirst();

export const findUserByAnyUsername = (db: Db, username: string) =>
  db
    .selectFrom('workspace')
    .select(['id', 'userType'])
    .where('deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('username', '=', username),
        eb('id', '=', eb.selectFrom('formerUsername').select('workspaceId').where('username', '=', username)),
      ]),
    )
    .orderBy(sql`username = ${username}`, 'desc')
    .executeTakeFirst();

/** Returns the conversation of a booking or, without a booking, of a brand and a creator. */
export const findConversationBySides = (db: Db, { creatorId, brandId, bookingId }: ConversationSides) =>
  bookingId === null
    ? db
        .selectFrom('conversation')
        .select('id')
        .where('brandId', '=', brandId)
        .where('creatorId', '=', creatorId)
        .where('bookingId', 'is', null)
        .executeTakeFirst()
    : db.selectFrom('conversation').select('id').where('bookingId', '=', bookingId).executeTakeFirst();

/** Inserts a conversation with its two participants, or returns the existing one. */
export async function insertConversation(
  db: Transaction<Database>,
  sides: ConversationSides,
  at: Date,
): Promise<string> {
  const inserted = await db
    .insertInto('conversation')
    .values({ ...sides, createdAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted === undefined) {
    const existing = await findConversationBySides(db, sides);
    if (existing === undefined) throw new Error('a conversation is there and cannot be found');
    return existing.id;
  }
  await db
    .insertInto('conversationParticipant')
    .values(
      [sides.creatorId, sides.brandId].map((workspaceId) => ({ conversationId: inserted.id, workspaceId, lastAt: at })),
    )
    .execute();
  return inserted.id;
}

/** Locks a conversation of the user, so that messages are numbered without gaps. */
export const lockConversation = (db: Transaction<Database>, id: string, workspaceId: WorkspaceId) =>
  db
    .selectFrom('conversation')
    .select(['id', 'creatorId', 'brandId', 'bookingId', 'lastNumber'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('creatorId', '=', workspaceId), eb('brandId', '=', workspaceId)]))
    .forUpdate()
    .executeTakeFirst();

/** Locks a booking's conversation, so that an automatic announcement can be added. */
export const lockConversationByBooking = (db: Transaction<Database>, bookingId: string) =>
  db
    .selectFrom('conversation')
    .select(['id', 'creatorId', 'brandId', 'bookingId', 'lastNumber'])
    .where('bookingId', '=', bookingId)
    .forUpdate()
    .executeTakeFirst();

export const findConversationSides = (db: Db, id: string, workspaceId: WorkspaceId) =>
  db
    .selectFrom('conversation')
    .select(['id', 'creatorId', 'brandId', 'bookingId'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('creatorId', '=', workspaceId), eb('brandId', '=', workspaceId)]))
    .executeTakeFirst();

export const setLastMessageNumber = (db: Transaction<Database>, id: string, lastNumber: number) =>
  db.updateTable('conversation').set({ lastNumber }).where('id', '=', id).execute();

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
  'message.said',
  'message.text',
  'message.at',
  'message.erasedAt',
] as const;

/** Selects a message's files in the order in which the author chose them. */
const messageFilesSql = sql<MessageFile[]>`case when message.files = 0 then '[]'::json else (
  select coalesce(json_agg(json_build_object('id', file.id, 'name', file.name, 'bytes', file.bytes,
    'mediaType', file.media_type, 'droppedAt', file.dropped_at) order by file.begun_at, file.id), '[]'::json)
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
          .where((own) => own.or([own('before.isHeard', '=', true), own('before.authorWorkspaceId', '=', reader)]))
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
    .where((eb) => eb.or([eb('message.isHeard', '=', true), eb('message.authorWorkspaceId', '=', reader)]));

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
    .select([...messageColumns, messageFilesSql.as('files'), 'message.isHeard', 'author.fullName as authorName'])
    .where('message.conversationId', '=', conversationId)
    .where('message.number', '<', before)
    .orderBy('message.number', 'desc')
    .limit(MESSAGES_PER_PAGE + 1)
    .execute();

/** Finds an automatic announcement of this kind that was added to the conversation after `since`. */
export const findAnnouncement = (db: Db, conversationId: string, said: 'staff_read', since: Date) =>
  db
    .selectFrom('message')
    .select('number')
    .where('conversationId', '=', conversationId)
    .where('said', '=', said)
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
          .where((eb) => eb.or([eb('isHeard', '=', true), eb('authorWorkspaceId', '=', reader)]))
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

const conversationColumns = [
  'conversation.id',
  'conversation.bookingId',
  'participant.lastNumber',
  'participant.lastAt',
  'participant.readNumber',
  'participant.unread',
  'booking.packageName',
  'other.id as otherId',
  'other.fullName as otherName',
  'other.username as otherUsername',
  'other.userType as otherType',
  'other.profileImageUrl as otherImage',
  'other.deletedAt as otherDeletedAt',
] as const;

/** Selects conversations from the point of view of a participant. */
const selectConversations = (db: Db, workspaceId: WorkspaceId) =>
  db
    .selectFrom('conversationParticipant as participant')
    .innerJoin('conversation', 'conversation.id', 'participant.conversationId')
    .innerJoin('workspace as other', (join) =>
      join.on(
        sql<boolean>`other.id = case participant.workspace_id when conversation.creator_id then conversation.brand_id
          else conversation.creator_id end`,
      ),
    )
    .leftJoin('booking', 'booking.id', 'conversation.bookingId')
    .select(conversationColumns)
    .where('participant.workspaceId', '=', workspaceId);

/** Lists a user's conversations with their last message, latest first, with one extra row to detect another page. */
export function listConversations(
  db: Db,
  workspaceId: WorkspaceId,
  { show, search }: Pick<ConversationListInput, 'show' | 'search'>,
  after: KeysetCursor | null,
) {
  const latest = db
    .selectFrom('conversationParticipant')
    .select(['conversationId'])
    .where('workspaceId', '=', workspaceId)
    // A literal, because PostgreSQL cannot use the partial indexes (`unread > 0`, `last_number > 0`) if the 0 is a
    // parameter.
    .where(show === 'unread' ? 'unread' : 'lastNumber', '>', sql.lit(0))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(last_at, conversation_id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('lastAt', 'desc')
    .orderBy('conversationId', 'desc')
    .limit(search ? LIMITS.conversationsSearched : PAGE_SIZE + 1);
  return selectConversations(db, workspaceId)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('message')
          .select(['authorWorkspaceId', 'said', 'text', 'files'])
          .whereRef('message.conversationId', '=', 'participant.conversationId')
          .whereRef('message.number', '=', 'participant.lastNumber')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select([
      'last.authorWorkspaceId as lastAuthorWorkspaceId',
      'last.said as lastSaid',
      'last.files as lastFiles',
      sql<string>`left(last.text, ${MAX_EXCERPT_LENGTH})`.as('lastText'),
    ])
    .where('participant.conversationId', 'in', latest)
    .$if(Boolean(search), (query) =>
      query.where(containsTextSql(search ?? '', sql`other.full_name`, sql`booking.package_name`)),
    )
    .orderBy('participant.lastAt', 'desc')
    .orderBy('participant.conversationId', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
}

/** Returns a conversation from the point of view of a participant, with the last message that the other side has read. */
export const findConversation = (db: Db, id: string, workspaceId: WorkspaceId) =>
  selectConversations(db, workspaceId)
    .innerJoin('conversationParticipant as reader', (join) =>
      join.onRef('reader.conversationId', '=', 'conversation.id').onRef('reader.workspaceId', '=', 'other.id'),
    )
    .select('reader.readNumber as otherReadNumber')
    .where('conversation.id', '=', id)
    .executeTakeFirst();

/** Returns the profile of the other side, for a conversation that does not exist yet. */
export const findOtherUser = (db: Db, workspaceId: WorkspaceId) =>
  db
    .selectFrom('workspace as other')
    .select([
      'other.id as otherId',
      'other.fullName as otherName',
      'other.username as otherUsername',
      'other.userType as otherType',
      'other.profileImageUrl as otherImage',
      'other.deletedAt as otherDeletedAt',
    ])
    .where('id', '=', workspaceId)
    .executeTakeFirst();

export const findBookingPackageName = (db: Db, bookingId: string) =>
  db.selectFrom('booking').select('packageName').where('id', '=', bookingId).executeTakeFirst();

export const lockConversationParticipant = (
  db: Transaction<Database>,
  conversationId: string,
  workspaceId: WorkspaceId,
) =>
  db
    .selectFrom('conversationParticipant')
    .select(['lastNumber', 'readNumber', 'unread', 'unreadSince', 'mailedAt'])
    .where('conversationId', '=', conversationId)
    .where('workspaceId', '=', workspaceId)
    .forUpdate()
    .executeTakeFirst();

export const updateConversationParticipant = (
  db: Transaction<Database>,
  conversationId: string,
  workspaceId: WorkspaceId,
  change: Updateable<Database['conversationParticipant']>,
) =>
  db
    .updateTable('conversationParticipant')
    .set(change)
    .where('conversationId', '=', conversationId)
    .where('workspaceId', '=', workspaceId)
    .execute();

export const incrementUnreadMessages = (
  db: Transaction<Database>,
  conversationId: string,
  workspaceId: WorkspaceId,
  { number, at }: { number: number; at: Date },
) =>
  db
    .updateTable('conversationParticipant')
    .set((eb) => ({
      lastNumber: number,
      lastAt: at,
      unread: eb('unread', '+', 1),
      unreadSince: eb.fn.coalesce('unreadSince', eb.val(at)),
    }))
    .where('conversationId', '=', conversationId)
    .where('workspaceId', '=', workspaceId)
    .execute();

/** Counts the other side's messages after a message number, up to a limit, and returns the time of the first one. */
export const countUnreadMessages = (db: Db, conversationId: string, workspaceId: WorkspaceId, after: number) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('message')
        .select('at')
        .where('conversationId', '=', conversationId)
        .where('number', '>', after)
        .where('isHeard', '=', true)
        .where('authorWorkspaceId', '<>', workspaceId)
        .orderBy('number')
        .limit(LIMITS.maxUnreadCount + 1)
        .as('unread'),
    )
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('at').as('since')])
    .executeTakeFirstOrThrow();

/** Sums a user's unread messages over a limited number of their latest unread conversations. */
export const sumUnreadMessages = (db: Db, workspaceId: WorkspaceId) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('conversationParticipant')
        .select('unread')
        .where('workspaceId', '=', workspaceId)
        .where('unread', '>', sql.lit(0))
        .orderBy('lastAt', 'desc')
        .limit(LIMITS.maxUnreadCount + 1)
        .as('unread'),
    )
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('unread'), sql<number>`0`).as('count'))
    .executeTakeFirstOrThrow();

/** Lists the blocks between two users, in both directions. */
export const listMessageBlocks = (db: Db, one: string, other: string) =>
  db
    .selectFrom('messageBlock')
    .select(['blockerId', 'blockedId'])
    .where((eb) =>
      eb.or([
        eb.and([eb('blockerId', '=', one), eb('blockedId', '=', other)]),
        eb.and([eb('blockerId', '=', other), eb('blockedId', '=', one)]),
      ]),
    )
    .execute();

export const insertMessageBlock = (db: Db, row: Insertable<Database['messageBlock']>) =>
  db
    .insertInto('messageBlock')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const deleteMessageBlock = (db: Db, where: { blockerId: string; blockedId: string }) =>
  db
    .deleteFrom('messageBlock')
    .where('blockerId', '=', where.blockerId)
    .where('blockedId', '=', where.blockedId)
    .execute();

/** Finds any conversation between two users. */
export const findAnyConversation = (db: Db, one: string, other: string) =>
  db
    .selectFrom('conversation')
    .select('id')
    .where((eb) =>
      eb.or([
        eb.and([eb('brandId', '=', one), eb('creatorId', '=', other)]),
        eb.and([eb('brandId', '=', other), eb('creatorId', '=', one)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();

/** Finds any booking of the creator that the brand has paid for. */
export const findPaidBookingBySides = (db: Db, { creatorId, brandId }: ConversationSides) =>
  db
    .selectFrom('booking')
    .select('id')
    .where('creatorId', '=', creatorId)
    .where('brandId', '=', brandId)
    .where('authorizedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst();

/** A reminder names a person who wrote all unread messages, of which the newest are checked, up to this many. */
const UNREAD_AUTHORS_READ = 50;

/**
 * Returns the data for reminding a user of unread messages, or undefined if the account is closed. `senderName` is the
 * person who wrote for the other side, or the other side if several people did or if its name says enough.
 */
export const findReminderRecipient = (db: Db, conversationId: string, workspaceId: WorkspaceId) =>
  selectConversations(db, workspaceId)
    .innerJoin('workspace as reader', 'reader.id', 'participant.workspaceId')
    .select([
      'reader.fullName',
      sql<string>`coalesce((
        select case when count(distinct author_person_id) = 1 then sign_actor(min(author_person_id::text)::uuid, other.id) end
        from (
          select author_person_id from message
          where conversation_id = conversation.id and number > participant.read_number
            and author_workspace_id = other.id and is_heard
          order by number desc limit ${sql.lit(UNREAD_AUTHORS_READ)}) as unread), other.full_name)`.as('senderName'),
    ])
    .where('conversation.id', '=', conversationId)
    .where('reader.deletedAt', 'is', null)
    .where('reader.suspendedAt', 'is', null)
    .executeTakeFirst();

/** Lists the conversations of these workspaces in which a message that the user can see was sent after `since`. */
export const listConversationsWithMessagesSince = (db: Db, workspaceIds: readonly WorkspaceId[], since: Date) =>
  db
    .selectFrom('conversationParticipant')
    .select(['workspaceId', 'conversationId', 'lastNumber'])
    .where(sql<boolean>`workspace_id = any(${workspaceIds})`)
    .where('lastNumber', '>', 0)
    .where('lastAt', '>', since)
    .execute();

/**
 * Lists the conversations of these workspaces in which one side has read messages after `since`. Blocked users get no
 * update.
 */
export const listConversationsReadSince = async (db: Db, workspaceIds: readonly WorkspaceId[], since: Date) => {
  const { rows } = await sql<{ workspaceId: WorkspaceId; conversationId: string; readAt: Date }>`
    select own.workspace_id, own.conversation_id, max(reader.read_at) as read_at
    from conversation_participant reader
    join conversation_participant own on own.conversation_id = reader.conversation_id
    where reader.read_at > ${since} and own.workspace_id = any(${workspaceIds})
      and not exists (select from message_block where blocker_id = reader.workspace_id and blocked_id = own.workspace_id)
    group by 1, 2`.execute(db);
  return rows;
};

/** Lists the bookings of these workspaces that have an event after `since`, with the number of the latest event. */
export const listBookingsWithEventsSince = async (db: Db, workspaceIds: readonly WorkspaceId[], since: Date) => {
  const { rows } = await sql<{ workspaceId: WorkspaceId; bookingId: string; number: number }>`
    select workspace_id, booking_id, max(seq) as number from (
      select creator_id as workspace_id, booking_id, seq from event where creator_id = any(${workspaceIds}) and at > ${since}
      union all
      select brand_id, booking_id, seq from event where brand_id = any(${workspaceIds}) and at > ${since}
    ) as happened where booking_id is not null group by workspace_id, booking_id`.execute(db);
  return rows;
};

/** Returns any paid booking of the user, or undefined if there is none. */
export const findAnyPaidBooking = (db: Db, workspaceId: WorkspaceId) =>
  db
    .selectFrom('booking')
    .select('id')
    .where((eb) => eb.or([eb('brandId', '=', workspaceId), eb('creatorId', '=', workspaceId)]))
    .where('authorizedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst();
