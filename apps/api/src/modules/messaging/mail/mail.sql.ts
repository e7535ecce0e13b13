import type { PersonId, WorkspaceId } from '@marquee/contracts';
import { sql, type Insertable, type Transaction } from 'kysely';
import type { OptionalEmailGroup } from '@marquee/validation';
import { prepareRead, prepareReadFirst } from '../../../db/prepared.ts';
import { otherWorkspaceUsernameSql } from '../../../db/owners.ts';
import type { Database, Db, MailLinkPurpose, PublicLinkPurpose } from '../../../db/schema.ts';
import type { MailKind, MailDataByKind } from './mail.templates.ts';

export interface NewMail {
  id: string;
  kind: string;
  subject: string;
  personId: PersonId | null;
  /** The workspace in which the person gets the email as a member, or null if it is about the person. */
  workspaceId: WorkspaceId | null;
  address: string | null;
  bookingId: string | null;
  dueAt: Date;
  isDaily: boolean;
  data: object;
  createdAt: Date;
}

/** Inserts emails and returns the ids of the new ones. Skips those already stored for the same recipient. */
export async function insertMails(db: Transaction<Database>, mails: readonly NewMail[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    insert into mail (id, kind, subject, person_id, workspace_id, address, booking_id, due_at, is_daily, data, created_at)
    select id, kind, subject, "personId", "workspaceId", address, "bookingId", "dueAt", "isDaily", data, "createdAt"
    from jsonb_to_recordset(${JSON.stringify(mails)}::jsonb) as owed (
      id uuid, kind text, subject text, "personId" uuid, "workspaceId" uuid, address text, "bookingId" uuid,
      "dueAt" timestamptz, "isDaily" boolean, data jsonb, "createdAt" timestamptz)
    on conflict do nothing
    returning id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** True if the email was delayed and a newer one about the same booking has been created since. */
const isOvertakenSql = sql<boolean>`mail.due_at > mail.created_at and exists (
  select from mail newer where newer.person_id = mail.person_id and newer.booking_id = mail.booking_id
    and newer.created_at > mail.created_at)`;

/** True if the email was delayed and the user has read its notification since. */
const isSeenSql = sql<boolean>`mail.due_at > mail.created_at and exists (
  select from notification where notification.id = mail.id and notification.read_at is not null)`;

/** True if the recipient can no longer act in the workspace that the email is about. */
const isBarredSql = sql<boolean>`mail.workspace_id is not null and not exists (
  select from workspace_person acting
  where acting.workspace_id = mail.workspace_id and acting.person_id = mail.person_id)`;

/** The recipient's own name, or null if the email is to a workspace of one person, whose name is the workspace's. */
const memberNameSql = sql<string | null>`case when exists (
  select from member where member.workspace_id = mail.workspace_id and member.person_id <> mail.person_id)
  then person.full_name end`;

export type UnsentMail = { [K in MailKind]: { kind: K; data: MailDataByKind[K] } }[MailKind] & {
  id: string;
  personId: PersonId | null;
  address: string | null;
  createdAt: Date;
  isOvertaken: boolean;
  isSeen: boolean;
  isBarred: boolean;
  email: string | null;
  emailVerifiedAt: Date | null;
  deletedAt: Date | null;
  timeZone: string | null;
  /** The name of the recipient if the email is to one of several people of a workspace, or null. */
  memberName: string | null;
  /** The username of the email's workspace if links have to name it, because it is not the person's first one. */
  workspaceUsername: string | null;
  /** The email groups that the user has turned off, or null if they never changed the settings. */
  off: OptionalEmailGroup[] | null;
};

const selectRecipients = prepareRead(
  (
    db: Db,
    personIds: readonly (string | null)[],
    workspaceIds: readonly (string | null)[],
    bookingIds: readonly (string | null)[],
  ) =>
    db
      .selectFrom(
        sql<{ position: number; personId: PersonId | null; workspaceId: WorkspaceId; bookingId: string | null }>`(
          select position::int, person_id, workspace_id, booking_id
          from unnest(${personIds}::uuid[], ${workspaceIds}::uuid[], ${bookingIds}::uuid[])
            with ordinality as one(person_id, workspace_id, booking_id, position))`.as('wanted'),
      )
      .innerJoin('workspacePerson as recipient', 'recipient.workspaceId', 'wanted.workspaceId')
      .leftJoin('workspacePerson as addressee', (join) =>
        join
          .onRef('addressee.workspaceId', '=', 'wanted.workspaceId')
          .onRef('addressee.personId', '=', 'wanted.personId'),
      )
      .leftJoin('workspacePerson as contact', (join) =>
        join.onRef('contact.workspaceId', '=', 'wanted.workspaceId').on(
          'contact.personId',
          '=',
          sql<string>`(select case brand_id when wanted.workspace_id then brand_contact_person_id else creator_contact_person_id end
              from booking where id = wanted.booking_id)`,
        ),
      )
      .select([
        'wanted.position',
        'recipient.personId as personId',
        otherWorkspaceUsernameSql('recipient.personId', 'recipient.workspaceId').as('workspaceUsername'),
      ])
      .where(
        sql<boolean>`case when coalesce(addressee.person_id, contact.person_id) is null then recipient.role = 'owner'
          else recipient.person_id = coalesce(addressee.person_id, contact.person_id) end`,
      ),
);

interface MailTarget {
  /** The member that the email is addressed to, or null. */
  personId: PersonId | null;
  /** The workspace, or null for an email that is not to a workspace and has no recipients here. */
  workspaceId: WorkspaceId | null;
  bookingId: string | null;
}

/**
 * Lists the recipients of emails to workspaces: the person that an email is addressed to, the contact of its booking
 * (possibly from the creator's agency), or else all owners. Former members get no email. `position` is the number of
 * the email, from 1.
 */
export const listMailRecipients = (db: Db, targets: readonly MailTarget[]) =>
  selectRecipients(
    db,
    targets.map(({ personId }) => personId),
    targets.map(({ workspaceId }) => workspaceId),
    targets.map(({ bookingId }) => bookingId),
  );

/** Returns an unsent email with the current data of the recipient's account. */
export const findUnsentMail = prepareReadFirst((db: Db, id: string) =>
  db
    .selectFrom('mail')
    .leftJoin('person', 'person.id', 'mail.personId')
    .leftJoin('notificationSettings', 'notificationSettings.personId', 'mail.personId')
    .select([
      'mail.id',
      'mail.kind',
      'mail.personId',
      'mail.address',
      'mail.data',
      'mail.createdAt',
      'person.email',
      'person.emailVerifiedAt',
      'person.deletedAt',
      'person.timeZone',
      'notificationSettings.off',
      otherWorkspaceUsernameSql('mail.personId', 'mail.workspaceId').as('workspaceUsername'),
      isOvertakenSql.as('isOvertaken'),
      isSeenSql.as('isSeen'),
      isBarredSql.as('isBarred'),
      memberNameSql.as('memberName'),
    ])
    .where('mail.id', '=', id)
    .where('mail.data', 'is not', null)
    // The `data` column matches the email's `kind`.
    .$castTo<UnsentMail>(),
);

/** Maximum number of notifications that one daily email covers. The next one covers the rest. */
const MAX_MAILS_PER_DAILY_MAIL = 200;

/**
 * Locks the emails that a user's next daily email will combine, latest first, with the texts of their notifications.
 */
export const lockDueDailyMails = (db: Transaction<Database>, personId: PersonId, now: Date) =>
  db
    .selectFrom('mail')
    .innerJoin('notification', 'notification.id', 'mail.id')
    .select([
      'mail.id',
      'mail.kind',
      'notification.text',
      'notification.path',
      'notification.at',
      'notification.readAt',
    ])
    .where('mail.personId', '=', personId)
    .where('isDaily', '=', true)
    .where('data', 'is not', null)
    .where('dueAt', '<=', now)
    .orderBy('mail.createdAt', 'desc')
    .limit(MAX_MAILS_PER_DAILY_MAIL)
    .forUpdate('mail')
    .$narrowType<{ kind: MailKind }>()
    .execute();

/** Returns the due time of the first email that is queued for the user's daily email. */
export const listNextDailyMails = (db: Transaction<Database>, personId: PersonId) =>
  db
    .selectFrom('mail')
    .select('dueAt')
    .where('personId', '=', personId)
    .where('isDaily', '=', true)
    .where('data', 'is not', null)
    .orderBy('dueAt')
    .limit(1)
    .execute();

/** Marks an email as sent or dropped, and deletes its content. */
export const setMailDone = prepareRead((db: Db, id: string, sentAt: Date | null, droppedAt: Date | null) =>
  db.updateTable('mail').set({ sentAt, droppedAt, data: null, address: null }).where('id', '=', id),
);

export const insertMailLink = (db: Db, row: Insertable<Database['mailLink']>) =>
  db.insertInto('mailLink').values(row).execute();

export const insertPublicLink = (db: Db, row: Insertable<Database['emailedLink']>) =>
  db.insertInto('emailedLink').values(row).execute();

/** Returns the subject of a reusable link, or undefined if the token is invalid or expired. */
export const findPublicLink = (db: Db, where: { tokenHash: string; purpose: PublicLinkPurpose; now: Date }) =>
  db
    .selectFrom('emailedLink')
    .select('subjectId')
    .where('tokenHash', '=', where.tokenHash)
    .where('purpose', '=', where.purpose)
    .where('expiresAt', '>', where.now)
    .executeTakeFirst();

/** Stores a code. It replaces the recipient's code before. */
/** The id of a code, and the guest or invitation that it is for. */
export interface MailCodeKey {
  id: string;
  subjectId: string;
}

/** Stores a code. It replaces the one of an earlier attempt to send the email. */
export const upsertMailCode = (db: Db, row: MailCodeKey & { codeHash: string; expiresAt: Date }) =>
  db
    .insertInto('mailCode')
    .values({ ...row, attempts: 0 })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...row, attempts: 0 }))
    .execute();

