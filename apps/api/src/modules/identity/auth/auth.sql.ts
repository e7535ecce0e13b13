import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import type { SessionUser } from '../../../core/ctx.ts';
import type { KeysetCursor } from '../../../core/paging.ts';
import { prepareReadFirst } from '../../../db/prepared.ts';
import type { Database, Db, PasskeyChallenge, UserRole } from '../../../db/schema.ts';

/** The columns of a person that they see about themselves (GET /api/auth/user) and that services use. */
const personColumns = [
  'person.id',
  'person.fullName',
  'person.email',
  'person.emailVerifiedAt',
  'person.role',
  'person.hasFactor',
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

/**
 * Reads the signed-in person and the workspace in which they act, on each request because roles may change during a
 * session. `workspace` is a workspace's id or username; null means the workspace that the person joined first. People
 * of a creator's agency can also act in the creator's workspace. Returns undefined if the person may not act in the
 * workspace, if all of their workspaces are suspended, if the account is deleted, or if `signInVersion` is outdated.
 */
export const findSessionUser = async (
  db: Db,
  personId: string,
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
const findActingMember = prepareReadFirst((db: Db, personId: string, signInVersion: number, workspace: string | null) =>
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
          'member.role as memberRole',
          isAloneSql.as('isAlone'),
        ])
        .where(
          sql<boolean>`(${workspace}::text is null or workspace.id::text = ${workspace}::text
              or workspace.username = ${workspace}::citext)`,
        )
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

const UUID_PATTERN = sql.lit('^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$');

/** Reads a person who acts for a creator as a member of the creator's agency. */
const findActingAgent = prepareReadFirst((db: Db, personId: string, signInVersion: number, workspace: string) =>
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
      'acting.role as memberRole',
      isAloneSql.as('isAlone'),
      'agency.id as agencyId',
      'agency.fullName as agencyName',
    ])
    .where('person.id', '=', personId)
    .where('person.signInVersion', '=', signInVersion)
    .where('person.deletedAt', 'is', null)
    // Both conditions use an index, because anybody can name any workspace.
    .where(
      'workspace.id',
      '=',
      sql<string>`(select id from workspace named where named.username = ${workspace}::citext
        or named.id = case when ${workspace}::text ~* ${UUID_PATTERN} then ${workspace}::text::uuid end limit 1)`,
    )
    .where('workspace.deletedAt', 'is', null)
    .where('workspace.suspendedAt', 'is', null),
);

/** The time at which the last of the person's workspaces was suspended, or null if they can act in one. */
const suspendedAtSql = sql<Date | null>`(
  select max(workspace.suspended_at) from member join workspace on workspace.id = member.workspace_id
  where member.person_id = person.id and workspace.deleted_at is null
  having bool_and(workspace.suspended_at is not null))`;

/** Selects the columns for signing in and changing sign-in methods. They must never be sent to a client. */
const selectAccounts = (db: Db) =>
  db
    .selectFrom('person')
    .select(personColumns)
    .select(['passwordHash', 'pendingEmail', 'formerEmail', 'emailChangedAt', 'signInVersion', 'createdAt'])
    .select(suspendedAtSql.as('suspendedAt'))
    .where('deletedAt', 'is', null);

export const findUserByEmail = (db: Db, email: string) =>
  selectAccounts(db).where('email', '=', email).executeTakeFirst();

/** Finds an account whose user has been authenticated. */
export const findAccountForSignIn = (db: Db, id: string) => selectAccounts(db).where('id', '=', id).executeTakeFirst();

export type SignInAccount = NonNullable<Awaited<ReturnType<typeof findAccountForSignIn>>>;

export const insertSignIn = (tx: Transaction<Database>, row: Insertable<Database['signIn']>) =>
  tx.insertInto('signIn').values(row).execute();

/** Lists a user's sign-ins and failed second steps, newest first, after the position `after`. */
export const listSignIns = (db: Db, userId: string, after: KeysetCursor | null, limit: number) =>
  db
    .selectFrom('signIn')
    .select(['id', 'at', 'method', 'outcome', 'userAgent', 'ip', 'place', 'isNewDevice'])
    .where('userId', '=', userId)
    .$if(after !== null, (query) => query.where(sql<boolean>`(at, id) < (${after?.at}, ${after?.id})`))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Whether the account has a stored sign-in. */
