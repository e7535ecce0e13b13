import type { PersonId, WorkspaceId } from '@marquee/contracts';
import type { UsageRights } from '@marquee/money';
import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import { brandNameSql } from '../../../db/brand-name.ts';
import { prepareReadFirst, prepareReadFirstOrThrow } from '../../../db/prepared.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { lockBudgetPeriodsOfWorkspace, locksBudgetPeriodSql, moveBudget } from '../budgets/budget-entries.sql.ts';

export const bookingDecisionColumns = [
  'id',
  'packageId',
  'offerId',
  'offerVersionId',
  'brandId',
  'creatorId',
  'orderedByPersonId',
  'status',
  'paymentState',
  'cancelReason',
  'deliveryDays',
  'needsProduct',
  'priceCents',
  'feeBps',
  'termsNumber',
  'windows',
  'feeCents',
  'totalCents',
  'stripePaymentIntentId',
  'stripeChargeId',
  'createdAt',
  'authorizedAt',
  'acceptBy',
  'acceptedAt',
  'resumedAt',
  'pausedAt',
  'completedAt',
  'releaseAt',
  'dueAt',
  'reviewBy',
  'reviewedAt',
  'packageName',
  'captureBefore',
  'acceptExtendedAt',
  'remindedDay',
  'intentAttempt',
  'payBy',
  'leadDays',
  'clientId',
  'budgetPeriodId',
  'agencyId',
  'agencyBps',
] as const;

/** Matches bookings with a refund that the bank returned and that is still owed. */
export const isRefundReturnedSql = sql<boolean>`exists (
  select from money_exception told where told.booking_id = booking.id and told.kind = 'refund_returned' and told.resolved_at is null)`;

/** Returns the open chargeback of a booking, during which its money is frozen. */
export const findOpenChargeback = (db: Transaction<Database>, bookingId: string) =>
  db
    .selectFrom('chargeback')
    .select('stripeDisputeId')
    .where('bookingId', '=', bookingId)
    .where('closedAt', 'is', null)
    .executeTakeFirst();

export const findNotificationData = prepareReadFirstOrThrow((db: Transaction<Database>, id: string) =>
  db
    .selectFrom('booking')
    .innerJoin('workspace as creator', 'creator.id', 'booking.creatorId')
    .innerJoin('workspace as brand', 'brand.id', 'booking.brandId')
    .select([
      'booking.creatorId',
      'booking.brandId',
      'booking.packageName',
      'booking.priceCents',
      'booking.totalCents',
      'booking.cancelReason',
      'booking.declineReason',
      'booking.moveNote',
      'booking.deliveryNote',
      'booking.deliveryLinks',
      'booking.authorizedAt',
      'booking.acceptBy',
      'booking.dueAt',
      'booking.releaseAt',
      'booking.deliveryDays',
      'booking.needsProduct',
      'booking.status',
      'booking.acceptedAt',
      'booking.resumedAt',
      'booking.pausedAt',
      'booking.reviewBy',
      'booking.reviewedAt',
      'booking.windows',
      'booking.leadDays',
      // Whether any brand is on the creator's waiting list.
      sql<boolean>`exists (select from waiting_list_entry where creator_id = booking.creator_id and ended_at is null)`.as(
        'isWaitedFor',
      ),
      'creator.fullName as creatorName',
      brandNameSql.as('brandName'),
    ])
    .where('booking.id', '=', id),
);

export const findUsageRights = async (db: Db, bookingId: string): Promise<UsageRights | null> =>
  (await db.selectFrom('booking').select('chosen').where('id', '=', bookingId).executeTakeFirst())?.chosen?.rights ??
  null;

/** Locks a booking after its budget period, so that two concurrent changes cannot both pass their check. */
export const lockBooking = prepareReadFirst((db: Transaction<Database>, id: string) =>
  db.selectFrom('booking').select(bookingDecisionColumns).where('id', '=', id).where(locksBudgetPeriodSql).forUpdate(),
);

export type LockedBooking = NonNullable<Awaited<ReturnType<typeof lockBooking>>>;

/** Returns the same columns as `lockBooking` without locking the row. */
export const findBookingForDecision = prepareReadFirst((db: Db, id: string) =>
  db.selectFrom('booking').select(bookingDecisionColumns).where('id', '=', id),
);

