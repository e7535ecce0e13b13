import type { PersonId } from '@marquee/contracts';
import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import type { Database, Db, DisputeOutcome } from '../../../db/schema.ts';

const disputeColumns = [
  'id',
  'answerBy',
  'answeredAt',
  'answerMissedAt',
  'bookingId',
  'claimantWorkspaceId',
  'closedAt',
  'decidedByPersonId',
  'decisionReason',
  'desiredOutcome',
  'kind',
  'offerCreatorCents',
  'offeredAt',
  'offers',
  'openedAt',
  'openedByWorkspaceId',
  'outcome',
  'releaseLeftMs',
] as const;

// Callers hold the booking's lock when they change these rows.

export const findOpenDispute = (db: Db, bookingId: string) =>
  db
    .selectFrom('dispute')
    .select(disputeColumns)
    .where('bookingId', '=', bookingId)
    .where(sql<boolean>`closed_at is null`)
    .executeTakeFirst();

export type DisputeRow = NonNullable<Awaited<ReturnType<typeof findOpenDispute>>>;

export const findDispute = (db: Db, id: string) =>
  db.selectFrom('dispute').select(disputeColumns).where('id', '=', id).executeTakeFirst();

export const insertDispute = (db: Transaction<Database>, row: Insertable<Database['dispute']>) =>
  db.insertInto('dispute').values(row).returning('id').executeTakeFirstOrThrow();

export const updateDispute = (db: Transaction<Database>, id: string, change: Updateable<Database['dispute']>) =>
  db.updateTable('dispute').set(change).where('id', '=', id).execute();

export const updateDisputeAsClosed = (
  db: Transaction<Database>,
  id: string,
  change: { outcome: DisputeOutcome; closedAt: Date; decidedByPersonId?: PersonId; decisionReason?: string },
) => db.updateTable('dispute').set(change).where('id', '=', id).execute();

export const insertDisputeStatement = (db: Transaction<Database>, row: Insertable<Database['disputeStatement']>) =>
  db.insertInto('disputeStatement').values(row).returning('id').executeTakeFirstOrThrow();