export const hasSignedIn = async (db: Db, userId: string): Promise<boolean> =>
  (await db
    .selectFrom('signIn')
    .select('id')
    .where('userId', '=', userId)
    .where('outcome', '=', 'signed_in')
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const findAccountWithSecrets = (db: Db, id: string) =>
  selectAccounts(db).where('id', '=', id).executeTakeFirstOrThrow();

/**
 * Locks the account, so that changes to its sign-in methods run one after another. Does not use FOR UPDATE, which
 * would block inserting events that reference the account.
 */
export const lockAccount = (tx: Transaction<Database>, id: string) =>
  selectAccounts(tx).where('id', '=', id).forNoKeyUpdate('person').executeTakeFirst();

export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

export const updateAccount = (tx: Transaction<Database>, id: string, change: Updateable<Database['person']>) =>
  tx.updateTable('person').set(change).where('id', '=', id).execute();

/** Freezes the payouts of the creator workspaces that a person owns. Returns whether there are any. */
export const freezePayoutsOfOwner = async (tx: Transaction<Database>, personId: string, at: Date): Promise<boolean> =>
  (
    await tx
      .updateTable('workspace')
      .set((eb) => ({ payoutsFrozenAt: eb.fn.coalesce('payoutsFrozenAt', eb.val(at)) }))
      .where((eb) =>
        eb(
          'id',
          'in',
          eb.selectFrom('member').select('workspaceId').where('personId', '=', personId).where('role', '=', 'owner'),
        ),
      )
      .where('userType', '=', 'influencer')
      .returning('id')
      .execute()
  ).length > 0;

/** Sets the time zone of a person and of the workspaces that they own. Writes nothing if it is unchanged. */
export async function setTimeZone(db: Db, personId: string, timeZone: string): Promise<void> {
  await db
    .updateTable('person')
    .set({ timeZone })
    .where('id', '=', personId)
    .where('timeZone', 'is distinct from', timeZone)
    .execute();
  await db
    .updateTable('workspace')
    .set({ timeZone })
    .where((eb) =>
      eb(
        'id',
        'in',
        eb.selectFrom('member').select('workspaceId').where('personId', '=', personId).where('role', '=', 'owner'),
      ),
    )
    .where('timeZone', 'is distinct from', timeZone)
    .execute();
}

/** Increments the sign-in version, which ends all existing sessions. Returns the new version. */
export const incrementSignInVersion = async (tx: Transaction<Database>, id: string): Promise<number> => {
  const row = await tx
    .updateTable('person')
    .set((eb) => ({ signInVersion: eb('signInVersion', '+', 1) }))
    .where('id', '=', id)
    .returning('signInVersion')
    .executeTakeFirstOrThrow();
  return row.signInVersion;
};

export const findUserByIdentity = (db: Db, identity: { issuer: string; subject: string }) =>
  db
    .selectFrom('externalIdentity')
    .innerJoin('person', 'person.id', 'externalIdentity.userId')
    .select(['person.id', 'person.signInVersion', suspendedAtSql.as('suspendedAt')])
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst();

/**
 * Inserts an external identity. Returns undefined if the identity is already connected to an account, or if the user
 * already has an identity of this provider.
 */
export const insertIdentity = (tx: Transaction<Database>, row: Insertable<Database['externalIdentity']>) =>
  tx
    .insertInto('externalIdentity')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst();

export const setIdentityUsed = (
  db: Db,
  identity: { issuer: string; subject: string; email: string | null },
  at: Date,
) =>
  db
    .updateTable('externalIdentity')
    .set({ lastUsedAt: at, email: identity.email })
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .execute();

export const listIdentities = (db: Db, userId: string) =>
  db
    .selectFrom('externalIdentity')
    .select(['issuer', 'subject', 'email', 'connectedAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .execute();

export const deleteIdentities = (tx: Transaction<Database>, userId: string) =>
  tx.deleteFrom('externalIdentity').where('userId', '=', userId).execute();

/** Lists usernames that equal `base` or `base_` plus digits, including former usernames. */
export const listUsernamesLike = async (db: Db, base: string): Promise<string[]> => {
  const pattern = sql<string>`${`^${base}(_[0-9]+)?$`}::citext`;
  const rows = await db
    .selectFrom('workspace')
    .select('username')
    .where('username', '~', pattern)
    .unionAll(db.selectFrom('formerUsername').select('username').where('username', '~', pattern))
    .execute();
  return rows.map((row) => row.username.toLowerCase());
};

/**
 * Inserts a person with a workspace of their own. Both have the same id. Returns undefined if the email address or the
 * username is taken.
 */
export async function insertUser(
  tx: Transaction<Database>,
  person: Insertable<Database['person']>,
  workspace: Insertable<Database['workspace']>,
): Promise<string | undefined> {
  const made = await tx
    .insertInto('person')
    .values(person)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return undefined;
  const workspaceId = await insertOwnWorkspace(tx, made.id, { ...workspace, id: made.id });
  if (workspaceId === undefined) await tx.deleteFrom('person').where('id', '=', made.id).execute();
  return workspaceId;
}

/** Inserts a person whose email address is confirmed. Returns undefined if the address is taken. */
export const insertPerson = (tx: Transaction<Database>, row: Insertable<Database['person']>) =>
  tx
    .insertInto('person')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

/** Inserts a workspace whose owner and only member the person is. Returns undefined if the username is taken. */
export async function insertOwnWorkspace(
  tx: Transaction<Database>,
  personId: string,
  workspace: Insertable<Database['workspace']>,
): Promise<string | undefined> {
  const made = await tx
    .insertInto('workspace')
    .values(workspace)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!made) return undefined;
  await tx
    .insertInto('member')
    .values({ workspaceId: made.id, personId, role: 'owner', joinedAt: workspace.createdAt })
    .execute();
  return made.id;
}

export const findSession = prepareReadFirst((db: Db, idHash: string) =>
  db.selectFrom('session').select(['data', 'lastSeenAt', 'expiresAt']).where('idHash', '=', idHash),
);

export const upsertSession = (db: Db, row: Insertable<Database['session']>) =>
  db
    .insertInto('session')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('idHash').doUpdateSet((eb) => ({
        data: eb.ref('excluded.data'),
        userId: eb.ref('excluded.userId'),
        userAgent: eb.ref('excluded.userAgent'),
        ip: eb.ref('excluded.ip'),
        lastSeenAt: eb.ref('excluded.lastSeenAt'),
        expiresAt: eb.ref('excluded.expiresAt'),
      })),
    )
    .execute();

export const setSessionSeen = (db: Db, idHash: string, at: Date) =>
  db.updateTable('session').set({ lastSeenAt: at }).where('idHash', '=', idHash).execute();

export const setChallenge = (db: Db, idHash: string, challenge: PasskeyChallenge) =>
  db
    .updateTable('session')
    .set({ challenge: JSON.stringify(challenge) })
    .where('idHash', '=', idHash)
    .execute();

/** Removes a session's challenge and returns it. The lock makes a concurrent call wait and then find nothing. */
export const deleteChallenge = async (db: Db, idHash: string): Promise<PasskeyChallenge | null> => {
  const row = await db
    .with('before', (before) =>
      before
        .selectFrom('session')
        .select(['idHash', 'challenge'])
        .where('idHash', '=', idHash)
        .where('challenge', 'is not', null)
        .forUpdate(),
    )
    .updateTable('session')
    .from('before')
    .set({ challenge: null })
    .whereRef('session.idHash', '=', 'before.idHash')
    .returning('before.challenge')
    .executeTakeFirst();
  return row?.challenge ?? null;
};

export const deleteSession = (db: Db, idHash: string) =>
  db.deleteFrom('session').where('idHash', '=', idHash).returning('userId').executeTakeFirst();

/**
 * Lists those of the sessions that have not expired, belong to an active account and have its current sign-in
 * version.
 */
export const listValidSessions = (db: Db, idHashes: readonly string[], now: Date) =>
  db
    .selectFrom('session')
    .innerJoin('person', 'person.id', 'session.userId')
    .select('session.idHash')
    .where(sql<boolean>`session.id_hash = any(${idHashes})`)
    .where('session.expiresAt', '>', now)
    .where('person.deletedAt', 'is', null)
    .where(suspendedAtSql, 'is', null)
    .where(sql<boolean>`coalesce((session.data ->> 'signInVersion')::int, 0) = person.sign_in_version`)
    .execute();

/** Lists a user's sessions, most recently used first. A session that was not used since `idleSince` has ended. */
export const listSessions = (db: Db, userId: string, times: { now: Date; idleSince: Date }) =>
  db
    .selectFrom('session')
    .select(['idHash', 'userAgent', 'ip', 'createdAt', 'lastSeenAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', times.now)
    .where('lastSeenAt', '>', times.idleSince)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('createdAt', 'desc')
    .execute();

/** Deletes a session if it belongs to the user. Returns undefined if it does not. */
export const deleteOwnSession = (db: Db, where: { userId: string; idHash: string }) =>
  db
    .deleteFrom('session')
    .where('userId', '=', where.userId)
    .where('idHash', '=', where.idHash)
    .returning('idHash')
    .executeTakeFirst();

/** Deletes a user's sessions except `idHash`, or all of them if it is empty. */
export const deleteSessionsExcept = (tx: Transaction<Database>, userId: string, idHash: string) =>
  tx.deleteFrom('session').where('userId', '=', userId).where('idHash', '<>', idHash).execute();

/** Gives a session the account's new sign-in version, so that it stays valid. */
export const setSessionVersion = (tx: Transaction<Database>, idHash: string, signInVersion: number) =>
  tx
    .updateTable('session')
    .set({ data: sql`jsonb_set(data, '{signInVersion}', to_jsonb(${signInVersion}::int))` })
    .where('idHash', '=', idHash)
    .execute();

const roleColumns = ['id', 'fullName', 'email', 'role'] as const;

/**
 * Locks a workspace before it is suspended or reinstated. Does not use FOR UPDATE, because updates of the creator's
 * listing, which references this row, would then have to wait.
 */
export const lockSuspension = (tx: Transaction<Database>, workspaceId: string) =>
  tx
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

export const lockUserByEmail = (tx: Transaction<Database>, email: string) =>
  tx
    .selectFrom('person')
    .select(roleColumns)
    .select(suspendedAtSql.as('suspendedAt'))
    .where('email', '=', email)
    .forUpdate('person')
    .executeTakeFirst();

export const listAdmins = (db: Db) =>
  db.selectFrom('person').select(roleColumns).where('role', '=', 'admin').orderBy('email').execute();

/** Sets a person's role. The first factor of a new admin is trusted at once, because the operator expects it. */
export const setRole = (tx: Transaction<Database>, id: string, role: UserRole) =>
  tx
    .updateTable('person')
    .set((eb) => ({ role, trustsFirstFactor: role === 'admin' ? eb.not('hasFactor') : eb.val(false) }))
    .where('id', '=', id)
    .execute();

export const setSuspension = (
  tx: Transaction<Database>,
  workspaceId: string,
  change: { suspendedAt: Date | null; suspendedReason: string | null },
) => tx.updateTable('workspace').set(change).where('id', '=', workspaceId).execute();

/** Lists the people without another active workspace. */
export const listPeopleOnlyIn = async (tx: Transaction<Database>, workspaceId: string): Promise<string[]> => {
  const { rows } = await sql<{ personId: string }>`
    select person_id from member where workspace_id = ${workspaceId} and not exists (
      select from member other join workspace on workspace.id = other.workspace_id
      where other.person_id = member.person_id and other.workspace_id <> member.workspace_id
        and workspace.suspended_at is null and workspace.deleted_at is null)`.execute(tx);
  return rows.map(({ personId }) => personId);
};

export const deleteSessionsByUser = (tx: Transaction<Database>, userId: string) =>
  tx.deleteFrom('session').where('userId', '=', userId).execute();

/** Whether an owner of the workspace has signed in from a new device, as far back as sign-ins are stored. */
export const hasUsedNewDevice = async (db: Db, workspaceId: string): Promise<boolean> =>
  (await db
    .selectFrom('signIn')
    .select('id')
    .where((eb) =>
      eb(
        'userId',
        'in',
        eb.selectFrom('member').select('personId').where('workspaceId', '=', workspaceId).where('role', '=', 'owner'),
      ),
    )
    .where('isNewDevice', '=', true)
    .where('outcome', '=', 'signed_in')
    .limit(1)
    .executeTakeFirst()) !== undefined;