/**
 * Locks a brand, so that its concurrent orders (for example from two tabs) run one after another. Does not use FOR
 * UPDATE, which would deadlock with transactions that hold a booking's lock and insert events that reference the
 * brand.
 */
export const lockBrand = (db: Transaction<Database>, brandId: WorkspaceId) =>
  db
    .selectFrom('workspace')
    .select(['id', 'suspendedAt', 'deletedAt'])
    .where('id', '=', brandId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/**
 * Locks those of a user's bookings that are unpaid, are authorized, hold money, have a returned refund or owe the user
 * an agency's share. Locks their budget periods first, and both in the order of their ids, so that two calls cannot
 * deadlock.
 */
export async function lockUnsettledBookings(db: Transaction<Database>, workspaceId: WorkspaceId) {
  await lockBudgetPeriodsOfWorkspace(db, workspaceId);
  return db
    .selectFrom('booking')
    .select(bookingDecisionColumns)
    .where((eb) =>
      eb.or([eb('brandId', '=', workspaceId), eb('creatorId', '=', workspaceId), eb('agencyId', '=', workspaceId)]),
    )
    .where((eb) =>
      eb.or([
        eb('paymentState', 'in', ['capturing', 'held', 'releasing', 'refunding', 'disputed']),
        eb.and([eb('status', '=', 'pending'), eb('paymentState', 'in', ['requires_payment', 'authorized'])]),
        eb.and([eb('brandId', '=', workspaceId), isRefundReturnedSql]),
        eb.and([
          eb('agencyId', '=', workspaceId),
          sql<boolean>`exists (select from settlement_transfer where booking_id = booking.id and payee_workspace_id = ${workspaceId}
            and paid_at is null and voided_at is null)`,
        ]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Inserts a booking and reserves its budget. The caller has locked and checked the budget period. */
export async function insertBooking(db: Transaction<Database>, row: Insertable<Database['booking']>) {
  const booking = await db
    .insertInto('booking')
    .values(row)
    .returning(bookingDecisionColumns)
    .executeTakeFirstOrThrow();
  if (booking.budgetPeriodId !== null) await moveBudget(db, booking.id);
  return booking;
}

/**
 * Updates a locked booking and its use of the budget. Every change of a booking's status, payment state, refund or
 * lost chargeback ends with this call.
 */
export async function updateBooking(
  db: Transaction<Database>,
  id: string,
  change: Updateable<Database['booking']>,
): Promise<void> {
  const { budgetPeriodId } = await db
    .updateTable('booking')
    .set(change)
    .where('id', '=', id)
    .returning('budgetPeriodId')
    .executeTakeFirstOrThrow();
  if (budgetPeriodId !== null) await moveBudget(db, id);
}

export const updatePurchaseOrder = (db: Transaction<Database>, id: string, purchaseOrder: string) =>
  db
    .updateTable('booking')
    .set({ customer: sql`customer || jsonb_build_object('purchaseOrder', ${purchaseOrder}::text)` })
    .where('id', '=', id)
    .execute();

/** Transfers all bookings of one contact to another member of the workspace. */
export async function setBookingContact(
  db: Transaction<Database>,
  { workspaceId, from, to }: { workspaceId: WorkspaceId; from: PersonId; to: PersonId },
): Promise<void> {
  await db
    .updateTable('booking')
    .set({ brandContactPersonId: to })
    .where('brandId', '=', workspaceId)
    .where('brandContactPersonId', '=', from)
    .execute();
  await db
    .updateTable('booking')
    .set({ creatorContactPersonId: to })
    .where('creatorId', '=', workspaceId)
    .where('creatorContactPersonId', '=', from)
    .execute();
}

/** Returns the open cancellation request of a booking, as both sides see it. */
export const findOpenCancellation = prepareReadFirst((db: Db, bookingId: string) =>
  db
    .selectFrom('cancellationRequest')
    .select(['id', 'requestedByWorkspaceId', 'reason', 'requestedAt', 'answerBy'])
    .where('bookingId', '=', bookingId)
    .where(sql<boolean>`closed_at is null`),
);
