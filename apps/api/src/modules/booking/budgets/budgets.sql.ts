import type { WorkspaceId } from '@marquee/contracts';
import { sql, type Insertable, type RawBuilder, type Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';
import { budgetLeftSql } from './budget-entries.sql.ts';

/**
 * The first day of the budget's current month in the brand's time zone, or of a total budget. The day of a total budget
 * only identifies its period, so it does not depend on the time zone, which can change. `zone` must not depend on the
 * row of the budget, because PostgreSQL then cannot look up the period in the index.
 */
const currentStartSql = (now: Date, zone: RawBuilder<string>) =>
  sql<string>`case budget.period when 'month' then date_trunc('month', ${now}::timestamptz at time zone
      coalesce(${zone}, 'UTC'))::date
    else (budget.created_at at time zone 'UTC')::date end`;

const brandZoneSql = (brandId: WorkspaceId) => sql<string>`(select time_zone from workspace where id = ${brandId})`;

/** Lists all budgets of a brand with the amounts of the current period. `LIMITS.budgets` limits their number. */
export const listBudgetsByBrand = (db: Db, brandId: WorkspaceId, now: Date) =>
  db
    .selectFrom('budget')
    .leftJoin('budgetPeriod', (join) =>
      join
        .onRef('budgetPeriod.budgetId', '=', 'budget.id')
        .on('budgetPeriod.startsOn', '=', currentStartSql(now, brandZoneSql(brandId))),
    )
    .leftJoin('client', 'client.id', 'budget.clientId')
    .select([
      'budget.id',
      'budget.name',
      'budget.period',
      'budget.clientId',
      'client.name as clientName',
      'budget.limitCents',
      'budget.archivedAt',
      sql<number>`coalesce(requested_cents, 0)`.as('requestedCents'),
      sql<number>`coalesce(committed_cents, 0)`.as('committedCents'),
      sql<number>`coalesce(spent_cents, 0)`.as('spentCents'),
      sql<number>`coalesce(${budgetLeftSql}, budget.limit_cents)`.as('leftCents'),
    ])
    .where('budget.brandId', '=', brandId)
    .orderBy(sql`budget.archived_at is not null`)
    .orderBy('budget.createdAt')
    .orderBy('budget.id')
    .execute();

export const countActiveBudgets = async (db: Db, brandId: WorkspaceId): Promise<number> =>
  (
    await db
      .selectFrom('budget')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('brandId', '=', brandId)
      .where('archivedAt', 'is', null)
      .executeTakeFirstOrThrow()
  ).count;

/** Locks a brand, so that its budgets can be counted before one is added. */
export const lockBudgetOwner = (db: Transaction<Database>, brandId: WorkspaceId) =>
  db.selectFrom('workspace').select('id').where('id', '=', brandId).forNoKeyUpdate().executeTakeFirstOrThrow();

export const insertBudget = (db: Transaction<Database>, row: Insertable<Database['budget']>) =>
  db.insertInto('budget').values(row).returning('id').executeTakeFirstOrThrow();

export const lockBudget = (db: Transaction<Database>, where: { id: string; brandId: WorkspaceId }) =>
  db
    .selectFrom('budget')
    .select(['id', 'name', 'clientId', 'limitCents', 'archivedAt'])
    .where('id', '=', where.id)
    .where('brandId', '=', where.brandId)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const updateBudget = (
  db: Transaction<Database>,
  id: string,
  change: { name?: string; limitCents?: number; archivedAt?: Date | null },
) => db.updateTable('budget').set(change).where('id', '=', id).execute();

/**
 * Locks and returns the budget's current period. Creates it if this is its first use. One statement finds and locks it,
 * because the brand can change its time zone, and with it the current period, between two statements.
 */
export async function lockCurrentPeriod(db: Transaction<Database>, budgetId: string, now: Date) {
  const { rows } = await sql<{ id: string; usedCents: number }>`
    insert into budget_period (budget_id, starts_on, limit_cents)
    select budget.id, ${currentStartSql(now, sql`workspace.time_zone`)}, limit_cents
    from budget join workspace on workspace.id = budget.brand_id where budget.id = ${budgetId}
    on conflict (budget_id, starts_on) do update set limit_cents = budget_period.limit_cents
    returning id, requested_cents + committed_cents + spent_cents as used_cents`.execute(db);
  const [period] = rows;
  if (period === undefined) throw new Error(`There is no budget ${budgetId}`);
  return period;
}

export const setPeriodLimit = (db: Transaction<Database>, id: string, limitCents: number) =>
  db.updateTable('budgetPeriod').set({ limitCents }).where('id', '=', id).execute();

/** Returns the unused amount of a budget period, and the name of its budget and when that was archived. */
export const findBudgetRest = (db: Transaction<Database>, periodId: string) =>
  db
    .selectFrom('budgetPeriod')
    .innerJoin('budget', 'budget.id', 'budgetPeriod.budgetId')
    .select(['budget.id as budgetId', 'budget.name', 'budget.archivedAt', budgetLeftSql.$notNull().as('leftCents')])
    .where('budgetPeriod.id', '=', periodId)
    .executeTakeFirstOrThrow();
