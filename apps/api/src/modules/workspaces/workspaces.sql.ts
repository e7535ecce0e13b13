import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/schema.ts';

/** Locks a workspace, so that changes to its members run one after another. */
export const lockWorkspace = (tx: Transaction<Database>, id: string) =>
  tx
    .selectFrom('workspace')
    .select(['id', 'fullName', 'userType', 'username'])
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Lists the workspaces that a person can choose, in the order in which they joined them. */
export const listWorkspacesByPerson = (db: Db, personId: string) =>
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

/** Lists the members of a workspace in the order in which they joined. */
export const listMembers = (db: Db, workspaceId: string) =>
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
    .orderBy('member.joinedAt')
    .orderBy('person.id')
    .execute();

interface MemberKey {
  workspaceId: string;
  personId: string;
}

export const deleteMember = (tx: Transaction<Database>, { workspaceId, personId }: MemberKey) =>
  tx.deleteFrom('member').where('workspaceId', '=', workspaceId).where('personId', '=', personId).execute();
