import type { WorkspaceId } from '@marquee/contracts';
import { LIMITS, type ConversationListInput } from '@marquee/validation';
import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import { PAGE_SIZE, type KeysetCursor } from '../../../core/paging.ts';
import { containsTextSql } from '../../../db/contains.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { MAX_EXCERPT_LENGTH } from './messages.sql.ts';

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

export const findWorkspaceByAnyUsername = (db: Db, username: string) =>
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
export const selectConversations = (db: Db, workspaceId: WorkspaceId) =>
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
          .select(['authorWorkspaceId', 'announcement', 'text', 'files'])
          .whereRef('message.conversationId', '=', 'participant.conversationId')
          .whereRef('message.number', '=', 'participant.lastNumber')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select([
      'last.authorWorkspaceId as lastAuthorWorkspaceId',
      'last.announcement as lastAnnouncement',
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
export const findOtherWorkspace = (db: Db, workspaceId: WorkspaceId) =>
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

/** Lists the blocks between two users, in both directions. */
export const listMessageBlocks = (db: Db, one: string, other: string) =>
  db
    .selectFrom('messageBlock')
    .select(['blockerWorkspaceId', 'blockedId'])
    .where((eb) =>
      eb.or([
        eb.and([eb('blockerWorkspaceId', '=', one), eb('blockedId', '=', other)]),
        eb.and([eb('blockerWorkspaceId', '=', other), eb('blockedId', '=', one)]),
      ]),
    )
    .execute();

export const insertMessageBlock = (db: Db, row: Insertable<Database['messageBlock']>) =>
  db
    .insertInto('messageBlock')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const deleteMessageBlock = (db: Db, where: { blockerWorkspaceId: string; blockedId: string }) =>
  db
    .deleteFrom('messageBlock')
    .where('blockerWorkspaceId', '=', where.blockerWorkspaceId)
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

/** Returns any paid booking of the user, or undefined if there is none. */
export const findAnyPaidBooking = (db: Db, workspaceId: WorkspaceId) =>
  db
    .selectFrom('booking')
    .select('id')
    .where((eb) => eb.or([eb('brandId', '=', workspaceId), eb('creatorId', '=', workspaceId)]))
    .where('authorizedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst();
