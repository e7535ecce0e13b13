import { LIMITS, type ConversationListInput } from '@marquee/validation';
import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import { PAGE_SIZE, type KeysetCursor } from '../../core/paging.ts';
import { containsTextSql } from '../../db/contains.ts';
import type { Database, Db } from '../../db/schema.ts';

/** A page of messages. */
export const MESSAGES = 40;
/** So much of a message stands in a list, and where it is quoted. */
const EXCERPT = 200;

/** The two sides of a conversation that may not be there yet. */
export interface Sides {
  creatorId: string;
  brandId: string;
  bookingId: string | null;
}

/** The sides of a paid booking, for one of them. */
export const findBookingSides = (db: Db, id: string, userId: string): Promise<Sides | undefined> =>
  db
    .selectFrom('booking')
    .select(['creatorId', 'brandId', 'id as bookingId'])
    .where('id', '=', id)
    .where('authorizedAt', 'is not', null)
    .where((eb) => eb.or([eb('creatorId', '=', userId), eb('brandId', '=', userId)]))
    .executeTakeFirst();

/** Somebody by the name in the profile's address, or a former one of theirs. */
export const findPersonNamed = (db: Db, username: string) =>
  db
    .selectFrom('appUser')
    .select(['id', 'userType'])
    .where('deletedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('username', '=', username),
        eb('id', '=', eb.selectFrom('formerUsername').select('userId').where('username', '=', username)),
      ]),
    )
    .orderBy(sql`username = ${username}`, 'desc')
    .executeTakeFirst();

/** The conversation of a booking, or of two people without one. */
export const findConversationOf = (db: Db, { creatorId, brandId, bookingId }: Sides) =>
  bookingId === null
    ? db
        .selectFrom('conversation')
        .select('id')
        .where('brandId', '=', brandId)
        .where('creatorId', '=', creatorId)
        .where('bookingId', 'is', null)
        .executeTakeFirst()
    : db.selectFrom('conversation').select('id').where('bookingId', '=', bookingId).executeTakeFirst();

/** Makes a conversation with its two members; one that is made meanwhile is as good. */
export async function insertConversation(tx: Transaction<Database>, sides: Sides, at: Date): Promise<string> {
  const made = await tx
    .insertInto('conversation')
    .values({ ...sides, createdAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made === undefined) {
    const found = await findConversationOf(tx, sides);
    if (found === undefined) throw new Error('a conversation is there and cannot be found');
    return found.id;
  }
  await tx
    .insertInto('conversationMember')
    .values([sides.creatorId, sides.brandId].map((userId) => ({ conversationId: made.id, userId, lastAt: at })))
    .execute();
  return made.id;
}

/** Locks a conversation of a person: whoever writes to it waits, and numbers follow each other. */
export const lockConversation = (tx: Transaction<Database>, id: string, userId: string) =>
  tx
    .selectFrom('conversation')
    .select(['id', 'creatorId', 'brandId', 'bookingId', 'lastNumber'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('creatorId', '=', userId), eb('brandId', '=', userId)]))
    .forUpdate()
    .executeTakeFirst();

/** Locks the conversation of a booking, for the product itself. */
export const lockConversationOfBooking = (tx: Transaction<Database>, bookingId: string) =>
  tx
    .selectFrom('conversation')
    .select(['id', 'creatorId', 'brandId', 'bookingId', 'lastNumber'])
    .where('bookingId', '=', bookingId)
    .forUpdate()
    .executeTakeFirst();

export const findSides = (db: Db, id: string, userId: string) =>
  db
    .selectFrom('conversation')
    .select(['id', 'creatorId', 'brandId', 'bookingId'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('creatorId', '=', userId), eb('brandId', '=', userId)]))
    .executeTakeFirst();

export const setLastNumber = (tx: Transaction<Database>, id: string, lastNumber: number) =>
  tx.updateTable('conversation').set({ lastNumber }).where('id', '=', id).execute();

export const insertMessage = (tx: Transaction<Database>, row: Insertable<Database['message']>) =>
  tx.insertInto('message').values(row).execute();

/** Where a message of this author's page is; undefined: it has not come. */
export const findSent = (db: Db, authorId: string, clientId: string) =>
  db
    .selectFrom('message')
    .select(['conversationId', 'number'])
    .where('authorId', '=', authorId)
    .where('clientId', '=', clientId)
    .executeTakeFirst();

const messageColumns = [
  'message.number',
  'message.id',
  'message.authorId',
  'message.clientId',
  'message.said',
  'message.text',
  'message.at',
  'message.erasedAt',
] as const;

