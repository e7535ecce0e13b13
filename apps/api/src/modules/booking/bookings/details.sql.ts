/**
 * Reads bookings together with their settlement, cancellation request, dispute, chargeback and shipment. The modules of
 * these nouns own the tables and call this module, so this module cannot call them.
 */
import type { PersonId, WorkspaceId } from '@marquee/contracts';
import type { BookingStatus } from '@marquee/booking';
import { sql, type QueryCreator, type SelectQueryBuilder, type RawBuilder, type Transaction } from 'kysely';
import { PAGE_SIZE, type KeysetCursor } from '../../../core/paging.ts';
import { brandNameSql } from '../../../db/brand-name.ts';
import { prepareReadFirst, prepareReadFirstOrThrow } from '../../../db/prepared.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { isRefundReturnedSql } from './bookings.sql.ts';
import { actorNameSql, type RecordedBookingEvent } from './timeline.sql.ts';

/** The columns of a booking in lists, without the columns of its brand and creator. */
const bookingListColumns = [
  'booking.id',
  'booking.packageId',
  'booking.brandId',
  'booking.creatorId',
  'booking.status',
  'booking.paymentState',
  'booking.cancelReason',
  'booking.packageName',
  'booking.deliveryDays',
  'booking.priceCents',
  'booking.feeBps',
  'booking.windows',
  'booking.feeCents',
  'booking.totalCents',
  'booking.createdAt',
  'booking.authorizedAt',
  'booking.acceptBy',
  'booking.acceptedAt',
  'booking.resumedAt',
  'booking.startedAt',
  'booking.dueAt',
  'booking.completedAt',
  'booking.releaseAt',
  'booking.approvedAt',
  'booking.releasedAt',
  'booking.refundedAt',
  'booking.cancelledAt',
  'booking.acceptExtendedAt',
  'booking.captureBefore',
  'booking.payBy',
  'booking.leadDays',
  'booking.versionsWaiting',
  'booking.pausedAt',
  'booking.reviewBy',
  'booking.reviewedAt',
] as const;

/**
 * Columns with long text, which contain the ordered content and the creator's notes. Only the booking's own page
 * reads them.
 */
const bookingOrderColumns = [
  'booking.offerId',
  'booking.offerVersionId',
  'booking.agencyId',
  'booking.agencyBps',
  'booking.packageDescription',
  'booking.features',
  'booking.chosen',
  'booking.needsProduct',
  'booking.customer',
  'booking.questions',
  'booking.answers',
  'booking.declineReason',
  'booking.moveNote',
  'booking.deliveryNote',
  'booking.deliveryLinks',
] as const;

/** Matches rows that belong to one of the selected bookings for which `which` is true. */
const isOfMatchingBooking = (which: RawBuilder<boolean>) =>
  sql<boolean>`booking_id = any(array(select id from booking where ${which}))`;

/** Joins the transfer to the creator as `payout`. The transfer to an agency does not change the booking. */
const isCreatorsPayout = <
  J extends {
    onRef(a: 'payout.bookingId' | 'payout.payeeWorkspaceId', op: '=', b: 'booking.id' | 'booking.creatorId'): J;
  },
>(
  join: J,
): J => join.onRef('payout.bookingId', '=', 'booking.id').onRef('payout.payeeWorkspaceId', '=', 'booking.creatorId');

type BookingQueryCreator = QueryCreator<Database>;
type BookingSelect = SelectQueryBuilder<Database, 'booking', object>;

/**
 * Selects bookings with both users, the settlement, the chargeback, and the open cancellation request and dispute.
 * Few bookings have a settlement, chargeback, request or dispute, so those rows are read for all bookings at once.
 */
