import type { MemberRole, OwnershipChangeKind, PersonId, WorkspaceActionKind, WorkspaceId } from '@marquee/contracts';
import { DAY_MS } from '@marquee/time';
import { LIMITS } from '@marquee/validation';
import { sql, type Insertable, type Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

/** The time after which a former owner is no longer told about changes of a workspace, and cannot report them. */
const FORMER_OWNER_MS = 30 * DAY_MS;

const openChanges = (db: Db) =>
  db.selectFrom('ownershipChange').where('doneAt', 'is', null).where('cancelledAt', 'is', null);

/** Inserts a waiting change. Returns its id, or undefined if there already is one about this person. */
export const insertOwnershipChange = async (
  db: Transaction<Database>,
  row: Insertable<Database['ownershipChange']>,
): Promise<string | undefined> =>
  (
    await db
      .insertInto('ownershipChange')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id;

/**
 * Records that a person no longer owns a workspace, because they left with their account, or because staff gave the
 * workspace back to `requestedByPersonId`.
 */
export const insertEndedOwnership = (
  db: Transaction<Database>,
  {
    workspaceId,
    personId,
    heirPersonId,
    requestedByPersonId,
    at,
  }: {
    workspaceId: WorkspaceId;
    personId: PersonId;
    heirPersonId: PersonId;
    requestedByPersonId: PersonId;
    at: Date;
  },
) =>
  db
    .insertInto('ownershipChange')
    .values({
      workspaceId,
      personId,
      kind: 'remove',
      heirPersonId,
      requestedByPersonId,
      requestedAt: at,
      effectiveAt: at,
      doneAt: at,
    })
    .execute();

const changeColumns = [
  'ownershipChange.id',
  'ownershipChange.workspaceId',
  'ownershipChange.personId',
  'ownershipChange.kind',
  'ownershipChange.role',
  'ownershipChange.heirPersonId',
  'ownershipChange.requestedByPersonId',
  'ownershipChange.effectiveAt',
] as const;

export interface OwnershipChange {
  id: string;
  workspaceId: WorkspaceId;
  personId: PersonId;
  kind: OwnershipChangeKind;
  role: MemberRole | null;
  heirPersonId: PersonId | null;
  requestedByPersonId: PersonId;
  effectiveAt: Date;
}

/** Finds a waiting change. The caller has locked the workspace, or locks it before relying on the result. */
export const findOpenOwnershipChange = (db: Db, id: string): Promise<OwnershipChange | undefined> =>
  openChanges(db).select(changeColumns).where('id', '=', id).executeTakeFirst();

/** Lists the waiting changes of a workspace with the names of the people, the next one first. */
export const listOpenOwnershipChanges = (db: Db, workspaceId: WorkspaceId) =>
  openChanges(db)
    .innerJoin('person', 'person.id', 'ownershipChange.personId')
    .innerJoin('person as requester', 'requester.id', 'ownershipChange.requestedByPersonId')
    .select(changeColumns)
    .select(['person.fullName', 'requester.fullName as requestedByName'])
    .where('workspaceId', '=', workspaceId)
    .orderBy('effectiveAt')
    .orderBy('ownershipChange.id')
    .execute();

export const setOwnershipChangeDone = (
  db: Transaction<Database>,
  id: string,
  { confirmedByPersonId, doneAt }: { confirmedByPersonId: PersonId | null; doneAt: Date },
) => db.updateTable('ownershipChange').set({ confirmedByPersonId, doneAt }).where('id', '=', id).execute();

/** Cancels the pending changes that have all of the given values. */
export const cancelOwnershipChanges = (
  db: Transaction<Database>,
  which: { id: string } | { workspaceId: WorkspaceId; personId?: PersonId; requestedByPersonId?: PersonId },
  { at, by }: { at: Date; by: PersonId | null },
) =>
  db
    .updateTable('ownershipChange')
    .set({ cancelledAt: at, cancelledByPersonId: by })
    .where('doneAt', 'is', null)
    .where('cancelledAt', 'is', null)
    .where((eb) => eb.and(which))
    .execute();

/**
 * Selects the people who own a workspace, or owned one within the last 30 days, with the workspaces. Leaves out former
 * owners of the time before staff gave the workspace back.
 */
const recentOwnersSql = (now: Date) => sql<{ workspaceId: WorkspaceId; personId: PersonId }>`(
  select workspace_id, person_id from member where role = 'owner'
  union
  select workspace_id, person_id from ownership_change
    where kind <> 'grant' and done_at > ${new Date(now.getTime() - FORMER_OWNER_MS)} and not exists (
      select from workspace_action action
      where action.workspace_id = ownership_change.workspace_id and action.topic = 'workspace'
        and action.kind = 'workspace.returned' and action.at >= ownership_change.done_at))`;

/** Lists the people who own a workspace or owned it within the last 30 days, and whose account is not erased. */
export const listRecentOwners = async (db: Db, workspaceId: WorkspaceId, now: Date): Promise<PersonId[]> => {
  const rows = await db
    .selectFrom(recentOwnersSql(now).as('owner'))
    .innerJoin('person', 'person.id', 'owner.personId')
    .select('owner.personId')
    .where('owner.workspaceId', '=', workspaceId)
    .where('person.erasedAt', 'is', null)
    .orderBy('owner.personId')
    .execute();
  return rows.map(({ personId }) => personId);
};

/** The most owners of a workspace that staff see: as many as it can have, and some former ones. */
const MAX_OWNERS_EVER = LIMITS.members + 50;

/**
 * Lists the people who own a workspace or ever owned it, and whose account is open, with the time since which they no
 * longer do. Present owners come first, then those who were owners until the earliest times, so that a thief cannot
 * hide the founder behind accomplices.
 */
export const listOwnersEver = (db: Db, workspaceId: WorkspaceId) =>
  db
    .selectFrom(
      sql<{ personId: PersonId; endedAt: Date | null }>`(
        select person_id, null::timestamptz as ended_at from member
          where workspace_id = ${workspaceId} and role = 'owner'
        union all
        select person_id, max(done_at) from ownership_change
          where workspace_id = ${workspaceId} and kind <> 'grant' and done_at is not null
            and person_id not in (select person_id from member where workspace_id = ${workspaceId} and role = 'owner')
          group by person_id)`.as('owner'),
    )
    .innerJoin('person', 'person.id', 'owner.personId')
    .select(['person.id', 'person.fullName', 'person.email', 'owner.endedAt'])
    .where('person.deletedAt', 'is', null)
    .orderBy('owner.endedAt', (order) => order.asc().nullsFirst())
    .orderBy('person.id')
    .limit(MAX_OWNERS_EVER)
    .execute();

/** Lists the people who own a workspace, also if they have closed their account. */
export const listOwnerIds = async (db: Db, workspaceId: WorkspaceId): Promise<PersonId[]> =>
  (
    await db
      .selectFrom('member')
      .select('personId')
      .where('workspaceId', '=', workspaceId)
      .where('role', '=', 'owner')
      .orderBy('personId')
      .execute()
  ).map(({ personId }) => personId);

/** Lists the workspaces that a person owns or owned within the last 30 days, in the order in which they are locked. */
export const listRecentlyOwnedWorkspaces = async (db: Db, personId: PersonId, now: Date): Promise<WorkspaceId[]> => {
  const rows = await db
    .selectFrom(recentOwnersSql(now).as('owner'))
    .select('owner.workspaceId')
    .where('owner.personId', '=', personId)
    .orderBy('owner.workspaceId')
    .execute();
  return rows.map(({ workspaceId }) => workspaceId);
};

/** Marks a workspace as reported. An earlier report stays. */
export const setReported = (db: Transaction<Database>, workspaceId: WorkspaceId, at: Date) =>
  db
    .updateTable('workspace')
    .set((eb) => ({ reportedAt: eb.fn.coalesce('reportedAt', eb.val(at)) }))
    .where('id', '=', workspaceId)
    .execute();

/**
 * Lists the actions of some kinds that people did in a workspace since a time, newest first. A change of ownership that
 * another person asked for counts as theirs, too, if they confirmed it.
 */
export const listActionsBy = (
  db: Db,
  {
    workspaceId,
    personIds,
    since,
    kinds,
  }: { workspaceId: WorkspaceId; personIds: readonly PersonId[]; since: Date; kinds: readonly WorkspaceActionKind[] },
) =>
  db
    .selectFrom('workspaceAction')
    .select(['kind', 'data', 'personId', 'aboutPersonId', 'aboutWorkspaceId'])
    .where('workspaceId', '=', workspaceId)
    .where((eb) =>
      eb.or([
        eb('personId', 'in', personIds),
        sql<boolean>`(at, coalesce(about_person_id, person_id)) in (
          select done_at, person_id from ownership_change
          where workspace_id = ${workspaceId} and confirmed_by_person_id = any(${personIds}::uuid[]))`,
      ]),
    )
    .where('at', '>=', since)
    .where('kind', 'in', kinds)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();

/** Returns the names in the sentence of an action. `about` is the person, creator or agency that it is about. */
export const findActionNames = (
  db: Db,
  ids: {
    workspaceId: WorkspaceId;
    personId: PersonId | null;
    aboutPersonId: PersonId | null;
    aboutWorkspaceId: WorkspaceId | null;
  },
) =>
  db
    .selectFrom('workspace')
    .leftJoin('person', (join) => join.on('person.id', '=', ids.personId))
    .leftJoin('person as aboutPerson', (join) => join.on('aboutPerson.id', '=', ids.aboutPersonId))
    .leftJoin('workspace as aboutWorkspace', (join) => join.on('aboutWorkspace.id', '=', ids.aboutWorkspaceId))
    .select([
      'workspace.fullName as workspaceName',
      'person.fullName as memberName',
      sql<string>`coalesce(about_person.full_name, about_workspace.full_name, '')`.as('about'),
    ])
    .where('workspace.id', '=', ids.workspaceId)
    .executeTakeFirstOrThrow();

/** Returns when a person last reported a workspace, or undefined. */
export const findLastReport = async (
  db: Db,
  { workspaceId, personId }: { workspaceId: WorkspaceId; personId: PersonId },
): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('workspaceAction')
      .select('at')
      .where('workspaceId', '=', workspaceId)
      .where('personId', '=', personId)
      .where('kind', '=', 'workspace.reported')
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.at;

/** Returns when staff last gave a workspace back to a former owner, or undefined. */
export const findLastReturn = async (db: Db, workspaceId: WorkspaceId): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('workspaceAction')
      .select('at')
      .where('workspaceId', '=', workspaceId)
      .where('topic', '=', 'workspace')
      .where('kind', '=', 'workspace.returned')
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.at;

/** Returns when staff released a workspace for the first time after `since`, or undefined. */
export const findReleaseAfter = async (db: Db, workspaceId: WorkspaceId, since: Date): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('workspaceAction')
      .select('at')
      .where('workspaceId', '=', workspaceId)
      .where('kind', '=', 'workspace.released')
      .where('at', '>=', since)
      .orderBy('at')
      .limit(1)
      .executeTakeFirst()
  )?.at;

/** Returns who asked for the change by which a person lately was no longer an owner of a workspace, or undefined. */
export const findWhoEndedOwnership = async (
  db: Db,
  { workspaceId, personId }: { workspaceId: WorkspaceId; personId: PersonId },
): Promise<PersonId | undefined> =>
  (
    await db
      .selectFrom('ownershipChange')
      .select('requestedByPersonId')
      .where('workspaceId', '=', workspaceId)
      .where('personId', '=', personId)
      .where('kind', '<>', 'grant')
      .where('doneAt', 'is not', null)
      .orderBy('doneAt', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.requestedByPersonId;
