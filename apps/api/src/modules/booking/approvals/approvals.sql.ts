import { hasPermission, MEMBER_ROLES, type MemberRole, type PersonId, type WorkspaceId } from '@marquee/contracts';
import { sql, type Insertable, type Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

export const findApprovalSettings = (db: Db, brandId: WorkspaceId) =>
  db
    .selectFrom('approvalSettings')
    .select(['rule', 'aboveCents', 'approvers', 'allowsOwn'])
    .where('brandId', '=', brandId)
    .executeTakeFirst();

/** Locks a brand and returns its approval rules, or undefined if it has none. */
export async function lockApprovalSettings(db: Transaction<Database>, brandId: WorkspaceId) {
  await db.selectFrom('workspace').select('id').where('id', '=', brandId).forNoKeyUpdate().execute();
  return findApprovalSettings(db, brandId);
}

export const upsertApprovalSettings = (
  db: Transaction<Database>,
  { brandId, ...settings }: Insertable<Database['approvalSettings']>,
) =>
  db
    .insertInto('approvalSettings')
    .values({ brandId, ...settings })
    .onConflict((conflict) => conflict.column('brandId').doUpdateSet(settings))
    .execute();

type StoredRules = Pick<Insertable<Database['approvalSettings']>, 'rule' | 'aboveCents' | 'approvers' | 'allowsOwn'>;

/** Sets the rules back to `to`, unless they are no longer `from`. */
export const restoreApprovalRules = (
  db: Transaction<Database>,
  brandId: WorkspaceId,
  { from, to }: { from: Required<StoredRules>; to: StoredRules },
) =>
  db
    .updateTable('approvalSettings')
    .set(to)
    .where('brandId', '=', brandId)
    .where('rule', '=', from.rule)
    .where('aboveCents', '=', from.aboveCents)
    .where('approvers', '=', from.approvers)
    .where('allowsOwn', '=', from.allowsOwn)
    .execute();

export interface PossibleApprover {
  id: PersonId;
  name: string;
  role: MemberRole;
}

const APPROVER_ROLES = MEMBER_ROLES.filter((role) => hasPermission(role, 'orders.approve'));

/** Lists the members of a workspace whose role may approve orders, in the order in which they joined. */
export async function listPossibleApprovers(db: Db, workspaceId: WorkspaceId): Promise<PossibleApprover[]> {
  return (
    db
      .selectFrom('member')
      .select(['personId as id', 'role'])
      // A subquery looks up each name by its id. With a join, PostgreSQL may read all people up to the highest id.
      .select(sql<string>`(select full_name from person where person.id = member.person_id)`.as('name'))
      .where('workspaceId', '=', workspaceId)
      .where('role', 'in', APPROVER_ROLES)
      .orderBy('joinedAt')
      .orderBy('personId')
      .execute()
  );
}

export const findMemberLimits = (db: Db, where: { workspaceId: WorkspaceId; personId: PersonId }) =>
  db
    .selectFrom('member')
    .innerJoin('workspace', 'workspace.id', 'member.workspaceId')
    .select(['orderLimitCents', 'monthLimitCents', 'workspace.timeZone'])
    .where('workspaceId', '=', where.workspaceId)
    .where('personId', '=', where.personId)
    .executeTakeFirst();

/**
 * Sums the totals of the orders that a member has placed or requested since the beginning of the month in the
 * workspace's time zone, in cents. Cancelled orders and closed requests do not count.
 */
export async function sumOrderedThisMonth(
  db: Db,
  {
    workspaceId,
    personId,
    timeZone,
    now,
  }: { workspaceId: WorkspaceId; personId: PersonId; timeZone: string; now: Date },
): Promise<number> {
  const since = sql`date_trunc('month', ${now}::timestamptz at time zone ${timeZone}) at time zone ${timeZone}`;
  const { rows } = await sql<{ cents: number }>`
    select (
      select coalesce(sum(total_cents), 0) from booking
      where brand_id = ${workspaceId} and created_at >= ${since} and ordered_by_person_id = ${personId} and status <> 'cancelled'
    ) + (
      select coalesce(sum(total_cents), 0) from order_request
      where brand_id = ${workspaceId} and created_at >= ${since} and requested_by_person_id = ${personId} and state = 'open'
    ) as cents`.execute(db);
  return rows[0]?.cents ?? 0;
}

/** Whether the workspace has paid for an order of this creator. */
export const hasOrderedFrom = async (
  db: Db,
  where: { workspaceId: WorkspaceId; creatorId: WorkspaceId },
): Promise<boolean> =>
  (await db
    .selectFrom('booking')
    .select('id')
    .where('brandId', '=', where.workspaceId)
    .where('creatorId', '=', where.creatorId)
    .where('authorizedAt', 'is not', null)
    .limit(1)
    .executeTakeFirst()) !== undefined;
