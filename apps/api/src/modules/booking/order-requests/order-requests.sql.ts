import type { PersonId, WorkspaceId } from '@marquee/contracts';
import type { OrderRequestState } from '@marquee/validation';
import { sql, type Insertable, type Transaction } from 'kysely';
import { PAGE_SIZE, type KeysetCursor } from '../../../core/paging.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { budgetLeftSql } from '../budgets/budget-entries.sql.ts';

/**
 * The approvals of a request, oldest first. A subquery looks up each name by its id. With a join, PostgreSQL may read
 * all people up to the highest id.
 */
const approvalsSql = sql<{ id: string; name: string; at: string }[]>`coalesce((
  select json_agg(json_build_object('id', approved_by_person_id,
    'name', (select full_name from person where id = approved_by_person_id), 'at', approved_at)
    order by approved_at, approved_by_person_id)
  from order_approval where request_id = order_request.id), '[]')`;

const selectRequests = (db: Db) =>
  db
    .selectFrom('orderRequest')
    .innerJoin('workspace as creator', 'creator.id', 'orderRequest.creatorId')
    .innerJoin('person as requester', 'requester.id', 'orderRequest.requestedByPersonId')
    .leftJoin('client', 'client.id', 'orderRequest.clientId')
    .select([
      'orderRequest.id',
      'orderRequest.requestedByPersonId',
      'requester.fullName as requesterName',
      'creator.fullName as creatorName',
      'creator.username as creatorUsername',
      'client.name as clientName',
      'orderRequest.packageName',
      'orderRequest.priceCents',
      'orderRequest.totalCents',
      'orderRequest.createdAt',
      'orderRequest.expiresAt',
      'orderRequest.state',
      'orderRequest.closedAt',
      'orderRequest.reason',
      'orderRequest.bookingId',
      approvalsSql.as('approvals'),
    ]);

export type OrderRequestRow = Awaited<ReturnType<typeof listOpenRequests>>[number];

/** Lists all open requests of a workspace, oldest first. `LIMITS.openOrderRequests` limits their number. */
export const listOpenRequests = (db: Db, brandId: WorkspaceId) =>
  selectRequests(db)
    .where('orderRequest.brandId', '=', brandId)
    .where('orderRequest.state', '=', sql.lit('open'))
    .orderBy('orderRequest.createdAt')
    .orderBy('orderRequest.id')
    .execute();