/** The files that came with a message, in the order in which they were chosen. */
const filesOf = sql<MessageFile[]>`case when message.files = 0 then '[]'::json else (
  select coalesce(json_agg(json_build_object('id', file.id, 'name', file.name, 'bytes', file.bytes,
    'mediaType', file.media_type, 'droppedAt', file.dropped_at) order by file.begun_at, file.id), '[]'::json)
  from message_file file
  where file.conversation_id = message.conversation_id and file.number = message.number) end`;

/** A file as pages know it. `droppedAt`: ISO text. */
interface MessageFile {
  id: string;
  name: string;
  bytes: number;
  mediaType: string | null;
  droppedAt: string | null;
}

/** Messages with what they quote, as a member hears them: an unheard one is its author's alone. */
const messages = (db: Db, conversationId: string, reader: string) =>
  db
    .selectFrom('message')
    // One by one: a join may read the whole conversation for it.
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('message as before')
          .select(['before.number', 'before.authorId', 'before.text', 'before.files'])
          .whereRef('before.conversationId', '=', 'message.conversationId')
          .whereRef('before.number', '=', 'message.quoted')
          .where((own) => own.or([own('before.isHeard', '=', true), own('before.authorId', '=', reader)]))
          .limit(1)
          .as('quote'),
      (join) => join.onTrue(),
    )
    .select([
      ...messageColumns,
      filesOf.as('files'),
      'quote.number as quotedNumber',
      'quote.authorId as quotedAuthorId',
      'quote.files as quotedFiles',
      sql<string | null>`left(quote.text, ${EXCERPT})`.as('quotedText'),
    ])
    .where('message.conversationId', '=', conversationId)
    .where((eb) => eb.or([eb('message.isHeard', '=', true), eb('message.authorId', '=', reader)]));

/** The newest messages before a number, newest first; one more than a page. */
export const listMessagesBefore = (db: Db, id: string, reader: string, before: number) =>
  messages(db, id, reader)
    .where('message.number', '<', before)
    .orderBy('message.number', 'desc')
    .limit(MESSAGES + 1)
    .execute();

/** The oldest messages after a number, oldest first; one more than a page. */
export const listMessagesAfter = (db: Db, id: string, reader: string, after: number) =>
  messages(db, id, reader)
    .where('message.number', '>', after)
    .orderBy('message.number')
    .limit(MESSAGES + 1)
    .execute();

export const findMessage = (db: Db, id: string, reader: string, number: number) =>
  messages(db, id, reader).where('message.number', '=', number).executeTakeFirst();

/** All of it, for staff that decides a dispute: also what the other side does not hear. Newest first. */
export const listAllMessagesBefore = (db: Db, conversationId: string, before: number) =>
  db
    .selectFrom('message')
    .leftJoin('appUser as author', 'author.id', 'message.authorId')
    .select([...messageColumns, filesOf.as('files'), 'message.isHeard', 'author.fullName as authorName'])
    .where('message.conversationId', '=', conversationId)
    .where('message.number', '<', before)
    .orderBy('message.number', 'desc')
    .limit(MESSAGES + 1)
    .execute();

/** Whether the product has said something in a conversation since a moment. */
export const findSaid = (db: Db, conversationId: string, said: 'staff_read', since: Date) =>
  db
    .selectFrom('message')
    .select('number')
    .where('conversationId', '=', conversationId)
    .where('said', '=', said)
    .where('at', '>=', since)
    .limit(1)
    .executeTakeFirst();

/** So many of the newest messages are looked through one by one before the index of words is asked. */
const LOOKED_THROUGH = 500;

/**
 * Returns the messages that contain all terms of a search (`message_query`), newest first, one more than a page.
 * Frequent terms are found among the newest messages. The others are few and found by the index of terms: all of them
 * are read and then sorted, since reading in the order of numbers would look at every message of the conversation.
 */
export async function listFound(db: Db, id: string, reader: string, search: string, before: number) {
  const has = sql<boolean>`message.terms @@ message_query(${search})`;
  const { number: from = 0 } =
    (await db
      .selectFrom('message')
      .select('number')
      .where('conversationId', '=', id)
      .where('number', '<', before)
      .orderBy('number', 'desc')
      .offset(LOOKED_THROUGH)
      .limit(1)
      .executeTakeFirst()) ?? {};
  const near = await messages(db, id, reader)
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
          .where((eb) => eb.or([eb('isHeard', '=', true), eb('authorId', '=', reader)]))
          .where(has),
    )
    .selectFrom('found')
    .select('number')
    .where('number', '<=', from)
    .orderBy('number', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
  const rest = await messages(db, id, reader)
    .where(sql<boolean>`message.number = any(${far.map(({ number }) => number)}::int[])`)
    .orderBy('message.number', 'desc')
    .execute();
  return [...near, ...rest].slice(0, PAGE_SIZE + 1);
}

