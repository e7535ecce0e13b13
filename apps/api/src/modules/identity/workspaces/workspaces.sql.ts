import type { ActionTopic, MemberRole, PersonId, WorkspaceId } from '@marquee/contracts';
import { sql, type Insertable, type Transaction } from 'kysely';
import type { KeysetCursor } from '../../../core/paging.ts';
import type { Database, Db } from '../../../db/schema.ts';

/** Locks a workspace, so that changes to its members run one after another. */
export const lockWorkspace = (db: Transaction<Database>, id: string) =>
  db
    .selectFrom('workspace')
    .select(['id', 'fullName', 'userType', 'username', 'timeZone', 'reportedAt'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Lists the workspaces that a person can choose, in the order in which they joined them. */
export const listWorkspacesByPerson = (db: Db, personId: PersonId) =>
  db
    .selectFrom('member')
    .innerJoin('workspace', 'workspace.id', 'member.workspaceId')
    .select([
      'workspace.id',
      'workspace.username',
      'workspace.fullName as name',
      'workspace.userType',
      'workspace.profileImageUrl',
      'member.role',
    ])
    .where('member.personId', '=', personId)
    .where('workspace.deletedAt', 'is', null)
    .where('workspace.suspendedAt', 'is', null)
    .orderBy('member.joinedAt')
    .orderBy('workspace.id')
    .execute();

/** Lists the workspaces of a person, also suspended ones, in the order in which they are locked. */
export const listWorkspaceIdsByPerson = async (db: Db, personId: PersonId): Promise<WorkspaceId[]> =>
  (
    await db
      .selectFrom('member')
      .innerJoin('workspace', 'workspace.id', 'member.workspaceId')
      .select('workspace.id')
      .where('personId', '=', personId)
      .where('deletedAt', 'is', null)
      .orderBy('workspace.id')
      .execute()
  ).map(({ id }) => id);

/** Closes a workspace whose only member has deleted the account. Returns false if it is reported. */
export const setWorkspaceClosed = async (
  db: Transaction<Database>,
  workspaceId: WorkspaceId,
  at: Date,
): Promise<boolean> =>
  (
    await db
      .updateTable('workspace')
      .set({ deletedAt: at })
      .where('id', '=', workspaceId)
      .where('reportedAt', 'is', null)
      .executeTakeFirst()
  ).numUpdatedRows === 1n;

const closedWorkspaces = (db: Db, personId: PersonId) =>
  db
    .selectFrom('workspace')
    .innerJoin('member', 'member.workspaceId', 'workspace.id')
    .where('personId', '=', personId)
    .where('deletedAt', 'is not', null)
    .where('erasedAt', 'is', null);

/** Lists the closed workspaces of a person that are not erased yet. */
export const listClosedWorkspaces = (db: Db, personId: PersonId) =>
  closedWorkspaces(db, personId).select('workspace.id').orderBy('workspace.id').execute();

/** Whether a person is a member of a reported workspace, also of a closed one. */
export const isInReportedWorkspace = async (db: Db, personId: PersonId): Promise<boolean> =>
  (await db
    .selectFrom('member')
    .innerJoin('workspace', 'workspace.id', 'member.workspaceId')
    .select('workspace.id')
    .where('personId', '=', personId)
    .where('reportedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Opens a workspace again that was closed and is not erased yet. */
export const setWorkspaceOpen = (db: Transaction<Database>, workspaceId: WorkspaceId) =>
  db
    .updateTable('workspace')
    .set({ deletedAt: null })
    .where('id', '=', workspaceId)
    .where('deletedAt', 'is not', null)
    .where('erasedAt', 'is', null)
    .execute();

/** Opens the closed workspaces of a person again. */
export const setWorkspacesOpen = (db: Transaction<Database>, personId: PersonId) =>
  db
    .updateTable('workspace')
    .set({ deletedAt: null })
    .where('id', 'in', closedWorkspaces(db, personId).select('workspace.id'))
    .execute();

/**
 * Closes a workspace again that nobody can use, because all its members have closed their accounts. Does nothing to
 * other workspaces.
 */
export const closeWithoutMembers = (db: Transaction<Database>, workspaceId: WorkspaceId, at: Date) =>
  db
    .updateTable('workspace')
    .set({ deletedAt: at })
    .where('id', '=', workspaceId)
    .where('deletedAt', 'is', null)
    .where(
      sql<boolean>`not exists (
        select from member join person on person.id = member.person_id
        where member.workspace_id = workspace.id and person.deleted_at is null)`,
    )
    .execute();

/** Lists in which of these workspaces these people may act, as members or for a creator's agency. */
export const listActingPeople = (db: Db, workspaceIds: readonly WorkspaceId[], personIds: readonly PersonId[]) =>
  db
    .selectFrom('workspacePerson')
    .select(['workspaceId', 'personId'])
    .where(sql<boolean>`person_id = any(${personIds}::uuid[]) and workspace_id = any(${workspaceIds}::uuid[])`)
    .execute();

/** Lists the members of a workspace in the order in which they joined. */
export const listMembers = (db: Db, workspaceId: WorkspaceId) =>
  db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.personId')
    .select([
      'person.id',
      'person.fullName',
      'person.email',
      'member.role',
      'member.orderLimitCents',
      'member.monthLimitCents',
      'member.joinedAt',
    ])
    .where('member.workspaceId', '=', workspaceId)
    .where('person.deletedAt', 'is', null)
    .orderBy('member.joinedAt')
    .orderBy('person.id')
    .execute();

/** Lists the members of a workspace who are among these people, also if they have closed their account. */
export const listMembersAmong = (db: Db, workspaceId: WorkspaceId, personIds: readonly PersonId[]) =>
  db
    .selectFrom('member')
    .innerJoin('person', 'person.id', 'member.personId')
    .select(['person.id', 'person.fullName', 'person.deletedAt'])
    .where('member.workspaceId', '=', workspaceId)
    .where(sql<boolean>`person.id = any(${personIds}::uuid[])`)
    .execute();

interface MemberKey {
  workspaceId: WorkspaceId;
  personId: PersonId;
}

export const deleteMember = (db: Transaction<Database>, { workspaceId, personId }: MemberKey) =>
  db.deleteFrom('member').where('workspaceId', '=', workspaceId).where('personId', '=', personId).execute();

export const insertMember = (db: Transaction<Database>, row: Insertable<Database['member']>) =>
  db.insertInto('member').values(row).execute();

/** Makes a person a member again, unless they already are one or have deleted their account. */
export const insertFormerMember = async (
  db: Transaction<Database>,
  row: Insertable<Database['member']>,
): Promise<void> => {
  const person = await db
    .selectFrom('person')
    .select('id')
    .where('id', '=', row.personId)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!person) return;
  await db
    .insertInto('member')
    .values(row)
    .onConflict((conflict) => conflict.columns(['workspaceId', 'personId']).doNothing())
    .execute();
};

export const setMemberRole = (db: Transaction<Database>, { workspaceId, personId }: MemberKey, role: MemberRole) =>
  db
    .updateTable('member')
    .set({ role })
    .where('workspaceId', '=', workspaceId)
    .where('personId', '=', personId)
    .execute();

/** Changes a member's role if it still is `from`. Returns whether it was. */
export const replaceMemberRole = async (
  db: Transaction<Database>,
  { workspaceId, personId }: MemberKey,
  { from, to }: { from: MemberRole; to: MemberRole },
): Promise<boolean> =>
  (
    await db
      .updateTable('member')
      .set({ role: to })
      .where('workspaceId', '=', workspaceId)
      .where('personId', '=', personId)
      .where('role', '=', from)
      .executeTakeFirst()
  ).numUpdatedRows === 1n;

export const setMemberLimits = (
  db: Transaction<Database>,
  { workspaceId, personId }: MemberKey,
  limits: { orderLimitCents: number | null; monthLimitCents: number | null },
) =>
  db
    .updateTable('member')
    .set(limits)
    .where('workspaceId', '=', workspaceId)
    .where('personId', '=', personId)
    .execute();

/** Counts bookings that are not finished and whose contact the member is, in a workspace of either type. */
export async function countOpenDuties(db: Db, { workspaceId, personId }: MemberKey): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from booking
    where (brand_contact_person_id = ${personId} and brand_id = ${workspaceId}
        or creator_contact_person_id = ${personId} and creator_id = ${workspaceId})
      and status in ('pending', 'accepted', 'in_progress')`.execute(db);
  return rows[0]?.count ?? 0;
}

export const insertInvitation = (db: Transaction<Database>, row: Insertable<Database['invitation']>) =>
  db.insertInto('invitation').values(row).returning('id').executeTakeFirstOrThrow();

const openInvitations = (db: Db, now: Date) =>
  db
    .selectFrom('invitation')
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', now);

/** Lists the invitations of a workspace that can still be accepted, newest first. */
export const listOpenInvitations = (db: Db, workspaceId: WorkspaceId, now: Date) =>
  openInvitations(db, now)
    .select(['id', 'email', 'role', 'createdAt', 'expiresAt'])
    .where('workspaceId', '=', workspaceId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();

/** Finds an invitation that can still be accepted, with the names of the workspace and of the member who invited. */
export const findOpenInvitation = (db: Db, id: string, now: Date) =>
  openInvitations(db, now)
    .innerJoin('workspace', 'workspace.id', 'invitation.workspaceId')
    .innerJoin('person', 'person.id', 'invitation.invitedByPersonId')
    .select([
      'invitation.id',
      'invitation.workspaceId',
      'invitation.email',
      'invitation.role',
      'invitation.invitedByPersonId',
      'invitation.expiresAt',
      'workspace.fullName as workspaceName',
      'workspace.username',
      'workspace.userType',
      'workspace.profileImageUrl',
      'person.fullName as inviterName',
    ])
    .where('invitation.id', '=', id)
    .where('workspace.deletedAt', 'is', null)
    .where('workspace.suspendedAt', 'is', null)
    .executeTakeFirst();

/**
 * Marks an open invitation as accepted by a person. Returns false if it was accepted or withdrawn in the meantime.
 */
export const setInvitationAccepted = async (
  db: Transaction<Database>,
  id: string,
  { at, by }: { at: Date; by: PersonId },
): Promise<boolean> =>
  (await openInvitations(db, at).clearSelect().select('id').where('id', '=', id).forUpdate().executeTakeFirst()) !==
    undefined &&
  (
    await db
      .updateTable('invitation')
      .set({ acceptedAt: at, acceptedByPersonId: by })
      .where('id', '=', id)
      .executeTakeFirst()
  ).numUpdatedRows === 1n;

/**
 * Withdraws the open invitations of a workspace that match, including expired ones. Returns their addresses.
 */
export const revokeInvitations = (
  db: Transaction<Database>,
  workspaceId: WorkspaceId,
  which: { id: string } | { email: string } | { invitedByPersonId: PersonId } | Record<string, never>,
  at: Date,
) =>
  db
    .updateTable('invitation')
    .set({ revokedAt: at })
    .where('workspaceId', '=', workspaceId)
    .where('acceptedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where((eb) => eb.and(which))
    .returning('email')
    .execute();

/**
 * Lists the people who joined a workspace with an invitation of one of these people since a time, also if they are no
 * longer members.
 */
export const listPeopleInvitedBy = async (
  db: Db,
  { workspaceId, personIds, since }: { workspaceId: WorkspaceId; personIds: readonly PersonId[]; since: Date },
): Promise<PersonId[]> => {
  const rows = await db
    .selectFrom('invitation')
    // A member who accepts an invitation does not join again.
    .innerJoin('workspaceAction as joined', (join) =>
      join
        .onRef('joined.workspaceId', '=', 'invitation.workspaceId')
        .onRef('joined.personId', '=', 'invitation.acceptedByPersonId')
        .onRef('joined.at', '=', 'invitation.acceptedAt')
        .on('joined.kind', '=', 'member.joined'),
    )
    .select('joined.personId')
    .where('invitation.workspaceId', '=', workspaceId)
    .where('invitation.invitedByPersonId', 'in', personIds)
    .where('invitation.acceptedAt', '>=', since)
    .$narrowType<{ personId: PersonId }>()
    .execute();
  return rows.map(({ personId }) => personId);
};

/** Filters of the log. `from` and `to` are days in the workspace's time zone, both inclusive. */
interface ActionQuery {
  workspaceId: WorkspaceId;
  memberId?: string | undefined;
  topic?: ActionTopic | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Returns the time zone in which the days and months of a workspace begin. */
export const findWorkspaceTimeZone = async (db: Db, id: string): Promise<string> =>
  (await db.selectFrom('workspace').select('timeZone').where('id', '=', id).executeTakeFirstOrThrow()).timeZone ??
  'UTC';

export const setWorkspaceTimeZone = (db: Transaction<Database>, id: string, timeZone: string) =>
  db.updateTable('workspace').set({ timeZone }).where('id', '=', id).execute();

const workspaceZoneSql = (workspaceId: WorkspaceId) =>
  sql`(select coalesce(time_zone, 'UTC') from workspace where id = ${workspaceId})`;

/** Lists what members, timers and Stripe did for a workspace, newest first, with one extra row to detect another page. */
export const listWorkspaceActions = (
  db: Db,
  { workspaceId, memberId, topic, from, to }: ActionQuery,
  after: KeysetCursor | null,
  most: number,
) =>
  db
    .selectFrom('workspaceAction')
    .leftJoin('person', 'person.id', 'workspaceAction.personId')
    .leftJoin('person as aboutPerson', 'aboutPerson.id', 'workspaceAction.aboutPersonId')
    .leftJoin('workspace as aboutWorkspace', 'aboutWorkspace.id', 'workspaceAction.aboutWorkspaceId')
    .select([
      'workspaceAction.id',
      'workspaceAction.kind',
      'workspaceAction.topic',
      'workspaceAction.data',
      'workspaceAction.at',
      'person.fullName as memberName',
      sql<string>`coalesce(about_person.full_name, about_workspace.full_name, '')`.as('about'),
    ])
    .where('workspaceAction.workspaceId', '=', workspaceId)
    .$if(memberId !== undefined, (query) => query.where('workspaceAction.personId', '=', memberId as string))
    .$if(topic !== undefined, (query) => query.where('workspaceAction.topic', '=', topic as ActionTopic))
    .$if(from !== undefined, (query) =>
      query.where(
        sql<boolean>`workspace_action.at >= ${from}::date::timestamp at time zone ${workspaceZoneSql(workspaceId)}`,
      ),
    )
    .$if(to !== undefined, (query) =>
      query.where(
        sql<boolean>`workspace_action.at < (${to}::date + 1)::timestamp at time zone ${workspaceZoneSql(workspaceId)}`,
      ),
    )
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(workspace_action.at, workspace_action.id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('workspaceAction.at', 'desc')
    .orderBy('workspaceAction.id', 'desc')
    .limit(most + 1)
    .execute();

/** The number of people in the filter of the log. */
const MAX_ACTORS = 200;

/** Lists people who did something for a workspace, also former members. Reads one index entry per person. */
export async function listActionMembers(db: Db, workspaceId: WorkspaceId): Promise<{ id: string; fullName: string }[]> {
  const { rows } = await sql<{ id: string; fullName: string }>`
    with recursive actor(id) as (
      (select person_id from workspace_action where workspace_id = ${workspaceId} order by person_id limit 1)
      union all
      select next.person_id from actor cross join lateral (
        select person_id from workspace_action where workspace_id = ${workspaceId} and person_id > actor.id
        order by person_id limit 1
      ) as next
    )
    select person.id, person.full_name from (select id from actor limit ${sql.lit(MAX_ACTORS)}) as actor
      join person using (id)
    order by person.full_name, person.id`.execute(db);
  return rows;
}