/** Lists the closed requests of a workspace, newest first. */
export const listClosedRequests = (db: Db, brandId: WorkspaceId, after: KeysetCursor | null) =>
  selectRequests(db)
    .where('orderRequest.brandId', '=', brandId)
    .where('orderRequest.state', '!=', sql.lit('open'))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(order_request.created_at, order_request.id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('orderRequest.createdAt', 'desc')
    .orderBy('orderRequest.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

/** Returns a request with its content, its card, and the rest of its budget after the order. */
export const findRequest = (db: Db, where: { id: string; brandId: WorkspaceId }) =>
  selectRequests(db)
    .leftJoin('budgetPeriod', 'budgetPeriod.id', 'orderRequest.budgetPeriodId')
    .leftJoin('budget', 'budget.id', 'budgetPeriod.budgetId')
    .leftJoin('savedCard as card', 'card.id', 'orderRequest.cardId')
    .leftJoin('person as decliner', 'decliner.id', 'orderRequest.declinedByPersonId')
    .select([
      'orderRequest.sale',
      'orderRequest.input',
      'budget.name as budgetName',
      // An open request is part of the requested amount, so this is the rest after the order.
      budgetLeftSql.as('budgetLeftCents'),
      'card.brand as cardBrand',
      'card.last4 as cardLast4',
      'decliner.fullName as declinerName',
    ])
    .where('orderRequest.id', '=', where.id)
    .where('orderRequest.brandId', '=', where.brandId)
    .executeTakeFirst();

export const countOpenRequests = async (db: Db, brandId: WorkspaceId): Promise<number> =>
  (
    await db
      .selectFrom('orderRequest')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('brandId', '=', brandId)
      .where('state', '=', sql.lit('open'))
      .executeTakeFirstOrThrow()
  ).count;

interface RequestedSubject {
  brandId: WorkspaceId;
  requestedByPersonId: PersonId;
  packageId: string | null;
  offerId: string | null;
}

/** Whether a member has an open request for the same package or offer. */
export const hasOpenRequest = async (
  db: Db,
  { brandId, requestedByPersonId, ...subject }: RequestedSubject,
): Promise<boolean> =>
  (await db
    .selectFrom('orderRequest')
    .select('id')
    .where('brandId', '=', brandId)
    .where('requestedByPersonId', '=', requestedByPersonId)
    .where('state', '=', sql.lit('open'))
    .where(sql<boolean>`sale @> ${JSON.stringify(subject)}::jsonb`)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const hasRequests = async (db: Db, brandId: WorkspaceId): Promise<boolean> =>
  (await db.selectFrom('orderRequest').select('id').where('brandId', '=', brandId).limit(1).executeTakeFirst()) !==
  undefined;

/** Inserts an open request and reserves its budget. The caller has locked and checked the budget period. */
export async function insertRequest(db: Transaction<Database>, row: Insertable<Database['orderRequest']>) {
  const request = await db.insertInto('orderRequest').values(row).returning('id').executeTakeFirstOrThrow();
  await moveRequestedBudget(db, row.budgetPeriodId ?? null, row.totalCents);
  return request;
}

/** Closes a locked request without a booking, and releases its budget. */
export async function closeRequest(
  db: Transaction<Database>,
  { id, budgetPeriodId, totalCents }: LockedRequest,
  change: {
    state: Exclude<OrderRequestState, 'open' | 'approved'>;
    closedAt: Date;
    reason: string | null;
    declinedByPersonId: PersonId | null;
  },
): Promise<void> {
  await db.updateTable('orderRequest').set(change).where('id', '=', id).execute();
  await moveRequestedBudget(db, budgetPeriodId, -totalCents);
}

export const setRequestApproved = (db: Transaction<Database>, id: string, bookingId: string, closedAt: Date) =>
  db.updateTable('orderRequest').set({ state: 'approved', bookingId, closedAt }).where('id', '=', id).execute();

/** Changes the amount that requests reserve of a locked budget period, by `cents`. Does nothing without a period. */
export async function moveRequestedBudget(
  db: Transaction<Database>,
  periodId: string | null,
  cents: number,
): Promise<void> {
  if (periodId === null) return;
  await db
    .updateTable('budgetPeriod')
    .set({ requestedCents: sql`requested_cents + ${cents}` })
    .where('id', '=', periodId)
    .execute();
}

/** Locks a request after its budget period. */
export const lockRequest = (db: Transaction<Database>, id: string, brandId?: WorkspaceId) =>
  db
    .selectFrom('orderRequest')
    .select([
      'id',
      'brandId',
      'creatorId',
      'clientId',
      'bookingId',
      'budgetPeriodId',
      'cardId',
      'packageName',
      'totalCents',
      'state',
      'sale',
      'input',
      'requestedByPersonId',
      'createdAt',
      'expiresAt',
    ])
    .where('id', '=', id)
    .$if(brandId !== undefined, (query) => query.where('brandId', '=', brandId as string))
    .where(sql<boolean>`(budget_period_id is null or lock_budget_period(budget_period_id))`)
    .forUpdate()
    .executeTakeFirst();

export type LockedRequest = NonNullable<Awaited<ReturnType<typeof lockRequest>>>;

/** Returns the columns that jobs and locks need. */
export const findRequestKeys = (db: Db, id: string) =>
  db
    .selectFrom('orderRequest')
    .select(['brandId', 'requestedByPersonId', 'budgetPeriodId', 'bookingId', 'cardId', 'packageName', 'totalCents'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Stores an approval. Returns false if the person has already approved the request. */
export const insertApproval = async (
  db: Transaction<Database>,
  row: Insertable<Database['orderApproval']>,
): Promise<boolean> =>
  (
    await db
      .insertInto('orderApproval')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
  ).numInsertedOrUpdatedRows === 1n;

/** Lists all approvals of a request, oldest first. */
export const listApprovals = async (db: Transaction<Database>, requestId: string) =>
  (
    await db
      .selectFrom('orderRequest')
      .select(approvalsSql.as('approvals'))
      .where('id', '=', requestId)
      .executeTakeFirstOrThrow()
  ).approvals;

/** Returns a person's name and email address, and whether they are a member of the workspace. */
export const findRequester = (
  db: Transaction<Database>,
  { personId, workspaceId }: { personId: PersonId; workspaceId: WorkspaceId },
) =>
  db
    .selectFrom('person')
    .leftJoin('member', (join) =>
      join.onRef('member.personId', '=', 'person.id').on('member.workspaceId', '=', workspaceId),
    )
    .select([
      'person.id',
      'person.fullName',
      'person.email',
      'person.emailVerifiedAt',
      'person.role',
      'person.hasFactor',
      'member.role as memberRole',
    ])
    .where('person.id', '=', personId)
    .executeTakeFirstOrThrow();

export const findWorkspaceName = async (db: Db, id: string): Promise<string> =>
  (await db.selectFrom('workspace').select('fullName').where('id', '=', id).executeTakeFirstOrThrow()).fullName;
