/** Reads the events of bookings. */
import type { PersonId, WorkspaceId } from '@marquee/contracts';
import { BRAND_ONLY_KINDS, type BookingEvent } from '@marquee/booking';
import { sql, type Transaction } from 'kysely';
import type { SessionUser } from '../../../core/ctx.ts';
import { actorNameColumns } from '../../../core/events.ts';
import { prepareRead } from '../../../db/prepared.ts';
import type { Database, Db } from '../../../db/schema.ts';

/**
 * The person and side that caused an event as the other side sees them, or the member for the events of the brand's own
 * team. `actor` is the workspace of the side.
 */
export const actorNameSql = sql<
  string | null
>`case when event.kind in (${sql.join(BRAND_ONLY_KINDS.map((kind) => sql.lit(kind)))})
  then (select full_name from person where id = event.actor_person_id)
  else coalesce(sign_actor(event.actor_person_id, event.actor_workspace_id), actor.full_name) end`;

/**
 * Returns the member who accepted a booking, and their names. Returns undefined if the booking has not been accepted.
 */
export async function findAcceptance(db: Transaction<Database>, bookingId: string) {
  const settings = await db
    .selectFrom('event')
    .select(['actorWorkspaceId as workspaceId', 'actorPersonId as id', ...actorNameColumns])
    .where('bookingId', '=', bookingId)
    .where('kind', '=', 'booking.moved')
    .where(sql<boolean>`data ->> 'to' = 'accepted'`)
    .$narrowType<{ workspaceId: WorkspaceId; id: string }>()
    .executeTakeFirst();
  if (settings === undefined) return undefined;
  const { workspaceId, id, ...names } = settings;
  return { actor: { workspaceId, id }, ...names };
}

export type RecordedBookingEvent = BookingEvent & {
  id: string;
  at: Date;
  actorWorkspaceId: WorkspaceId | null;
  /** The person and workspace that acted, as the other side sees them. */
  actorName: string | null;
  /** Present if another person acted for the reader's workspace. */
  isByColleague?: true;
};

/** Returns whether an event was caused by another person of the user's acting workspace. */
export const isByColleague = (
  user: Pick<SessionUser, 'id' | 'workspaceId'>,
  event: { actorWorkspaceId: WorkspaceId | null; actorPersonId: PersonId | null },
): boolean =>
  event.actorWorkspaceId === user.workspaceId && event.actorPersonId !== null && event.actorPersonId !== user.id;

export const hasEvent = async (db: Db, bookingId: string, kind: BookingEvent['kind']): Promise<boolean> =>
  (await db
    .selectFrom('event')
    .select('id')
    .where('bookingId', '=', bookingId)
    .where('kind', '=', kind)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Whether the booking has an event whose data contains `data`. */
export const hasEventWithData = async (
  db: Db,
  bookingId: string,
  kind: BookingEvent['kind'],
  data: Record<string, string>,
): Promise<boolean> =>
  (await db
    .selectFrom('event')
    .select('id')
    .where('bookingId', '=', bookingId)
    .where('kind', '=', kind)
    .where(sql<boolean>`data @> ${JSON.stringify(data)}::jsonb`)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const listTimeline = prepareRead((db: Db, bookingId: string) =>
  db
    .selectFrom('event')
    .leftJoin('workspace as actor', 'actor.id', 'event.actorWorkspaceId')
    .select([
      'event.id',
      'event.kind',
      'event.data',
      'event.at',
      'event.actorWorkspaceId',
      actorNameSql.as('actorName'),
    ])
    .where('event.bookingId', '=', bookingId)
    .orderBy(sql`event.seq`)
    // Kysely cannot infer that `data` depends on `kind`.
    .$castTo<RecordedBookingEvent>(),
);
