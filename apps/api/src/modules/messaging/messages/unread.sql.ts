import type { WorkspaceId } from '@marquee/contracts';
import { LIMITS } from '@marquee/validation';
import { sql, type Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';
import { selectConversations } from './conversations.sql.ts';

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
        .where('isDelivered', '=', true)
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
            and author_workspace_id = other.id and is_delivered
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
      and not exists (select from message_block where blocker_workspace_id = reader.workspace_id and blocked_id = own.workspace_id)
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
