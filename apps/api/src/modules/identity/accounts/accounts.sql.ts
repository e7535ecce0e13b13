import type { PersonId, WorkspaceId } from '@marquee/contracts';
import { sql, type Transaction, type Updateable } from 'kysely';
import type { SessionUser } from '../../../core/ctx.ts';
import { prepareReadFirst } from '../../../db/prepared.ts';
import type { Database, Db, UserRole } from '../../../db/schema.ts';
import { workspaceForStaffSql } from '../../../db/staff-page.ts';

/** The columns of a person that they see about themselves (GET /api/auth/user) and that services use. */
const personColumns = [
  'person.id',
  'person.fullName',
  'person.email',
  'person.emailVerifiedAt',
  'person.role',
  'person.hasFactor',
  'person.factorSince',
] as const;

/** The workspaces of a person that are in use, in the order in which the person joined them. */
const selectActiveWorkspaces = (db: Db) =>
  db
    .selectFrom('member')
    .innerJoin('workspace', 'workspace.id', 'member.workspaceId')
    .whereRef('member.personId', '=', sql.ref('person.id'))
    .where('workspace.deletedAt', 'is', null)
    .where('workspace.suspendedAt', 'is', null)
    .orderBy('member.joinedAt')
    .orderBy('workspace.id');

/** Whether a workspace has one member. The people of its agency do not count. */
const isAloneSql = sql<boolean>`(select count(*) = 1 from (
  select from member others where others.workspace_id = workspace.id limit 2) as found)`;

const UUID_PATTERN = sql.lit('^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$');

/**
 * Selects the id of the workspace with this id, username or former username. Each condition uses an index, because
 * every caller can name any workspace.
 */
const namedWorkspaceSql = (workspace: string | null) => sql<string>`(
  select id from workspace named where named.username = ${workspace}::citext
    or named.id = case when ${workspace}::text ~* ${UUID_PATTERN} then ${workspace}::text::uuid end
  union all select workspace_id from former_username where former_username.username = ${workspace}::citext
  limit 1)`;

/**
 * Reads the signed-in person and the workspace in which they act, on each request because roles may change during a
 * session. `workspace` is a workspace's id, username or former username; null means the workspace that the person
 * joined first. People of a creator's agency can also act in the creator's workspace. Returns undefined if the person
 * may not act in the workspace, if all of their workspaces are suspended, if the account is deleted, or if
 * `signInVersion` is outdated.
 */
export const findSessionUser = async (
  db: Db,
  personId: PersonId,
  signInVersion: number,
  workspace: string | null,
): Promise<SessionUser | undefined> => {
  const member = await findActingMember(db, personId, signInVersion, workspace);
  if (member !== undefined) return { ...member, forAgency: null };
  if (workspace === null) return undefined;
  const agent = await findActingAgent(db, personId, signInVersion, workspace);
  if (agent === undefined) return undefined;
  const { agencyId, agencyName, ...user } = agent;
  return { ...user, isHome: false, forAgency: { id: agencyId, name: agencyName } };
};

/** Reads a person who acts in one of their own workspaces. */
const findActingMember = prepareReadFirst(
  (db: Db, personId: PersonId, signInVersion: number, workspace: string | null) =>
    db
      .selectFrom('person')
      .innerJoinLateral(
        selectActiveWorkspaces(db)
          .select([
            'workspace.id as workspaceId',
            'workspace.fullName as workspaceName',
            'workspace.username',
            'workspace.userType',
            'workspace.profileImageUrl',
            'workspace.payoutsEnabled',
            sql<boolean>`workspace.reported_at is not null`.as('isReported'),
            'member.role as memberRole',
            isAloneSql.as('isAlone'),
          ])
          .where(sql<boolean>`(${workspace}::text is null or workspace.id = ${namedWorkspaceSql(workspace)})`)
          .limit(1)
          .as('acting'),
        (join) => join.onTrue(),
      )
      .select(personColumns)
      .select([
        'acting.workspaceId',
        'acting.workspaceName',
        'acting.username',
        'acting.userType',
        'acting.profileImageUrl',
        'acting.payoutsEnabled',
        'acting.isReported',
        'acting.memberRole',
        'acting.isAlone',
      ])
      .select((eb) =>
        eb(selectActiveWorkspaces(db).select('workspace.id').limit(1), '=', eb.ref('acting.workspaceId'))
          .$castTo<boolean>()
          .as('isHome'),
      )
      .where('person.id', '=', personId)
      .where('person.signInVersion', '=', signInVersion)
      .where('person.deletedAt', 'is', null),
);

