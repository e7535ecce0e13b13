/** What the rows say that happened, for pages that nobody told: a process died before it did, or could not. */
import type { Deps } from '../../core/deps.ts';
import type { LiveUpdate } from '../../core/live.ts';
import { listHappenedSince, listHeardSince, listReadSince } from './messages.sql.ts';

/** What these people's pages should know of the last `ms`, each with its newest number. */
export async function newsSince(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  people: readonly string[],
  ms: number,
): Promise<LiveUpdate[]> {
  const since = new Date(now().getTime() - ms);
  const [heard, read, happened] = await Promise.all([
    listHeardSince(db, people, since),
    listReadSince(db, people, since),
    listHappenedSince(db, people, since),
  ]);
  return [
    ...heard.map(({ userId, conversationId, lastNumber }): LiveUpdate => {
      return { kind: 'message', id: conversationId, number: lastNumber, to: [userId] };
    }),
    ...read.map(({ userId, conversationId, readAt }): LiveUpdate => {
      return { kind: 'read', id: conversationId, number: readAt.getTime(), to: [userId] };
    }),
    ...happened.map(({ userId, bookingId, number }): LiveUpdate => {
      return { kind: 'booking', id: bookingId, number, to: [userId] };
    }),
  ];
}
