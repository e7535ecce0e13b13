/**
 * Records booking events in the transactions that cause them. Booking timelines, Recent Activity and the audit trail
 * display these events.
 */
import type { PersonId, WorkspaceId } from '@marquee/contracts';
import type { EventData, EventKind } from '@marquee/booking';
import { sql, type Transaction } from 'kysely';
import { prepareReadFirstOrThrow } from '../db/prepared.ts';
import type { Database } from '../db/schema.ts';

/** A member who acts for a workspace. The signed-in user is one. */
export interface EventActor {
  workspaceId: WorkspaceId;
  /** The person. */
  id: string;
}

/** The names of the person who caused an event. */
export interface ActorNames {
  /** The name that the other side sees (`sign_actor`), or null if the name of the workspace says enough. */
  actorName: string | null;
  /** The name that colleagues see, or null if no person caused the event or their account was deleted. */
  colleagueName: string | null;
}

/** Selects the `ActorNames` of an event. */
export const actorNameColumns = [
  sql<string | null>`sign_actor(event.actor_person_id, event.actor_workspace_id)`.as('actorName'),
  sql<string | null>`(select full_name from person where id = event.actor_person_id and deleted_at is null)`.as(
    'colleagueName',
  ),
] as const;

export interface NewEvent<K extends EventKind> {
  kind: K;
  bookingId: string;
  /** The member who caused the event. Null if a timer, the payment provider or staff caused it. */
  actor: EventActor | null;
  at: Date;
  data: EventData[K];
}

/**
 * Appends an event. Returns its sequence number, which is higher for each later event of a booking, and the names of
 * the person who acted.
 */
export function recordEvent<K extends EventKind>(
  db: Transaction<Database>,
  event: NewEvent<K>,
): Promise<{ seq: number } & ActorNames> {
  const { kind, bookingId, actor, at, data } = event;
  return insertEvent(db, kind, bookingId, actor?.workspaceId ?? null, actor?.id ?? null, at, JSON.stringify(data));
}

const insertEvent = prepareReadFirstOrThrow(
  (
    db: Transaction<Database>,
    kind: EventKind,
    bookingId: string,
    actorWorkspaceId: WorkspaceId | null,
    actorPersonId: PersonId | null,
    at: Date,
    data: string,
  ) =>
    db
      .insertInto('event')
      .values({ kind, bookingId, actorWorkspaceId, actorPersonId, at, data })
      .returning([sql<number>`seq`.as('seq'), ...actorNameColumns]),
);
