import type { Insertable, Transaction } from 'kysely';
import type { Database } from '../../../db/schema.ts';

// Callers hold the booking's lock when they change these rows.

export const insertCancellation = (db: Transaction<Database>, row: Insertable<Database['cancellationRequest']>) =>
  db.insertInto('cancellationRequest').values(row).returning('id').executeTakeFirstOrThrow();

export const closeCancellation = (
  db: Transaction<Database>,
  id: string,
  change: { outcome: NonNullable<Database['cancellationRequest']['outcome']>; closedAt: Date },
) => db.updateTable('cancellationRequest').set(change).where('id', '=', id).execute();