/**
 * Counts an attempt to enter a code. Returns the code's hash, or undefined if there is no code, it has expired, or it
 * was entered `maxAttempts` times. Concurrent attempts wait for each other, so that each of them counts.
 */
export const countMailCodeAttempt = async (
  db: Db,
  where: MailCodeKey & { now: Date; maxAttempts: number },
): Promise<string | undefined> =>
  (
    await db
      .updateTable('mailCode')
      .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
      .where('id', '=', where.id)
      .where('subjectId', '=', where.subjectId)
      .where('expiresAt', '>', where.now)
      .where('attempts', '<', where.maxAttempts)
      .returning('codeHash')
      .executeTakeFirst()
  )?.codeHash;

/** Deletes a code. Returns false if it is used up or replaced. Only one of two concurrent requests succeeds. */
export const deleteMailCode = async (db: Db, where: { id: string; codeHash: string }): Promise<boolean> =>
  (await db
    .deleteFrom('mailCode')
    .where('id', '=', where.id)
    .where('codeHash', '=', where.codeHash)
    .returning('id')
    .executeTakeFirst()) !== undefined;

const mailLinkColumns = ['personId', 'email', 'eventAt', 'usedAt', 'expiresAt'] as const;

export const findMailLinkByToken = (db: Db, where: { tokenHash: string; purpose: MailLinkPurpose }) =>
  db
    .selectFrom('mailLink')
    .select(mailLinkColumns)
    .where('tokenHash', '=', where.tokenHash)
    .where('purpose', '=', where.purpose)
    .executeTakeFirst();