const selectBookingsWithDetails = (db: Db, selectRows: (query: BookingQueryCreator) => BookingSelect) =>
  db
    .with('booking', (query) =>
      selectRows(query).select([...bookingListColumns, ...bookingOrderColumns, 'booking.clientId']),
    )
    .selectFrom('booking')
    .innerJoin('workspace as creator', 'creator.id', 'booking.creatorId')
    .innerJoin('workspace as brand', 'brand.id', 'booking.brandId')
    .leftJoin('settlement', 'settlement.bookingId', 'booking.id')
    .leftJoin('settlementTransfer as payout', isCreatorsPayout)
    // A booking has at most one open cancellation request and one open dispute (see reachable-states.spec.ts in
    // libs/booking).
    .leftJoin(
      (query) =>
        query
          .selectFrom('cancellationRequest')
          .select([
            'cancellationRequest.bookingId',
            'cancellationRequest.requestedByWorkspaceId',
            'cancellationRequest.answerBy',
          ])
          .where('closedAt', 'is', null)
          .where(isOfMatchingBooking(sql`status in ('accepted', 'in_progress')`))
          .as('request'),
      (join) => join.onRef('request.bookingId', '=', 'booking.id'),
    )
    .leftJoin(
      (query) =>
        query
          .selectFrom('dispute')
          .select([
            'dispute.id',
            'dispute.bookingId',
            'dispute.kind',
            'dispute.openedByWorkspaceId',
            'dispute.claimantWorkspaceId',
            'dispute.answerBy',
            'dispute.answeredAt',
            'dispute.answerMissedAt',
            'dispute.offeredAt',
            'dispute.offerCreatorCents',
            'dispute.offers',
          ])
          .where('closedAt', 'is', null)
          .where(isOfMatchingBooking(sql`payment_state = 'disputed'`))
          .as('dispute'),
      (join) => join.onRef('dispute.bookingId', '=', 'booking.id'),
    )
    .leftJoin(
      (query) =>
        query
          .selectFrom('chargeback')
          .select(['chargeback.bookingId', 'chargeback.stripeDisputeId', 'chargeback.outcome'])
          .where(isOfMatchingBooking(sql`accepted_at is not null`))
          .as('chargeback'),
      (join) => join.onRef('chargeback.bookingId', '=', 'booking.id'),
    )
    .select(bookingListColumns)
    .select([
      'creator.username as creatorUsername',
      'creator.fullName as creatorName',
      'creator.profileImageUrl as creatorImageUrl',
      brandNameSql.as('brandName'),
      'brand.profileImageUrl as brandImageUrl',
      // Null unless the brand ordered for a client with a logo.
      sql<string | null>`(select logo_url from client where client.id = booking.client_id)`.as('clientLogoUrl'),
      'payout.blockedReason',
      'settlement.kind as settlementKind',
      'settlement.creatorCents as settledCreatorCents',
      'settlement.feeCents as settledFeeCents',
      'settlement.refundCents as settledRefundCents',
      'settlement.voidedAt as settlementVoidedAt',
      'request.requestedByWorkspaceId as requestedByWorkspaceId',
      'request.answerBy as requestAnswerBy',
      'dispute.kind as disputeKind',
      'dispute.openedByWorkspaceId as disputeOpenedByWorkspaceId',
      'dispute.answerBy as disputeAnswerBy',
      'dispute.answeredAt as disputeAnsweredAt',
      'dispute.answerMissedAt as disputeAnswerMissedAt',
      'dispute.offeredAt as disputeOfferedAt',
      'chargeback.stripeDisputeId as chargebackId',
      'chargeback.outcome as chargebackOutcome',
      isRefundReturnedSql.as('refundReturned'),
    ]);

/** The columns that the rulebook (libs/booking) needs. Only for queries that join the open dispute as `dispute`. */
const ruleColumns = [
  'dispute.claimantWorkspaceId as disputeClaimantId',
  'dispute.offerCreatorCents as disputeOfferCreatorCents',
  'dispute.offers as disputeOffers',
  // A side can send at most 3 cancellation requests, and 20 statements per dispute, so these arrays are short.
  sql<string[]>`array(select requested_by_workspace_id from cancellation_request where booking_id = booking.id)`.as(
    'askers',
  ),
  sql<number>`(select count(*)::int from dispute reported where reported.booking_id = booking.id and reported.kind = 'problem')`.as(
    'problemsReported',
  ),
  sql<string[]>`array(select author_workspace_id from dispute_statement where dispute_id = dispute.id)`.as('authors'),
  sql<boolean>`exists (select from dispute past where past.booking_id = booking.id)`.as('wasDisputed'),
] as const;

/**
 * Returns a booking if `workspaceId` is its brand or creator. Creators see a booking only after its authorization
 * (requirements R10.9).
 */
export const findBookingForParty = prepareReadFirst((db: Db, id: string, workspaceId: WorkspaceId) =>
  selectBookingsWithDetails(db, (query) =>
    query
      .selectFrom('booking')
      .where('booking.id', '=', id)
      .where((eb) =>
        eb.or([
          eb('booking.brandId', '=', workspaceId),
          eb.and([eb('booking.creatorId', '=', workspaceId), eb('booking.authorizedAt', 'is not', null)]),
        ]),
      ),
  )
    .select(bookingOrderColumns)
    .select(ruleColumns)
    .select(
      sql<(Omit<RecordedBookingEvent, 'at'> & { at: string; actorPersonId: PersonId | null })[]>`(
        select json_agg(json_build_object('id', event.id, 'kind', event.kind, 'data', event.data, 'at', event.at,
            'actorWorkspaceId', event.actor_workspace_id, 'actorPersonId', event.actor_person_id, 'actorName', ${actorNameSql}) order by event.seq)
        from event left join workspace actor on actor.id = event.actor_workspace_id
        where event.booking_id = booking.id)`.as('timeline'),
    ),
);

/**
 * Returns the data that the rulebook needs apart from the booking's own row: the open cancellation request, the
 * number of requests per side, the open dispute with the number of statements and the proposed split, the
 * chargeback, a blocked payout, and a returned refund.
 */
