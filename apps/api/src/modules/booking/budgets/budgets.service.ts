/** Manages a brand's budgets, and reserves them for orders. */
import type { WorkspaceId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { formatDollars } from '@marquee/money';
import { LIMITS, type Archiving, type BudgetChange, type NewBudget, type OrderBudgetChoice } from '@marquee/validation';
import type { Transaction } from 'kysely';
import { mergeEdit } from '../../../core/edits.ts';
import { Failure } from '../../../core/failures.ts';
import { runIdempotently } from '../../../core/idempotency.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { assertClient } from '../../identity/clients/clients.service.ts';
import { lockBudgetPeriods } from './budget-entries.sql.ts';
import {
  countActiveBudgets,
  findBudgetRest,
  insertBudget,
  lockBudget,
  lockBudgetOwner,
  lockCurrentPeriod,
  setPeriodLimit,
  updateBudget,
} from './budgets.sql.ts';

/** Creates a budget. Throws BUDGETS_FULL, CLIENT_NOT_FOUND or TOO_MANY_REQUESTS. */
export function createBudget(deps: Deps, actor: Actor, form: NewBudget): Promise<{ id: string }> {
  const brandId = actor.workspaceId;
  const limit = () => enforceRateLimit(deps, 'workspace change', actor.id);
  return runIdempotently(deps, actor, { name: 'budgets.create', limit }, form, async (tx) => {
    const { limit: limitCents, clientId, ...fields } = form;
    await assertBudgetFits(tx.db, brandId);
    if (clientId !== null) await assertClient(tx.db, { id: clientId, brandId });
    const at = deps.now();
    const data = { name: fields.name, limitCents };
    await recordAction(tx.db, { kind: 'budget.created', actor, data, at });
    return insertBudget(tx.db, { brandId, clientId, ...fields, limitCents, createdAt: at });
  });
}

/**
 * Changes the name and limit of a budget. The limit applies to the current period and to later ones. Throws
 * BUDGET_NOT_FOUND, EDIT_STALE, BUDGET_LIMIT_TOO_LOW (more is already used in the current period) or
 * TOO_MANY_REQUESTS.
 */
export async function changeBudget(deps: Deps, actor: Actor, { id, base, ...edited }: BudgetChange): Promise<void> {
  await enforceRateLimit(deps, 'workspace change', actor.id);
  await inTransaction(deps, async (tx) => {
    const saved = await lockBudget(tx.db, { id, brandId: actor.workspaceId });
    if (saved === undefined) throw new Failure('BUDGET_NOT_FOUND');
    const { name, limit } = mergeEdit({ name: saved.name, limit: saved.limitCents }, edited, base);
    const period = await lockCurrentPeriod(tx.db, id, deps.now());
    if (period.usedCents > limit)
      throw new Failure(
        'BUDGET_LIMIT_TOO_LOW',
        `${formatDollars(period.usedCents)} of this budget is already used, so the limit cannot be lower.`,
      );
    await updateBudget(tx.db, id, { name, limitCents: limit });
    await setPeriodLimit(tx.db, period.id, limit);
    const data = { name, limitCents: limit };
    await recordAction(tx.db, { kind: 'budget.changed', actor, data, at: deps.now() });
  });
}

/**
 * Archives a budget, so that no more orders can use it, or restores it. Bookings keep their budget. Throws
 * BUDGETS_FULL, BUDGET_NOT_FOUND or TOO_MANY_REQUESTS.
 */
export async function archiveBudget(deps: Deps, actor: Actor, { id, isArchived }: Archiving): Promise<void> {
  await enforceRateLimit(deps, 'workspace change', actor.id);
  const brandId = actor.workspaceId;
  await inTransaction(deps, async (tx) => {
    if (!isArchived) await assertBudgetFits(tx.db, brandId);
    const budget = await lockBudget(tx.db, { id, brandId });
    if (!budget) throw new Failure('BUDGET_NOT_FOUND');
    const at = deps.now();
    await updateBudget(tx.db, id, { archivedAt: isArchived ? at : null });
    const kind = isArchived ? 'budget.archived' : 'budget.restored';
    await recordAction(tx.db, { kind, actor, data: { name: budget.name }, at });
  });
}

/** Locks the brand and throws BUDGETS_FULL if it cannot have another budget. */
async function assertBudgetFits(db: Transaction<Database>, brandId: WorkspaceId): Promise<void> {
  await lockBudgetOwner(db, brandId);
  if ((await countActiveBudgets(db, brandId)) >= LIMITS.budgets) throw new Failure('BUDGETS_FULL');
}

/** The client and the budget period of an order. */
export interface OrderBudget {
  clientId: string | null;
  budgetPeriodId: string | null;
}

/**
 * Checks the client and the budget of an order, and locks the budget's current period. Call this after locking the
 * brand, and before locking anything else. An order that names only the budget of a client is for that client. Throws
 * CLIENT_NOT_FOUND, BUDGET_NOT_FOUND or BUDGET_OF_OTHER_CLIENT.
 */
export async function lockOrderBudget(
  db: Transaction<Database>,
  brandId: WorkspaceId,
  { clientId: chosenClientId = null, budgetId = null }: OrderBudgetChoice,
  now: Date,
): Promise<OrderBudget> {
  const budget = budgetId === null ? null : await lockBudget(db, { id: budgetId, brandId });
  if (budget === undefined || (budget && budget.archivedAt !== null)) throw new Failure('BUDGET_NOT_FOUND');
  const budgetClientId = budget?.clientId ?? null;
  const clientId = chosenClientId ?? budgetClientId;
  if (budgetClientId !== null && budgetClientId !== clientId) throw new Failure('BUDGET_OF_OTHER_CLIENT');
  if (clientId !== null) await assertClient(db, { id: clientId, brandId });
  const budgetPeriodId = budget === null ? null : (await lockCurrentPeriod(db, budget.id, now)).id;
  await lockBudgetPeriods(db, brandId, budgetPeriodId);
  return { clientId, budgetPeriodId };
}

/** Throws BUDGET_NOT_FOUND if the budget of an order that waits for an approval has been archived. */
export async function assertBudgetInUse(db: Transaction<Database>, budgetPeriodId: string | null): Promise<void> {
  if (budgetPeriodId === null) return;
  const { archivedAt } = await findBudgetRest(db, budgetPeriodId);
  if (archivedAt !== null) throw new Failure('BUDGET_NOT_FOUND');
}

/**
 * Throws BUDGET_EXCEEDED if an order costs more than the rest of its budget period. The caller has locked the period.
 */
export async function assertWithinBudget(
  db: Transaction<Database>,
  { budgetPeriodId }: OrderBudget,
  totalCents: number,
): Promise<void> {
  if (budgetPeriodId === null) return;
  const { name, leftCents } = await findBudgetRest(db, budgetPeriodId);
  if (totalCents > leftCents)
    throw new Failure(
      'BUDGET_EXCEEDED',
      `This order costs ${formatDollars(totalCents)}, but only ${formatDollars(leftCents)} of the budget “${name}” is left.`,
    );
}
