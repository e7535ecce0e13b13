import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import { prepareReadFirst } from '../../../db/prepared.ts';
import type { Database, Db, DisputeOutcome } from '../../../db/schema.ts';

// Callers hold the booking's lock when they change these rows.

const disputeColumns = [
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
] as const;

export const findOpenDispute = (db: Db, bookingId: string) =>
  db
    .selectFrom('dispute')
    .select(disputeColumns)
    .where('bookingId', '=', bookingId)
    .where(sql<boolean>`closed_at is null`)
    .executeTakeFirst();

export type DisputeRow = NonNullable<Awaited<ReturnType<typeof findOpenDispute>>>;

/** Returns a booking's latest dispute. Only the latest one can be open. */
export const findLatestDispute = prepareReadFirst((db: Db, bookingId: string) =>
  db
    .selectFrom('dispute')
    .select(disputeColumns)
    .where('bookingId', '=', bookingId)
    .orderBy('openedAt', 'desc')
    .limit(1),
);

export const findDispute = (db: Db, id: string) =>
  db.selectFrom('dispute').select(disputeColumns).where('id', '=', id).executeTakeFirst();

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

export const insertDispute = (tx: Transaction<Database>, row: Insertable<Database['dispute']>) =>
  tx.insertInto('dispute').values(row).returning('id').executeTakeFirstOrThrow();

export const updateDispute = (tx: Transaction<Database>, id: string, change: Updateable<Database['dispute']>) =>
  tx.updateTable('dispute').set(change).where('id', '=', id).execute();

export const updateDisputeAsClosed = (
  tx: Transaction<Database>,
  id: string,
  change: { outcome: DisputeOutcome; closedAt: Date; decidedBy?: string; decisionReason?: string },
) => tx.updateTable('dispute').set(change).where('id', '=', id).execute();

export const insertDisputeStatement = (tx: Transaction<Database>, row: Insertable<Database['disputeStatement']>) =>
  tx.insertInto('disputeStatement').values(row).returning('id').executeTakeFirstOrThrow();