export const findBookingContext = prepareReadFirstOrThrow((db: Db, bookingId: string) =>
  db
    .selectFrom('booking')
    .leftJoin('settlementTransfer as payout', isCreatorsPayout)
    .leftJoin('cancellationRequest as request', (join) =>
      join.onRef('request.bookingId', '=', 'booking.id').on('request.closedAt', 'is', null),
    )
    .leftJoin('dispute', (join) =>
      join.onRef('dispute.bookingId', '=', 'booking.id').on('dispute.closedAt', 'is', null),
    )
    .leftJoin('chargeback', 'chargeback.bookingId', 'booking.id')
    .select([
      'payout.blockedReason',
      'request.requestedByWorkspaceId as requestedByWorkspaceId',
      'request.answerBy as requestAnswerBy',
      'dispute.kind as disputeKind',
      'dispute.openedByWorkspaceId as disputeOpenedByWorkspaceId',
      'dispute.answerBy as disputeAnswerBy',
      'dispute.answeredAt as disputeAnsweredAt',
      'dispute.answerMissedAt as disputeAnswerMissedAt',
      'dispute.offeredAt as disputeOfferedAt',
      'chargeback.stripeDisputeId as chargebackId',
      'chargeback.outcome as chargebackOutcome',
      isRefundReturnedSql.as('refundReturned'),
    ])
    .select(ruleColumns)
    .where('booking.id', '=', bookingId),
);

export type BookingContext = Awaited<ReturnType<typeof findBookingContext>>;

interface BookingPageQuery {
  workspaceId: WorkspaceId;
  side: 'brand' | 'creator';
  status: BookingStatus | null;
  after: KeysetCursor | null;
}

/** Lists a user's bookings, newest first. Creators see only authorized ones. */
export const listBookingsByWorkspace = (db: Db, page: BookingPageQuery) =>
  selectBookingsWithDetails(db, (query) =>
    query
      .selectFrom('booking')
      .where(page.side === 'brand' ? 'booking.brandId' : 'booking.creatorId', '=', page.workspaceId)
      .$if(page.side === 'creator', (query) => query.where('booking.authorizedAt', 'is not', null))
      .$if(page.status !== null, (query) => query.where('booking.status', '=', page.status as BookingStatus))
      .$if(page.after !== null, (query) =>
        query.where(sql<boolean>`(booking.created_at, booking.id) < (${page.after?.at}, ${page.after?.id}::uuid)`),
      )
      .orderBy('booking.createdAt', 'desc')
      .orderBy('booking.id', 'desc')
      .limit(sql.lit(PAGE_SIZE + 1)),
  )
    .orderBy('booking.createdAt', 'desc')
    .orderBy('booking.id', 'desc')
    .execute();

/** Lists bookings in the order of `ids`. Leaves out bookings of other users. */
export async function listBookingsByIds(
  db: Db,
  workspaceId: WorkspaceId,
  side: 'brand' | 'creator',
  ids: readonly string[],
) {
  const rows = await selectBookingsWithDetails(db, (query) =>
    query
      .selectFrom('booking')
      .where('booking.id', '=', sql<string>`any(${ids}::uuid[])`)
      // Because of `is true`, PostgreSQL does not use the index on the user, which would read all of the user's
      // bookings.
      .where(
        sql<boolean>`(${sql.ref(side === 'brand' ? 'booking.brandId' : 'booking.creatorId')} = ${workspaceId}) is true`,
      ),
  ).execute();
  return rows.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
}

/** Returns a booking's latest dispute, as both sides see it. Only the latest one can be open. */
export const findShownDispute = prepareReadFirst((db: Db, bookingId: string) =>
  db
    .selectFrom('dispute')
    .select([
      'id',
      'bookingId',
      'kind',
      'openedByWorkspaceId',
      'claimantWorkspaceId',
      'desiredOutcome',
      'openedAt',
      'answerBy',
      'answeredAt',
      'answerMissedAt',
      'releaseLeftMs',
      'offerCreatorCents',
      'offers',
      'closedAt',
      'outcome',
      'decisionReason',
    ])
    .where('bookingId', '=', bookingId)
    .orderBy('openedAt', 'desc')
    .limit(1),
);

export const listDisputeStatements = (db: Db, disputeId: string) =>
  db
    .selectFrom('disputeStatement')
    .innerJoin('workspace as author', 'author.id', 'disputeStatement.authorWorkspaceId')
    .select([
      'disputeStatement.id',
      'disputeStatement.authorWorkspaceId',
      'author.fullName as authorName',
      'disputeStatement.text',
      'disputeStatement.at',
    ])
    .where('disputeId', '=', disputeId)
    .orderBy(sql`dispute_statement.seq`)
    .execute();

/** Returns when the product arrived at the creator. Returns undefined if nothing about the shipment is stored. */
export const findShipmentArrival = (db: Transaction<Database>, bookingId: string) =>
  db.selectFrom('shipment').select('arrivedAt').where('bookingId', '=', bookingId).executeTakeFirst();
