import type { PersonId, WorkspaceId } from '@marquee/contracts';
import type { PaymentState, PayoutBlockedReason } from '@marquee/booking';
import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';
import type { PayeePart } from '../ledger/ledger.service.ts';

/**
 * Claims the booking's only settlement slot, with one transfer for each of the `parts`. Returns false if it is taken.
 */
export async function insertSettlement(
  db: Transaction<Database>,
  row: {
    bookingId: string;
    kind: 'release' | 'refund' | 'split';
    decidedByPersonId: PersonId | null;
    creatorCents: number;
    feeCents: number;
    refundCents: number;
    claimedAt: Date;
  },
  parts: readonly PayeePart[],
) {
  const claimed = await db
    .insertInto('settlement')
    .values({ ...row, stripeRefundId: null })
    .onConflict((conflict) => conflict.column('bookingId').doNothing())
    .returning('bookingId')
    .executeTakeFirst();
  if (claimed === undefined) return false;
  const { bookingId, claimedAt } = row;
  if (parts.length > 0)
    await db
      .insertInto('settlementTransfer')
      .values(
        parts.map(({ payeeWorkspaceId, cents: amountCents }) => ({
          bookingId,
          payeeWorkspaceId,
          amountCents,
          claimedAt,
        })),
      )
      .execute();
  return true;
}

/** Returns a settlement that has not yet moved all of its money, with the data needed for the refund. */
export const findOpenSettlement = (db: Db, bookingId: string) =>
  db
    .selectFrom('settlement')
    .innerJoin('booking', 'booking.id', 'settlement.bookingId')
    .select([
      'settlement.bookingId',
      'settlement.kind',
      'settlement.creatorCents',
      'settlement.feeCents',
      'settlement.refundCents',
      'settlement.refundAttempt',
      'settlement.refundedAt',
      'settlement.claimedAt',
      'booking.stripeChargeId',
      'booking.paymentState',
    ])
    .where('settlement.bookingId', '=', bookingId)
    .where(sql<boolean>`settlement.settled_at is null and settlement.voided_at is null`)
    .executeTakeFirst();

/** The time at which the brand, the creator or the payee of a payout was reported first, or null. */
const reportedAtSql = sql<Date | null>`(
  select min(reported_at) from workspace
  where id in (booking.brand_id, booking.creator_id, settlement_transfer.payee_workspace_id))`;

/** The time until which payouts of the booking wait, because the payer's or an approver's device was new, or null. */
const paymentHeldUntilSql = sql<Date | null>`greatest(
  (select max(payout_held_until) from card_payment
    where card_payment.booking_id = booking.id and payout_held_until is not null),
  (select max(payout_held_until) from order_request join order_approval on request_id = order_request.id
    where order_request.booking_id = booking.id))`;

/** Lists the transfers of a settlement to its payees, the creator's first. At most two. */
export const listTransfers = (db: Db, bookingId: string) =>
  db
    .selectFrom('settlementTransfer')
    .innerJoin('settlement', 'settlement.bookingId', 'settlementTransfer.bookingId')
    .innerJoin('booking', 'booking.id', 'settlementTransfer.bookingId')
    .innerJoin('workspace as creator', 'creator.id', 'booking.creatorId')
    .innerJoin('workspace as payee', 'payee.id', 'settlementTransfer.payeeWorkspaceId')
    .select([
      'settlementTransfer.id',
      'settlementTransfer.bookingId',
      'settlementTransfer.payeeWorkspaceId',
      'settlementTransfer.amountCents',
      'settlementTransfer.claimedAt',
      'settlementTransfer.blockedReason',
      'settlementTransfer.voidedAt',
      'settlementTransfer.stripeTransferId',
      'settlementTransfer.attempt',
      'settlementTransfer.stripeReversalId',
      'settlementTransfer.reversalAttempt',
      'settlementTransfer.reversalRefusedAt',
      'settlementTransfer.restoredTransferId',
      'settlementTransfer.restoreAttempt',
      'settlement.kind',
      'settlement.creatorCents',
      'settlement.feeCents',
      'booking.creatorId',
      'booking.stripeChargeId',
      'booking.paymentState',
      'booking.packageName',
      'creator.fullName as creatorName',
      'payee.stripeAccountId',
      'payee.payoutsEnabled',
      'payee.payoutsHeldUntil',
      reportedAtSql.as('reportedAt'),
      paymentHeldUntilSql.as('paymentHeldUntil'),
    ])
    .where('settlementTransfer.bookingId', '=', bookingId)
    .orderBy((eb) => eb('settlementTransfer.payeeWorkspaceId', '<>', eb.ref('booking.creatorId')))
    .execute();

export type SettlementTransfer = Awaited<ReturnType<typeof listTransfers>>[number];

