import type { AdminOpenOrDone } from '@marquee/validation';
import { sql, type RawBuilder, type Transaction } from 'kysely';
import { PAGE_SIZE, type KeysetCursor } from '../../../core/paging.ts';
import { firstOwnerSql } from '../../../db/owners.ts';
import type { Database, Db } from '../../../db/schema.ts';

export const isPayoutBlocked = sql<boolean>`settlement_transfer.blocked_reason is not null`;

/** Matches exceptions whose payout is in the list of blocked payouts. Staff see these payouts only in that list. */
export const isListedAsBlockedPayout = sql<boolean>`(money_exception.kind = 'payout_blocked' and exists (
  select from settlement_transfer where id::text = money_exception.subject and ${isPayoutBlocked}))`;

export const listBlockedPayouts = (db: Db, after: KeysetCursor | null) =>
  db
    .selectFrom('settlementTransfer')
    .innerJoin('booking', 'booking.id', 'settlementTransfer.bookingId')
    .innerJoin('workspace as creator', 'creator.id', 'settlementTransfer.payeeWorkspaceId')
    .select([
      'settlementTransfer.id',
      'settlementTransfer.bookingId',
      'settlementTransfer.blockedReason',
      'settlementTransfer.amountCents as creatorCents',
      'settlementTransfer.claimedAt',
      'booking.packageName',
      'settlementTransfer.payeeWorkspaceId as creatorId',
      'creator.fullName as creatorName',
      firstOwnerSql<string>('email', 'creator.id').as('creatorEmail'),
      'creator.stripeAccountId',
      'creator.payoutsEnabled',
      'creator.payoutDetailsSubmitted',
      'creator.payoutDisabledReason',
      'creator.payoutRequirements',
      'creator.suspendedAt as creatorSuspendedAt',
      sql<Date>`coalesce((select max(event.at) from event where event.booking_id = settlement_transfer.booking_id
        and event.kind = 'payment.release_blocked'), settlement_transfer.claimed_at)`.as('blockedAt'),
    ])
    .where(isPayoutBlocked)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(settlement_transfer.claimed_at, settlement_transfer.id) > (${after?.at}, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('settlementTransfer.claimedAt')
    .orderBy('settlementTransfer.id')
    .limit(PAGE_SIZE + 1)
    .execute();

/** Lists either the open chargebacks, oldest first, or the decided ones, newest first. */
export const listChargebacks = (db: Db, { show }: AdminOpenOrDone, after: KeysetCursor | null) =>
  db
    .selectFrom('chargeback')
    .innerJoin('booking', 'booking.id', 'chargeback.bookingId')
    .innerJoin('workspace as brand', 'brand.id', 'booking.brandId')
    .innerJoin('workspace as creator', 'creator.id', 'booking.creatorId')
    .select([
      'chargeback.bookingId as id',
      'chargeback.amountCents',
      'chargeback.reason',
      'chargeback.openedAt',
      'chargeback.outcome',
      'chargeback.respondBy',
      'chargeback.responseRequestedAt',
      'chargeback.respondedAt',
      'chargeback.responseRefused',
      'booking.packageName',
      'brand.fullName as brandName',
      'creator.fullName as creatorName',
    ])
    .where('chargeback.closedAt', show === 'open' ? 'is' : 'is not', null)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(chargeback.opened_at, chargeback.booking_id)
          ${sql.raw(show === 'open' ? '>' : '<')} (${after?.at}, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('chargeback.openedAt', show === 'open' ? 'asc' : 'desc')
    .orderBy('chargeback.bookingId', show === 'open' ? 'asc' : 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

/** Lists exceptions, newest first, except those in the list of blocked payouts. */
export const listExceptions = (db: Db, { show }: AdminOpenOrDone, after: KeysetCursor | null) =>
  db
    .selectFrom('moneyException')
    .leftJoin('person as resolver', 'resolver.id', 'moneyException.resolvedByPersonId')
    .leftJoin('booking', 'booking.id', 'moneyException.bookingId')
    .select([
      'moneyException.id',
      'moneyException.kind',
      'moneyException.bookingId',
      'moneyException.subject',
      'moneyException.data',
      'moneyException.openedAt',
      'moneyException.resolvedAt',
      'moneyException.resolution',
      'resolver.fullName as resolverName',
      'booking.packageName',
    ])
    .where('moneyException.resolvedAt', show === 'open' ? 'is' : 'is not', null)
    .where(sql<boolean>`not ${isListedAsBlockedPayout}`)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(money_exception.opened_at, money_exception.id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('moneyException.openedAt', 'desc')
    .orderBy('moneyException.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

interface RefundRow {
  id: string;
  kind: 'refund' | 'split' | 'surplus';
  bookingId: string;
  packageName: string;
  brandName: string;
  refundCents: number;
  decidedAt: Date;
  refundedAt: Date | null;
  stripeRefundId: string | null;
  /** Whether the cardholder's bank returned the refund and no replacement was paid yet. */
  isReturned: boolean;
}

/**
 * Lists the amounts that were refunded to brands, newest first. Includes full refunds, the brands' shares of splits,
 * and refunds of surplus payments.
 */
export async function listRefunds(db: Db, { show }: AdminOpenOrDone, after: KeysetCursor | null): Promise<RefundRow[]> {
  const isOpen = sql`refunded_at is ${show === 'open' ? sql`` : sql`not`} null`;
  const page = (id: RawBuilder<unknown>, time: RawBuilder<unknown>) => sql`
    ${after === null ? sql`` : sql`and (${time}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)`}
    order by ${time} desc, ${id} desc limit ${sql.lit(PAGE_SIZE + 1)}`;
  const surplusId = sql`md5(stripe_payment_intent_id)::uuid`;
  const { rows } = await sql<RefundRow>`
    select refund.id, refund.kind, refund.booking_id, refund.refund_cents, refund.decided_at, refund.refunded_at,
      refund.stripe_refund_id, booking.package_name, brand.full_name as brand_name,
      exists (select from money_exception where kind = 'refund_returned' and subject = refund.stripe_refund_id
        and resolved_at is null) as is_returned
    from (
      (select booking_id as id, kind, booking_id, refund_cents, claimed_at as decided_at, refunded_at, stripe_refund_id
        from settlement where refund_cents > 0 and voided_at is null and ${isOpen} ${page(sql`booking_id`, sql`claimed_at`)})
      union all
      (select ${surplusId}, 'surplus', booking_id, amount_cents, found_at, refunded_at, stripe_refund_id
        from surplus_payment where ${isOpen} ${page(surplusId, sql`found_at`)})
    ) as refund
    join booking on booking.id = refund.booking_id
    join workspace as brand on brand.id = booking.brand_id
    order by refund.decided_at desc, refund.id desc
    limit ${sql.lit(PAGE_SIZE + 1)}`.execute(db);
  return rows;
}

/** Lists either the open disputes, oldest first, or the closed ones, newest first. */
export const listDisputes = (db: Db, { show }: AdminOpenOrDone, after: KeysetCursor | null) =>
  selectDisputesWithPeople(db)
    .where('dispute.closedAt', show === 'open' ? 'is' : 'is not', null)
    .$if(after !== null, (query) =>
      show === 'open'
        ? query.where(sql<boolean>`(dispute.opened_at, dispute.id) > (${after?.at}, ${after?.id}::uuid)`)
        : query.where(sql<boolean>`(dispute.opened_at, dispute.id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('dispute.openedAt', show === 'open' ? 'asc' : 'desc')
    .orderBy('dispute.id', show === 'open' ? 'asc' : 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

export const findDisputeForStaff = (db: Db, id: string) =>
  selectDisputesWithPeople(db).where('dispute.id', '=', id).executeTakeFirst();

const selectDisputesWithPeople = (db: Db) =>
  db
    .selectFrom('dispute')
    .innerJoin('booking', 'booking.id', 'dispute.bookingId')
    .innerJoin('workspace as creator', 'creator.id', 'booking.creatorId')
    .innerJoin('workspace as brand', 'brand.id', 'booking.brandId')
    .leftJoin('person as decider', 'decider.id', 'dispute.decidedByPersonId')
    .select([
      'dispute.id',
      'dispute.bookingId',
      'dispute.kind',
      'dispute.openedByWorkspaceId',
      'dispute.claimantWorkspaceId',
      'dispute.desiredOutcome',
      'dispute.openedAt',
      'dispute.answerBy',
      'dispute.answeredAt',
      'dispute.offerCreatorCents',
      'dispute.closedAt',
      'dispute.outcome',
      'dispute.decisionReason',
      'decider.fullName as deciderName',
      'booking.packageName',
      'booking.priceCents',
      'booking.feeBps',
      'booking.feeCents',
      'booking.totalCents',
      'booking.status',
      'booking.creatorId',
      'booking.brandId',
      'creator.fullName as creatorName',
      'brand.fullName as brandName',
    ]);

export const listLedgerEntriesByBooking = (db: Db, bookingId: string) =>
  db
    .selectFrom('ledgerTransaction')
    .innerJoin('ledgerEntry', 'ledgerEntry.transactionId', 'ledgerTransaction.id')
    .select([
      'ledgerTransaction.id',
      'ledgerTransaction.kind',
      'ledgerTransaction.stripeObjectId',
      'ledgerTransaction.at',
      'ledgerEntry.account',
      'ledgerEntry.amountCents',
    ])
    .where('ledgerTransaction.bookingId', '=', bookingId)
    .orderBy('ledgerTransaction.at')
    .orderBy('ledgerTransaction.id')
    .orderBy('ledgerEntry.amountCents', 'desc')
    .execute();

export const lockException = (db: Transaction<Database>, id: string) =>
  db
    .selectFrom('moneyException')
    .select(['id', 'kind', 'subject', 'resolvedAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

interface StaffWorkCounts {
  openDisputes: number;
  unansweredChargebacks: number;
  blockedPayouts: number;
  blockedCents: number;
  exceptions: number;
  /** Exceptions about disputes that staff have not decided in time. They are also counted in `openDisputes`. */
  undecidedDisputes: number;
  refundsInFlight: number;
  refundsInFlightCents: number;
  unansweredMessages: number;
  attention: number;
}

/** Counts the open items in the staff queues of this file. `getAdminOverview` adds those of other modules. */
export async function countStaffWork(db: Db): Promise<Omit<StaffWorkCounts, 'unansweredMessages' | 'attention'>> {
  const { rows } = await sql<StaffWorkCounts>`
    select
      (select count(*)::int from dispute where closed_at is null) as open_disputes,
      (select count(*)::int from chargeback where closed_at is null and responded_at is null) as unanswered_chargebacks,
      (select count(*)::int from money_exception where resolved_at is null and not ${isListedAsBlockedPayout}) as exceptions,
      (select count(*)::int from money_exception where resolved_at is null and kind = 'dispute_undecided') as undecided_disputes,
      blocked.count as blocked_payouts, blocked.cents as blocked_cents,
      refunds.count + surplus.count as refunds_in_flight, refunds.cents + surplus.cents as refunds_in_flight_cents
    from
      (select count(*)::int, coalesce(sum(amount_cents), 0)::int8 as cents from settlement_transfer
        where ${isPayoutBlocked}) as blocked,
      (select count(*)::int, coalesce(sum(refund_cents), 0)::int8 as cents from settlement
        where refund_cents > 0 and refunded_at is null and voided_at is null) as refunds,
      (select count(*)::int, coalesce(sum(amount_cents), 0)::int8 as cents from surplus_payment
        where refunded_at is null) as surplus`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('Counting gave no row');
  return counts;
}
