import type { PersonId, WorkspaceId } from '@marquee/contracts';
import { LIMITS } from '@marquee/validation';
import { sql, type Insertable, type Transaction } from 'kysely';
import { PAGE_SIZE, type KeysetCursor } from '../../../core/paging.ts';
import { prepareRead } from '../../../db/prepared.ts';
import { otherWorkspaceUsernameSql } from '../../../db/owners.ts';
import type { Database, Db } from '../../../db/schema.ts';

export interface NewNotification {
  /** The id of the email that created the notification. */
  id: string;
  personId: PersonId;
  /** The workspace in which the person is notified as a member, or null if it is about the person. */
  workspaceId: WorkspaceId | null;
  kind: string;
  text: string;
  /** The path in the web app that the notification links to, or null if there is none. */
  path: string | null;
  at: Date;
}

/** Inserts notifications. Returns their sequence numbers by id. */
export async function insertNotifications(
  db: Transaction<Database>,
  notifications: readonly NewNotification[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; seq: number }>`
    insert into notification (id, person_id, workspace_id, kind, text, path, at)
    select id, "personId", "workspaceId", kind, text, path, at
    from jsonb_to_recordset(${JSON.stringify(notifications)}::jsonb) as added (
      id uuid, "personId" uuid, "workspaceId" uuid, kind text, text text, path text, at timestamptz)
    returning id, seq`.execute(db);
  return new Map(rows.map(({ id, seq }) => [id, seq]));
}

export const listNotificationPreferences = prepareRead((db: Db, personIds: readonly PersonId[]) =>
  db
    .selectFrom('person')
    .leftJoin('notificationSettings', 'notificationSettings.personId', 'person.id')
    .select(['person.id', 'person.timeZone', 'off', 'daily', 'pushOff', 'quietFrom', 'quietTo'])
    .select((eb) =>
      eb.exists(eb.selectFrom('pushSubscription').select('id').whereRef('personId', '=', 'person.id')).as('hasDevices'),
    )
    .where(sql<boolean>`person.id = any(${personIds}::uuid[])`),
);

export const upsertNotificationSettings = (db: Db, row: Insertable<Database['notificationSettings']>) =>
  db
    .insertInto('notificationSettings')
    .values(row)
    .onConflict((conflict) => conflict.column('personId').doUpdateSet({ ...row }))
    .execute();

/** The id of the booking to which a notification links, or null. */
const linkedBookingId = sql<string | null>`substring(notification.path from 'bookingId=([0-9a-f-]{36})')::uuid`;

/**
 * Leaves out notifications about workspaces in which the person can no longer act, because they left or were removed.
 * The subquery depends on the person only, so it runs once per read.
 */
const isStillAddressed = (personId: PersonId) =>
  sql<boolean>`(notification.workspace_id is null or notification.workspace_id in (
    select acting.workspace_id from workspace_person acting where acting.person_id = ${personId}))`;

/** Lists a user's notifications, newest first. If a notification links to a booking, it has the package's name. */
export const listNotifications = (db: Db, personId: PersonId, after: KeysetCursor | null) =>
  db
    .selectFrom('notification')
    .leftJoin('booking', (join) => join.on('booking.id', '=', linkedBookingId))
    .select([
      'notification.id',
      'notification.kind',
      'notification.text',
      'notification.path',
      'notification.at',
      'notification.readAt',
      'booking.packageName',
      otherWorkspaceUsernameSql('notification.personId', 'notification.workspaceId').as('workspaceUsername'),
    ])
    .where('notification.personId', '=', personId)
    .where(isStillAddressed(personId))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(notification.at, notification.id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('notification.at', 'desc')
    .orderBy('notification.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

/** Lists the paths of a user's unread notifications, at most one more than the displayed maximum. */
export const listUnreadNotificationPaths = prepareRead((db: Db, personId: PersonId) =>
  db
    .selectFrom('notification')
    .select('path')
    .where('personId', '=', personId)
    .where('readAt', 'is', null)
    .where(isStillAddressed(personId))
    .limit(sql.lit(LIMITS.maxUnreadCount + 1)),
);

/** Marks a user's notifications as read: the one with this id, those with this path, or all up to a time. */
export async function setNotificationsRead(
  db: Db,
  personId: PersonId,
  which: { id: string } | { path: string } | { until: Date },
  at: Date,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('notification')
    .set({ readAt: at })
    .where('personId', '=', personId)
    .where('readAt', 'is', null)
    .$if('id' in which, (query) => query.where('id', '=', (which as { id: string }).id))
    .$if('path' in which, (query) => query.where('path', '=', (which as { path: string }).path))
    .$if('until' in which, (query) => query.where('at', '<=', (which as { until: Date }).until))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Lists the users who got notifications since `since`, with the latest sequence number of each user. */
export const listUsersNotifiedSince = async (db: Db, people: readonly string[], since: Date) =>
  db
    .selectFrom('notification')
    .select(({ fn }) => ['personId', fn.max('seq').as('number')])
    .where('personId', 'in', [...people])
    .where('at', '>', since)
    .groupBy('personId')
    .execute();

/** Returns a notification, or undefined if its user can no longer act in the workspace that it is about. */
export const findNotification = (db: Db, id: string) =>
  db
    .selectFrom('notification')
    .select(['personId', 'kind', 'text', 'path', 'at', 'readAt'])
    .select(otherWorkspaceUsernameSql('notification.personId', 'notification.workspaceId').as('workspaceUsername'))
    .where('id', '=', id)
    .where(
      sql<boolean>`(workspace_id is null or exists (select from workspace_person acting
        where acting.workspace_id = notification.workspace_id and acting.person_id = notification.person_id))`,
    )
    .executeTakeFirst();

/**
 * Stores the push subscription of a session's browser. A browser that was already subscribed now belongs to the
 * signed-in user.
 */
export const upsertPushDevice = (db: Transaction<Database>, row: Insertable<Database['pushSubscription']>) =>
  db
    .insertInto('pushSubscription')
    .values(row)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet({ ...row }))
    .execute();

/** Lists the user's subscribed browsers whose session is still valid. */
export const listPushDevices = (db: Db, personId: PersonId, now: Date) =>
  db
    .selectFrom('pushSubscription')
    .innerJoin('session', 'session.idHash', 'pushSubscription.sessionHash')
    .select(['pushSubscription.id', 'endpoint', 'p256dh', 'auth'])
    .where('pushSubscription.personId', '=', personId)
    .whereRef('session.personId', '=', 'pushSubscription.personId')
    .where('session.expiresAt', '>', now)
    .execute();

export const findPushDeviceBySession = (db: Db, sessionHash: string) =>
  db.selectFrom('pushSubscription').select('id').where('sessionHash', '=', sessionHash).limit(1).executeTakeFirst();

/** Deletes a user's subscribed browsers except the latest `most`. */
export const deleteExcessPushDevices = (db: Transaction<Database>, personId: PersonId, most: number) =>
  db
    .deleteFrom('pushSubscription')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('pushSubscription')
        .select('id')
        .where('personId', '=', personId)
        .orderBy('createdAt', 'desc')
        .offset(most)
        .limit(100),
    )
    .execute();

export const deletePushDevice = (db: Db, id: string) =>
  db.deleteFrom('pushSubscription').where('id', '=', id).execute();

export const deleteOwnPushDevice = (db: Db, personId: PersonId, endpoint: string) =>
  db.deleteFrom('pushSubscription').where('personId', '=', personId).where('endpoint', '=', endpoint).execute();