/** Reads a person who acts for a creator as a member of the creator's agency. */
const findActingAgent = prepareReadFirst((db: Db, personId: PersonId, signInVersion: number, workspace: string) =>
  db
    .selectFrom('person')
    .innerJoin('workspacePerson as acting', 'acting.personId', 'person.id')
    .innerJoin('workspace', 'workspace.id', 'acting.workspaceId')
    .innerJoin('workspace as agency', 'agency.id', 'acting.agencyId')
    .select(personColumns)
    .select([
      'workspace.id as workspaceId',
      'workspace.fullName as workspaceName',
      'workspace.username',
      'workspace.userType',
      'workspace.profileImageUrl',
      'workspace.payoutsEnabled',
      sql<boolean>`workspace.reported_at is not null`.as('isReported'),
      'acting.role as memberRole',
      isAloneSql.as('isAlone'),
      'agency.id as agencyId',
      'agency.fullName as agencyName',
    ])
    .where('person.id', '=', personId)
    .where('person.signInVersion', '=', signInVersion)
    .where('person.deletedAt', 'is', null)
    .where('workspace.id', '=', namedWorkspaceSql(workspace))
    .where('workspace.deletedAt', 'is', null)
    .where('workspace.suspendedAt', 'is', null),
);

/** The time at which the last of the person's workspaces was suspended, or null if they can act in one. */
export const suspendedAtSql = sql<Date | null>`(
  select max(workspace.suspended_at) from member join workspace on workspace.id = member.workspace_id
  where member.person_id = person.id and workspace.deleted_at is null
  having bool_and(workspace.suspended_at is not null))`;

const selectAllAccounts = (db: Db) =>
  db
    .selectFrom('person')
    .select(personColumns)
    .select(['passwordHash', 'pendingEmail', 'formerEmail', 'emailChangedAt', 'signInVersion', 'createdAt'])
    .select(suspendedAtSql.as('suspendedAt'));

/** Selects the columns for signing in and changing sign-in methods. They must never be sent to a client. */
export const selectAccounts = (db: Db) => selectAllAccounts(db).where('deletedAt', 'is', null);

/** Finds an account that is not deleted, or is deleted but can still be restored. */
export const findRestorableAccount = (db: Db, id: PersonId) =>
  selectAllAccounts(db).where('id', '=', id).where('erasedAt', 'is', null).executeTakeFirst();

export const findPersonByEmail = (db: Db, email: string) =>
  selectAccounts(db).where('email', '=', email).executeTakeFirst();

export const findAccountWithSecrets = (db: Db, id: string) =>
  selectAccounts(db).where('id', '=', id).executeTakeFirstOrThrow();

/**
 * Locks the account, so that changes to its sign-in methods run one after another. Does not use FOR UPDATE, which
 * would block inserting events that reference the account.
 */
export const lockAccount = (db: Transaction<Database>, id: string) =>
  selectAccounts(db).where('id', '=', id).forNoKeyUpdate('person').executeTakeFirst();