/** Lists the transfers of a settlement that are still to be made. */
export const listOpenTransfers = async (db: Db, bookingId: string): Promise<SettlementTransfer[]> =>
  (await listTransfers(db, bookingId)).filter(
    ({ stripeTransferId, voidedAt }) => stripeTransferId === null && voidedAt === null,
  );

export const updateTransfer = (
  db: Transaction<Database>,
  id: string,
  change: Updateable<Database['settlementTransfer']>,
) => db.updateTable('settlementTransfer').set(change).where('id', '=', id).execute();

/**
 * Records that Stripe definitely refused a transfer, its reversal or its repetition, so that the next attempt uses a
 * new idempotency key.
 */
export const setNextTransferAttempt = (
  db: Db,
  id: string,
  column: 'attempt' | 'reversalAttempt' | 'restoreAttempt',
  failedAttempt: number,
) =>
  db
    .updateTable('settlementTransfer')
    .set({ [column]: failedAttempt + 1 })
    .where('id', '=', id)
    .where(column, '=', failedAttempt)
    .execute();

/** Records that a refund definitely failed, so that the next attempt uses a new idempotency key. */
export const setNextRefundAttempt = (db: Db, bookingId: string, failedAttempt: number) =>
  db
    .updateTable('settlement')
    .set({ refundAttempt: failedAttempt + 1 })
    .where('bookingId', '=', bookingId)
    .where('refundAttempt', '=', failedAttempt)
    .execute();

export const setSettlementSettled = (db: Transaction<Database>, bookingId: string, settledAt: Date) =>
  db.updateTable('settlement').set({ settledAt }).where('bookingId', '=', bookingId).execute();

/** Records the refund of a settlement. `isAll` is true if the refund completes the settlement. */
export const setSettlementRefunded = (
  db: Transaction<Database>,
  bookingId: string,
  { stripeRefundId, refundedAt, isAll }: { stripeRefundId: string; refundedAt: Date; isAll: boolean },
) =>
  db
    .updateTable('settlement')
    .set({ stripeRefundId, refundedAt, ...(isAll && { settledAt: refundedAt }) })
    .where('bookingId', '=', bookingId)
    .execute();

/** Ends a settlement, and the transfers not made yet, because a lost chargeback took the money. */
export async function setSettlementVoided(db: Transaction<Database>, bookingId: string, voidedAt: Date): Promise<void> {
  await db
    .updateTable('settlementTransfer')
    .set({ voidedAt, blockedReason: null })
    .where('bookingId', '=', bookingId)
    .where('paidAt', 'is', null)
    .execute();
  await db
    .updateTable('settlement')
    .set({ voidedAt })
    .where('bookingId', '=', bookingId)
    .where('settledAt', 'is', null)
    .execute();
}

export const findSettlementRefundId = async (db: Transaction<Database>, bookingId: string): Promise<string | null> =>
  (await db.selectFrom('settlement').select('stripeRefundId').where('bookingId', '=', bookingId).executeTakeFirst())
    ?.stripeRefundId ?? null;

/** Returns whether a charge belongs to a booking or to a surplus payment. */
export async function isOwnCharge(db: Transaction<Database>, chargeId: string): Promise<boolean> {
  const { rows } = await sql<{ own: boolean }>`
    select exists (select from booking where stripe_charge_id = ${chargeId})
      or exists (select from surplus_payment where stripe_charge_id = ${chargeId}) as own`.execute(db);
  return rows[0]?.own === true;
}

/**
 * Locks what decides about a payout while a release checks whether it is held: the payee's payout setup, and whether
 * the brand, the creator or the payee is reported. Also returns until when the payment is checked, which never changes.
 */
export async function lockPayoutSetup(
  db: Transaction<Database>,
  { bookingId, payeeWorkspaceId }: { bookingId: string; payeeWorkspaceId: string },
) {
  const rows = await db
    .selectFrom('workspace')
    .select(['id', 'stripeAccountId', 'payoutsEnabled', 'payoutsHeldUntil', 'reportedAt'])
    .where((eb) =>
      eb.or([
        eb('id', '=', payeeWorkspaceId),
        eb('id', 'in', eb.selectFrom('booking').select('creatorId').where('id', '=', bookingId)),
        eb('id', 'in', eb.selectFrom('booking').select('brandId').where('id', '=', bookingId)),
      ]),
    )
    .orderBy('id')
    .forShare()
    .execute();
  const payee = rows.find(({ id }) => id === payeeWorkspaceId);
  if (!payee) return undefined;
  const { paymentHeldUntil } = await db
    .selectFrom('booking')
    .select(paymentHeldUntilSql.as('paymentHeldUntil'))
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow();
  const reportedAt = rows.find((each) => each.reportedAt !== null)?.reportedAt ?? null;
  return { ...payee, reportedAt, paymentHeldUntil };
}