/** Marks a link as used. Only one of two concurrent requests succeeds. */
export const setMailLinkUsed = (
  db: Transaction<Database>,
  where: { tokenHash: string; purpose: MailLinkPurpose },
  now: Date,
) =>
  db
    .updateTable('mailLink')
    .set({ usedAt: now })
    .where('tokenHash', '=', where.tokenHash)
    .where('purpose', '=', where.purpose)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning(mailLinkColumns)
    .executeTakeFirst();

export const deleteUnusedMailLinks = (
  db: Transaction<Database>,
  personId: PersonId,
  purposes: MailLinkPurpose[],
  email?: string,
) =>
  db
    .deleteFrom('mailLink')
    .where('personId', '=', personId)
    .where('purpose', 'in', purposes)
    .where('usedAt', 'is', null)
    .$if(email !== undefined, (query) => query.where('email', '=', email ?? ''))
    .execute();

/** Deletes a person's expired links that were not used. Used links show when a password was reset (core/step-up.ts). */
export const deleteExpiredMailLinks = (db: Db, personId: PersonId, now: Date) =>
  db
    .deleteFrom('mailLink')
    .where('personId', '=', personId)
    .where('expiresAt', '<', now)
    .where('usedAt', 'is', null)
    .execute();

/**
 * Returns the due time of the user's last email of this kind about the booking. Ignores emails that are due after
 * `at`.
 */
export const findLastDueMail = (
  db: Transaction<Database>,
  mail: { kind: string; personId: PersonId; bookingId: string; at: Date },
) =>
  db
    .selectFrom('mail')
    .select('dueAt')
    .where('personId', '=', mail.personId)
    .where('bookingId', '=', mail.bookingId)
    .where('kind', '=', mail.kind)
    .where('dueAt', '<=', mail.at)
    .orderBy('dueAt', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Returns the data that decides to which addresses security emails go. */
export const findSecurityAddresses = (db: Transaction<Database>, personId: PersonId) =>
  db
    .selectFrom('person')
    .select(['formerEmail', 'emailChangedAt'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