const conversationColumns = [
  'conversation.id',
  'conversation.bookingId',
  'member.lastNumber',
  'member.lastAt',
  'member.readNumber',
  'member.unread',
  'booking.packageName',
  'other.id as otherId',
  'other.fullName as otherName',
  'other.username as otherUsername',
  'other.userType as otherType',
  'other.profileImageUrl as otherImage',
  'other.deletedAt as otherDeletedAt',
] as const;

/** Conversations as one of their members sees them. */
const conversations = (db: Db, userId: string) =>
  db
    .selectFrom('conversationMember as member')
    .innerJoin('conversation', 'conversation.id', 'member.conversationId')
    .innerJoin('appUser as other', (join) =>
      join.on(
        sql<boolean>`other.id = case member.user_id when conversation.creator_id then conversation.brand_id
          else conversation.creator_id end`,
      ),
    )
    .leftJoin('booking', 'booking.id', 'conversation.bookingId')
    .select(conversationColumns)
    .where('member.userId', '=', userId);

/** A page of somebody's conversations, the latest first, each with its last message; one more than the page. */
export function listConversations(
  db: Db,
  userId: string,
  { show, search }: Pick<ConversationListInput, 'show' | 'search'>,
  after: KeysetCursor | null,
) {
  const latest = db
    .selectFrom('conversationMember')
    .select(['conversationId'])
    .where('userId', '=', userId)
    // Written out: the indexes are of these alone, and a plan for any number could not use them.
    .where(show === 'unread' ? 'unread' : 'lastNumber', '>', sql.lit(0))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(last_at, conversation_id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('lastAt', 'desc')
    .orderBy('conversationId', 'desc')
    .limit(search ? LIMITS.conversationsSearched : PAGE_SIZE + 1);
  return conversations(db, userId)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('message')
          .select(['authorId', 'said', 'text', 'files'])
          .whereRef('message.conversationId', '=', 'member.conversationId')
          .whereRef('message.number', '=', 'member.lastNumber')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select([
      'last.authorId as lastAuthorId',
      'last.said as lastSaid',
      'last.files as lastFiles',
      sql<string>`left(last.text, ${EXCERPT})`.as('lastText'),
    ])
    .where('member.conversationId', 'in', latest)
    .$if(Boolean(search), (query) =>
      query.where(containsTextSql(search ?? '', sql`other.full_name`, sql`booking.package_name`)),
    )
    .orderBy('member.lastAt', 'desc')
    .orderBy('member.conversationId', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();
}

/** One conversation as a member sees it, and how far the other side has read. */
export const findConversation = (db: Db, id: string, userId: string) =>
  conversations(db, userId)
    .innerJoin('conversationMember as reader', (join) =>
      join.onRef('reader.conversationId', '=', 'conversation.id').onRef('reader.userId', '=', 'other.id'),
    )
    .select('reader.readNumber as otherReadNumber')
    .where('conversation.id', '=', id)
    .executeTakeFirst();

/** The other side of a conversation that is not there yet. */
export const findOther = (db: Db, userId: string) =>
  db
    .selectFrom('appUser as other')
    .select([
      'other.id as otherId',
      'other.fullName as otherName',
      'other.username as otherUsername',
      'other.userType as otherType',
      'other.profileImageUrl as otherImage',
      'other.deletedAt as otherDeletedAt',
    ])
    .where('id', '=', userId)
    .executeTakeFirst();

export const findPackageName = (db: Db, bookingId: string) =>
  db.selectFrom('booking').select('packageName').where('id', '=', bookingId).executeTakeFirst();

/** A member's place in a conversation, locked. */
export const lockMember = (tx: Transaction<Database>, conversationId: string, userId: string) =>
  tx
    .selectFrom('conversationMember')
    .select(['lastNumber', 'readNumber', 'unread', 'unreadSince', 'mailedAt'])
    .where('conversationId', '=', conversationId)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst();

export const updateMember = (
  tx: Transaction<Database>,
  conversationId: string,
  userId: string,
  change: Updateable<Database['conversationMember']>,
) =>
  tx
    .updateTable('conversationMember')
    .set(change)
    .where('conversationId', '=', conversationId)
    .where('userId', '=', userId)
    .execute();

/** One more that this person has not read. */
export const addUnread = (
  tx: Transaction<Database>,
  conversationId: string,
  userId: string,
  { number, at }: { number: number; at: Date },
) =>
  tx
    .updateTable('conversationMember')
    .set((eb) => ({
      lastNumber: number,
      lastAt: at,
      unread: eb('unread', '+', 1),
      unreadSince: eb.fn.coalesce('unreadSince', eb.val(at)),
    }))
    .where('conversationId', '=', conversationId)
    .where('userId', '=', userId)
    .execute();

/**
 * What others wrote after a number: how many (a few more than are counted at most), and when the first of them came.
 */
export const countUnread = (db: Db, conversationId: string, userId: string, after: number) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('message')
        .select('at')
        .where('conversationId', '=', conversationId)
        .where('number', '>', after)
        .where('isHeard', '=', true)
        .where('authorId', '<>', userId)
        .orderBy('number')
        .limit(LIMITS.maxUnreadCount + 1)
        .as('unread'),
    )
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('at').as('since')])
    .executeTakeFirstOrThrow();

