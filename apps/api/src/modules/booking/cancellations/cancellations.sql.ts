import { sql, type Insertable, type Transaction } from 'kysely';
import { prepareReadFirst } from '../../../db/prepared.ts';
import type { Database, Db } from '../../../db/schema.ts';

// Callers hold the booking's lock when they change these rows.

export const findOpenCancellation = prepareReadFirst((db: Db, bookingId: string) =>
  db
    .selectFrom('cancellationRequest')
    .select(['id', 'requestedByWorkspaceId', 'reason', 'askedAt', 'answerBy'])
    .where('bookingId', '=', bookingId)
    .where(sql<boolean>`closed_at is null`),
);

export const insertCancellation = (db: Transaction<Database>, row: Insertable<Database['cancellationRequest']>) =>
  db.insertInto('cancellationRequest').values(row).returning('id').executeTakeFirstOrThrow();

export const closeCancellation = (
  db: Transaction<Database>,
  id: string,
  change: { outcome: NonNullable<Database['cancellationRequest']['outcome']>; closedAt: Date },
) => db.updateTable('cancellationRequest').set(change).where('id', '=', id).execute();
