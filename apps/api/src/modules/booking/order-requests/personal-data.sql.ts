import type { WorkspaceId } from '@marquee/contracts';
import { sql } from 'kysely';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const orderRequests = await db
    .selectFrom('orderRequest')
    .leftJoin('orderApproval', 'orderApproval.requestId', 'orderRequest.id')
    .leftJoin('person', 'person.id', 'orderApproval.approvedByPersonId')
    .select([
      'packageName',
      'priceCents',
      'totalCents',
      'input',
      'orderRequest.createdAt',
      'expiresAt',
      'state',
      'closedAt',
      'reason',
      'bookingId',
      'person.fullName as approvedByPersonId',
      'approvedAt',
    ])
    .where('brandId', '=', workspaceId)
    .execute();
  const approvalRules = await db
    .selectFrom('approvalSettings')
    .select(['rule', 'aboveCents', 'approvers', 'allowsOwn'])
    .where('brandId', '=', workspaceId)
    .executeTakeFirst();
  return { orderRequests, approvalRules: approvalRules ?? null };
}

/**
 * Withdraws the open requests of a workspace and erases the order forms. The rows stay, because bookings were placed
 * by them.
 */
export async function erasePersonalData(tx: UnitOfWork, workspaceId: WorkspaceId, at: Date): Promise<void> {
  await sql`
    with closed as (
      update order_request set state = 'withdrawn', closed_at = ${at} where brand_id = ${workspaceId} and state = 'open'
      returning budget_period_id, total_cents
    )
    update budget_period set requested_cents = requested_cents - released.cents
    from (select budget_period_id, sum(total_cents) as cents from closed group by 1) as released
    where budget_period.id = released.budget_period_id`.execute(tx.db);
  await tx.db
    .updateTable('orderRequest')
    .set({ input: null, reason: null })
    .where('brandId', '=', workspaceId)
    .execute();
  await tx.db.deleteFrom('approvalSettings').where('brandId', '=', workspaceId).execute();
}
