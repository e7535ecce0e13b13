import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import type { Database, Db, DisputeOutcome } from '../../../db/schema.ts';

// Callers hold the booking's lock when they change these rows.

export const findOpenDispute = (db: Db, bookingId: string) =>
  db
    .selectFrom('dispute')
    .selectAll()
    .where('bookingId', '=', bookingId)
    .where(sql<boolean>`closed_at is null`)
    .executeTakeFirst();

export type DisputeRow = NonNullable<Awaited<ReturnType<typeof findOpenDispute>>>;

export const findDispute = (db: Db, id: string) =>
  db.selectFrom('dispute').selectAll().where('id', '=', id).executeTakeFirst();

export const insertDispute = (tx: Transaction<Database>, row: Insertable<Database['dispute']>) =>
  tx.insertInto('dispute').values(row).returning('id').executeTakeFirstOrThrow();

export const updateDispute = (tx: Transaction<Database>, id: string, change: Updateable<Database['dispute']>) =>
  tx.updateTable('dispute').set(change).where('id', '=', id).execute();

export const updateDisputeAsClosed = (
  tx: Transaction<Database>,
  id: string,
  change: { outcome: DisputeOutcome; closedAt: Date; decidedByPersonId?: string; decisionReason?: string },
) => tx.updateTable('dispute').set(change).where('id', '=', id).execute();

export const insertDisputeStatement = (tx: Transaction<Database>, row: Insertable<Database['disputeStatement']>) =>
  tx.insertInto('disputeStatement').values(row).returning('id').executeTakeFirstOrThrow();
