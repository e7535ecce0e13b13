import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

const isOpen = sql<boolean>`factor_reset.done_at is null and factor_reset.cancelled_at is null`;

/** Inserts a request. Returns its id, or undefined if the user has an open request. */
export const insertFactorReset = async (
  tx: Transaction<Database>,
  row: Insertable<Database['factorReset']>,
): Promise<string | undefined> =>
  (
    await tx
      .insertInto('factorReset')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id;

const resetColumns = ['id', 'userId', 'reason', 'requestedBy', 'requestedAt', 'approvedBy', 'approvedAt'] as const;

/** Locks an open request by its id. */
export const lockFactorReset = (tx: Transaction<Database>, id: string) =>
  tx.selectFrom('factorReset').select(resetColumns).where('id', '=', id).where(isOpen).forUpdate().executeTakeFirst();

/** Locks the user's open request. */
export const lockFactorResetByUser = (tx: Transaction<Database>, userId: string) =>
  tx
    .selectFrom('factorReset')
    .select(resetColumns)
    .where('userId', '=', userId)
    .where(isOpen)
    .forUpdate()
    .executeTakeFirst();

/** Returns the user's open request with the names of the staff members, or undefined. */
export const findFactorReset = (db: Db, userId: string) =>
  db
    .selectFrom('factorReset')
    .innerJoin('person as requester', 'requester.id', 'factorReset.requestedBy')
    .leftJoin('person as approver', 'approver.id', 'factorReset.approvedBy')
    .select([
      'factorReset.id',
      'factorReset.reason',
      'factorReset.requestedBy',
      'factorReset.requestedAt',
      'factorReset.approvedAt',
      'requester.fullName as requesterName',
      'approver.fullName as approverName',
    ])
    .where('factorReset.userId', '=', userId)
    .where(isOpen)
    .executeTakeFirst();

export const updateFactorReset = (tx: Transaction<Database>, id: string, change: Updateable<Database['factorReset']>) =>
  tx.updateTable('factorReset').set(change).where('id', '=', id).execute();