/** Locks the creator with this account at Stripe. Returns undefined if no creator has it. */
export const lockPayee = (db: Transaction<Database>, stripeAccountId: string) =>
  db
    .selectFrom('workspace')
    .select(['id', 'payoutsEnabled', 'deletedAt'])
    .where('stripeAccountId', '=', stripeAccountId)
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Stores whether a creator's account can receive transfers. */
export const setPayoutsEnabled = (db: Transaction<Database>, id: string, payoutsEnabled: boolean) =>
  db.updateTable('workspace').set({ payoutsEnabled }).where('id', '=', id).execute();

/** Lists a payee's transfers that are on hold for one of the reasons. */
export const listBlockedTransfers = (db: Db, payeeWorkspaceId: string, reasons: readonly PayoutBlockedReason[]) =>
  db
    .selectFrom('settlementTransfer')
    .select(['id', 'bookingId'])
    .where('payeeWorkspaceId', '=', payeeWorkspaceId)
    .where('blockedReason', 'in', reasons)
    .execute();

/** Lists the transfers that are on hold because the payee, the brand or the creator of their booking was reported. */
export async function listTransfersHeldByReport(db: Db, workspaceId: string) {
  const { rows } = await sql<{ bookingId: string; payeeWorkspaceId: WorkspaceId }>`
    select booking_id, payee_workspace_id from settlement_transfer join booking on booking.id = booking_id
    where blocked_reason = 'payouts_frozen'
      and ${workspaceId} in (booking.brand_id, booking.creator_id, payee_workspace_id)`.execute(db);
  return rows;
}

/** Records a surplus payment. Returns false if it is already recorded. */
export async function insertSurplusPayment(
  db: Transaction<Database>,
  row: Insertable<Database['surplusPayment']>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('surplusPayment')
    .values(row)
    .onConflict((conflict) => conflict.column('stripePaymentIntentId').doNothing())
    .returning('stripePaymentIntentId')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Returns a surplus payment that is not refunded yet. */
export const findOpenSurplusPayment = (db: Db, stripePaymentIntentId: string) =>
  db
    .selectFrom('surplusPayment')
    .select(['stripePaymentIntentId', 'bookingId', 'stripeChargeId', 'amountCents', 'foundAt', 'attempt'])
    .where('stripePaymentIntentId', '=', stripePaymentIntentId)
    .where('refundedAt', 'is', null)
    .executeTakeFirst();

export const setNextSurplusAttempt = (db: Db, stripePaymentIntentId: string, failedAttempt: number) =>
  db
    .updateTable('surplusPayment')
    .set({ attempt: failedAttempt + 1 })
    .where('stripePaymentIntentId', '=', stripePaymentIntentId)
    .where('attempt', '=', failedAttempt)
    .execute();

/** Marks a surplus payment as refunded. Returns false if it is already marked. */
export async function setSurplusRefunded(
  db: Transaction<Database>,
  stripePaymentIntentId: string,
  stripeRefundId: string,
  refundedAt: Date,
) {
  const { numUpdatedRows } = await db
    .updateTable('surplusPayment')
    .set({ stripeRefundId, refundedAt })
    .where('stripePaymentIntentId', '=', stripePaymentIntentId)
    .where('refundedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the state of an account as Stripe reported it. */
export const setPayoutAccount = (
  db: Db,
  stripeAccountId: string,
  change: {
    payoutDetailsSubmitted: boolean;
    payoutAgreement: 'full' | 'recipient';
    payoutDisabledReason: string | null;
    payoutRequirements: string[];
  },
) => db.updateTable('workspace').set(change).where('stripeAccountId', '=', stripeAccountId).execute();

/**
 * Stores a new payment state with the open chargeback of a booking. The state applies if the chargeback is won. Returns
 * false if there is no open chargeback.
 */
export async function setStateBeforeChargeback(
  db: Transaction<Database>,
  bookingId: string,
  stateBefore: PaymentState,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('chargeback')
    .set({ stateBefore })
    .where('bookingId', '=', bookingId)
    .where('closedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns whether a lost chargeback has given a booking's payment back to the brand. */
export const isChargebackLost = async (db: Transaction<Database>, bookingId: string): Promise<boolean> =>
  (await db
    .selectFrom('chargeback')
    .select('stripeDisputeId')
    .where('bookingId', '=', bookingId)
    .where('outcome', '=', 'lost')
    .executeTakeFirst()) !== undefined;

/** Lists the won chargebacks whose reversed payout to this payee has not been repeated. */
export const listUnrestoredChargebacks = (db: Db, payeeWorkspaceId: string) =>
  db
    .selectFrom('settlementTransfer')
    .innerJoin('chargeback', 'chargeback.bookingId', 'settlementTransfer.bookingId')
    .select('chargeback.stripeDisputeId')
    .where('settlementTransfer.payeeWorkspaceId', '=', payeeWorkspaceId)
    .where('settlementTransfer.stripeReversalId', 'is not', null)
    .where('settlementTransfer.restoredTransferId', 'is', null)
    .where('chargeback.outcome', '=', 'won')
    .execute();
