/** Finds the live updates that open pages may have missed, for example because a process died. */
import type { Deps } from '../../../core/deps.ts';
import type { LiveUpdate } from '../../../core/live.ts';
import {
  listBookingsWithEventsSince,
  listConversationsWithMessagesSince,
  listConversationsReadSince,
} from './unread.sql.ts';

/**
 * Returns the live updates of the last `ms` milliseconds for these users. Each update contains the number of the
 * latest message or event.
 */
export async function listMissedUpdates(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  people: readonly string[],
  ms: number,
): Promise<LiveUpdate[]> {
  const since = new Date(now().getTime() - ms);
  const [heard, read, happened] = await Promise.all([
    listConversationsWithMessagesSince(db, people, since),
    listConversationsReadSince(db, people, since),
    listBookingsWithEventsSince(db, people, since),
  ]);
  return [
    ...heard.map(({ workspaceId, conversationId, lastNumber }): LiveUpdate => {
      return { kind: 'message', id: conversationId, number: lastNumber, to: [workspaceId] };
    }),
    ...read.map(({ workspaceId, conversationId, readAt }): LiveUpdate => {
      return { kind: 'read', id: conversationId, number: readAt.getTime(), to: [workspaceId] };
    }),
    ...happened.map(({ workspaceId, bookingId, number }): LiveUpdate => {
      return { kind: 'booking', id: bookingId, number, to: [workspaceId] };
    }),
  ];
}
