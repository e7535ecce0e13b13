/**
 * Reads what the modules `cancellations`, `disputes` and `shipments` store about a booking. They own the tables and
 * call this module, so this module cannot call them.
 */
import { sql, type Transaction } from 'kysely';
import { prepareReadFirst } from '../../../db/prepared.ts';
import type { Database, Db } from '../../../db/schema.ts';

/** Returns the open cancellation request of a booking, as both sides see it. */
export const findShownCancellation = prepareReadFirst((db: Db, bookingId: string) =>
  db
    .selectFrom('cancellationRequest')
    .select(['id', 'askedBy', 'reason', 'askedAt', 'answerBy'])
    .where('bookingId', '=', bookingId)
    .where(sql<boolean>`closed_at is null`),
);

/** Returns a booking's latest dispute, as both sides see it. Only the latest one can be open. */
export const findShownDispute = prepareReadFirst((db: Db, bookingId: string) =>
  db
    .selectFrom('dispute')
    .select([
      'id',
      'bookingId',
      'kind',
      'openedBy',
      'claimantId',
      'wanted',
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
    .innerJoin('workspace as author', 'author.id', 'disputeStatement.authorId')
    .select([
      'disputeStatement.id',
      'disputeStatement.authorId',
      'author.fullName as authorName',
      'disputeStatement.text',
      'disputeStatement.at',
    ])
    .where('disputeId', '=', disputeId)
    .orderBy(sql`dispute_statement.seq`)
    .execute();

/** Returns when the product arrived at the creator. Returns undefined if nothing about the shipment is stored. */
export const findShipmentArrival = (tx: Transaction<Database>, bookingId: string) =>
  tx.selectFrom('shipment').select('arrivedAt').where('bookingId', '=', bookingId).executeTakeFirst();