/**
 * How many messages somebody has not read, in the latest conversations that have any; a few more than are counted at
 * most.
 */
export const sumUnread = (db: Db, userId: string) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('conversationMember')
        .select('unread')
        .where('userId', '=', userId)
        .where('unread', '>', sql.lit(0))
        .orderBy('lastAt', 'desc')
        .limit(LIMITS.maxUnreadCount + 1)
        .as('unread'),
    )
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('unread'), sql<number>`0`).as('count'))
    .executeTakeFirstOrThrow();

/** Whom of two has the other blocked. */
export const listBlocks = (db: Db, one: string, other: string) =>
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

export const insertBlock = (db: Db, row: Insertable<Database['messageBlock']>) =>
  db
    .insertInto('messageBlock')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const deleteBlock = (db: Db, where: { blockerId: string; blockedId: string }) =>
  db
    .deleteFrom('messageBlock')
    .where('blockerId', '=', where.blockerId)
    .where('blockedId', '=', where.blockedId)
    .execute();

/** Whether two have a conversation, of whatever kind. */
export const findAcquainted = (db: Db, one: string, other: string) =>
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

/** Whether a brand has ever paid for a booking of a creator. */
export const findPaidBooking = (db: Db, { creatorId, brandId }: Sides) =>
  db
    .selectFrom('booking')
    .select('id')
    .where('creatorId', '=', creatorId)
    .where('brandId', '=', brandId)
    .where('authorizedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst();

/** Who is told of unread messages by mail, and of whom; undefined: the account is closed. */
export const findReminded = (db: Db, conversationId: string, userId: string) =>
  conversations(db, userId)
    .innerJoin('appUser as reader', 'reader.id', 'member.userId')
    .select('reader.fullName')
    .where('conversation.id', '=', conversationId)
    .where('reader.deletedAt', 'is', null)
    .where('reader.suspendedAt', 'is', null)
    .executeTakeFirst();

/** Conversations of these people in which something was heard since a moment. */
export const listHeardSince = (db: Db, people: readonly string[], since: Date) =>
  db
    .selectFrom('conversationMember')
    .select(['userId', 'conversationId', 'lastNumber'])
    .where(sql<boolean>`user_id = any(${people})`)
    .where('lastNumber', '>', 0)
    .where('lastAt', '>', since)
    .execute();

/**
 * Conversations of these people that one of the two has read on in since a moment; who is blocked by the reader does
 * not hear of it.
 */
export const listReadSince = async (db: Db, people: readonly string[], since: Date) => {
  const { rows } = await sql<{ userId: string; conversationId: string; readAt: Date }>`
    select own.user_id, own.conversation_id, max(reader.read_at) as read_at
    from conversation_member reader
    join conversation_member own on own.conversation_id = reader.conversation_id
    where reader.read_at > ${since} and own.user_id = any(${people})
      and not exists (select from message_block where blocker_id = reader.user_id and blocked_id = own.user_id)
    group by 1, 2`.execute(db);
  return rows;
};

/** Bookings of these people to which something happened since a moment, with the number of the last event. */
export const listHappenedSince = async (db: Db, people: readonly string[], since: Date) => {
  const { rows } = await sql<{ userId: string; bookingId: string; number: number }>`
    select person as user_id, booking_id, max(seq) as number from (
      select creator_id as person, booking_id, seq from event where creator_id = any(${people}) and at > ${since}
      union all
      select brand_id, booking_id, seq from event where brand_id = any(${people}) and at > ${since}
    ) as happened where booking_id is not null group by person, booking_id`.execute(db);
  return rows;
};
