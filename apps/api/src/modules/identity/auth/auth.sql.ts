import type { PersonId } from '@marquee/contracts';
import { sql, type Insertable, type Transaction } from 'kysely';
import type { KeysetCursor } from '../../../core/paging.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { suspendedAtSql, selectAccounts } from '../accounts/accounts.sql.ts';

/** Finds an account whose user has been authenticated. */
export const findAccountForSignIn = (db: Db, id: string) => selectAccounts(db).where('id', '=', id).executeTakeFirst();

export type SignInAccount = NonNullable<Awaited<ReturnType<typeof findAccountForSignIn>>>;

export const insertSignIn = (db: Transaction<Database>, row: Insertable<Database['signIn']>) =>
  db.insertInto('signIn').values(row).execute();

/** Lists a user's sign-ins and failed second steps, newest first, after the position `after`. */
export const listSignIns = (db: Db, personId: PersonId, after: KeysetCursor | null, limit: number) =>
  db
    .selectFrom('signIn')
    .select(['id', 'at', 'method', 'outcome', 'userAgent', 'ip', 'place', 'isNewDevice'])
    .where('personId', '=', personId)
    .$if(after !== null, (query) => query.where(sql<boolean>`(at, id) < (${after?.at}, ${after?.id})`))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Whether the account has a stored sign-in. */
export const hasSignedIn = async (db: Db, personId: PersonId): Promise<boolean> =>
  (await db
    .selectFrom('signIn')
    .select('id')
    .where('personId', '=', personId)
    .where('outcome', '=', 'signed_in')
    .limit(1)
    .executeTakeFirst()) !== undefined;

/**
 * Sets the time zone of a person, and of the workspaces that they own and that have none, because they were not created
 * in a browser. Writes nothing if it is unchanged.
 */
export async function setTimeZone(db: Db, personId: PersonId, timeZone: string): Promise<void> {
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
    .where('timeZone', 'is', null)
    .execute();
}

export const findPersonByIdentity = (db: Db, identity: { issuer: string; subject: string }) =>
  db
    .selectFrom('externalIdentity')
    .innerJoin('person', 'person.id', 'externalIdentity.personId')
    .select(['person.id', 'person.signInVersion', suspendedAtSql.as('suspendedAt')])
    .where('issuer', '=', identity.issuer)
    .where('subject', '=', identity.subject)
    .executeTakeFirst();

/**
 * Inserts an external identity. Returns undefined if the identity is already connected to an account, or if the user
 * already has an identity of this provider.
 */
export const insertIdentity = (db: Transaction<Database>, row: Insertable<Database['externalIdentity']>) =>
  db
    .insertInto('externalIdentity')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('personId')
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
export async function insertAccount(
  db: Transaction<Database>,
  person: Insertable<Database['person']>,
  workspace: Insertable<Database['workspace']>,
): Promise<string | undefined> {
  const personRow = await db
    .insertInto('person')
    .values(person)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!personRow) return undefined;
  // The first workspace of a person has the same id, which REST answers as the id of the user.
  const sharedId: string = personRow.id;
  const workspaceId = await insertOwnWorkspace(db, personRow.id, { ...workspace, id: sharedId });
  if (workspaceId === undefined) await db.deleteFrom('person').where('id', '=', personRow.id).execute();
  return workspaceId;
}

/** Inserts a person whose email address is confirmed. Returns undefined if the address is taken. */
export const insertPerson = (db: Transaction<Database>, row: Insertable<Database['person']>) =>
  db
    .insertInto('person')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

/** Inserts a workspace with the person as its owner and only member. Returns undefined if the username is taken. */
export async function insertOwnWorkspace(
  db: Transaction<Database>,
  personId: PersonId,
  workspace: Insertable<Database['workspace']>,
): Promise<string | undefined> {
  const workspaceRow = await db
    .insertInto('workspace')
    .values(workspace)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!workspaceRow) return undefined;
  await db
    .insertInto('member')
    .values({ workspaceId: workspaceRow.id, personId, role: 'owner', joinedAt: workspace.createdAt })
    .execute();
  return workspaceRow.id;
}

/** Whether one of these people has signed in from a new device, as far back as sign-ins are stored. */
export const hasUsedNewDevice = async (db: Db, personIds: readonly PersonId[]): Promise<boolean> =>
  personIds.length > 0 &&
  (await db
    .selectFrom('signIn')
    .select('id')
    .where('personId', 'in', personIds)
    .where('isNewDevice', '=', true)
    .where('outcome', '=', 'signed_in')
    .limit(1)
    .executeTakeFirst()) !== undefined;
