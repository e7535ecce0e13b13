import type { WorkspaceId } from '@marquee/contracts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const budgets = await db
    .selectFrom('budget')
    .innerJoin('budgetPeriod', 'budgetPeriod.budgetId', 'budget.id')
    .select([
      'budget.name',
      'budget.period',
      'startsOn',
      'budgetPeriod.limitCents',
      'budget.limitCents as currentLimitCents',
      'budget.createdAt',
      'requestedCents',
      'committedCents',
      'spentCents',
    ])
    .where('brandId', '=', workspaceId)
    .execute();
  return { budgets };
}

/** Erases the names of budgets. The rows stay, because bookings refer to them. */
export async function erasePersonalData(tx: UnitOfWork, workspaceId: WorkspaceId, at: Date): Promise<void> {
  await tx.db
    .updateTable('budget')
    .set({ name: 'Deleted budget', archivedAt: at })
    .where('brandId', '=', workspaceId)
    .execute();
}