/** Locks an account that is not erased yet, also a deleted one, even if it is being deleted at the same time. */
export const lockRestorableAccount = (db: Transaction<Database>, id: PersonId) =>
  db
    .selectFrom('person')
    .select('deletedAt')
    .where('id', '=', id)
    .where('erasedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Locks a deleted account that is not erased yet. */
export const lockDeletedAccount = (db: Transaction<Database>, id: PersonId) =>
  db
    .selectFrom('person')
    .select(['id', 'fullName', 'email', 'emailVerifiedAt'])
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .where('erasedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

export const updateAccount = (db: Transaction<Database>, id: string, change: Updateable<Database['person']>) =>
  db.updateTable('person').set(change).where('id', '=', id).execute();

/** Increments the sign-in version, which ends all existing sessions. Returns the new version. */
export const incrementSignInVersion = async (db: Transaction<Database>, id: string): Promise<number> => {
  const row = await db
    .updateTable('person')
    .set((eb) => ({ signInVersion: eb('signInVersion', '+', 1) }))
    .where('id', '=', id)
    .returning('signInVersion')
    .executeTakeFirstOrThrow();
  return row.signInVersion;
};

export const listIdentities = (db: Db, personId: PersonId) =>
  db
    .selectFrom('externalIdentity')
    .select(['issuer', 'subject', 'email', 'connectedAt', 'lastUsedAt'])
    .where('personId', '=', personId)
    .execute();

export const deleteIdentities = (db: Transaction<Database>, personId: PersonId) =>
  db.deleteFrom('externalIdentity').where('personId', '=', personId).execute();

const roleColumns = ['id', 'fullName', 'email', 'role'] as const;

/**
 * Locks a workspace before it is suspended or reinstated. Does not use FOR UPDATE, because updates of the creator's
 * listing, which references this row, would then have to wait.
 */
export const lockSuspension = (db: Transaction<Database>, workspaceId: WorkspaceId) =>
  db
    .selectFrom('workspace')
    .select(['id', 'fullName', 'suspendedAt'])
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('member')
            .innerJoin('person', 'person.id', 'member.personId')
            .select('person.id')
            .whereRef('member.workspaceId', '=', 'workspace.id')
            .where('person.role', '=', 'admin'),
        )
        .as('hasStaff'),
    )
    .where('id', '=', workspaceId)
    .forNoKeyUpdate('workspace')
    .executeTakeFirst();

/** Returns the workspace on whose page staff find a person, and as which the audit log names the person. */
export const findWorkspaceForStaff = async (db: Db, personId: PersonId): Promise<WorkspaceId> =>
  (
    await db
      .selectNoFrom(
        workspaceForStaffSql(sql`${personId}::uuid`)
          .$notNull()
          .as('id'),
      )
      .executeTakeFirstOrThrow()
  ).id;

export const lockUserByEmail = (db: Transaction<Database>, email: string) =>
  db
    .selectFrom('person')
    .select(roleColumns)
    .select(suspendedAtSql.as('suspendedAt'))
    .where('email', '=', email)
    .forUpdate('person')
    .executeTakeFirst();

export const listAdmins = (db: Db) =>
  db.selectFrom('person').select(roleColumns).where('role', '=', 'admin').orderBy('email').execute();

export const setRole = (db: Transaction<Database>, id: string, role: UserRole) =>
  db.updateTable('person').set({ role }).where('id', '=', id).execute();

export const setSuspension = (
  db: Transaction<Database>,
  workspaceId: WorkspaceId,
  change: { suspendedAt: Date | null; suspendedReason: string | null },
) => db.updateTable('workspace').set(change).where('id', '=', workspaceId).execute();

/** Lists the people without another active workspace. */
export const listPeopleOnlyIn = async (db: Transaction<Database>, workspaceId: WorkspaceId): Promise<string[]> => {
  const { rows } = await sql<{ personId: PersonId }>`
    select person_id from member where workspace_id = ${workspaceId} and not exists (
      select from member other join workspace on workspace.id = other.workspace_id
      where other.person_id = member.person_id and other.workspace_id <> member.workspace_id
        and workspace.suspended_at is null and workspace.deleted_at is null)`.execute(db);
  return rows.map(({ personId }) => personId);
};
