import type { PersonId } from '@marquee/contracts';
import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

const isOpen = sql<boolean>`factor_reset.done_at is null and factor_reset.cancelled_at is null`;

/** Inserts a request. Returns its id, or undefined if the user has an open request. */
export const insertFactorReset = async (
  db: Transaction<Database>,
  row: Insertable<Database['factorReset']>,
): Promise<string | undefined> =>
  (
    await db
      .insertInto('factorReset')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id;

const resetColumns = [
  'id',
  'personId',
  'reason',
  'requestedByPersonId',
  'requestedAt',
  'approvedByPersonId',
  'approvedAt',
] as const;

/** Locks an open request by its id. */
export const lockFactorReset = (db: Transaction<Database>, id: string) =>
  db.selectFrom('factorReset').select(resetColumns).where('id', '=', id).where(isOpen).forUpdate().executeTakeFirst();

/** Locks the user's open request. */
export const lockFactorResetByPerson = (db: Transaction<Database>, personId: PersonId) =>
  db
    .selectFrom('factorReset')
    .select(resetColumns)
    .where('personId', '=', personId)
    .where(isOpen)
    .forUpdate()
    .executeTakeFirst();

/** Returns the user's open request with the names of the staff members, or undefined. */
export const findFactorReset = (db: Db, personId: PersonId) =>
  db
    .selectFrom('factorReset')
    .innerJoin('person as requester', 'requester.id', 'factorReset.requestedByPersonId')
    .leftJoin('person as approver', 'approver.id', 'factorReset.approvedByPersonId')
    .select([
      'factorReset.id',
      'factorReset.reason',
      'factorReset.requestedByPersonId',
      'factorReset.requestedAt',
      'factorReset.approvedAt',
      'requester.fullName as requesterName',
      'approver.fullName as approverName',
    ])
    .where('factorReset.personId', '=', personId)
    .where(isOpen)
    .executeTakeFirst();

export const updateFactorReset = (db: Transaction<Database>, id: string, change: Updateable<Database['factorReset']>) =>
  db.updateTable('factorReset').set(change).where('id', '=', id).execute();
