import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../../db/schema.ts';
import type { UnmatchedMovement } from './reconciliation.sql.ts';

const checkColumns = ['id', 'startedAt', 'afterBooking'] as const;

/** Returns the nightly check that has not finished. */
export const findRunningCheck = (db: Db) =>
  db
    .selectFrom('reconciliationRun')
    .select(checkColumns)
    .where('source', '=', 'job')
    .where('finishedAt', 'is', null)
    .executeTakeFirst();

export const insertCheck = (db: Db, startedAt: Date) =>
  db
    .insertInto('reconciliationRun')
    .values({ source: 'job', startedAt })
    .returning(checkColumns)
    .executeTakeFirstOrThrow();

interface CheckedBatch {
  /** The id of the last checked booking, or null if there are no more bookings. */
  last: string | null;
  movements: number;
  differences: number;
  heldCents: number;
  heldBookings: number;
  releasedCents: number;
}

/** Selects up to `limit` bookings after the id `after`. */
const nextBookingsSql = (after: string | null, limit: number) =>
  sql`select id from booking ${after === null ? sql`` : sql`where id > ${after}::uuid`} order by id limit ${limit}`;

/** True if there is an exception because the object is missing at Stripe or has a different amount there. */
const isReportedSql = (objectId: RawBuilder<unknown>) =>
  sql`exists (select from money_exception told where told.subject = ${objectId} and told.kind like 'reconcile%')`;

/**
 * Lists up to `most` movements of the next `limit` bookings. Includes only movements that were recorded before
 * `until` and are neither matched with Stripe nor reported as an exception.
 */
export async function listUncomparedMovements(
  db: Db,
  { after, until, limit }: { after: string | null; until: Date; limit: number },
  most: number,
): Promise<UnmatchedMovement[]> {
  const { rows } = await sql<UnmatchedMovement>`
    select t.stripe_object_id, s.stripe_transfer_id, t.booking_id
    from (${nextBookingsSql(after, limit)}) as batch
      join ledger_transaction t on t.booking_id = batch.id
      left join settlement_transfer s on s.booking_id = t.booking_id and s.payee_workspace_id = t.creator_id
    where t.stripe_object_id is not null and t.at < ${until}
      and exists (select from ledger_entry e where e.transaction_id = t.id and e.account = 'processor')
      and not exists (select from reconciliation_match m where m.stripe_object_id = t.stripe_object_id)
      and not ${isReportedSql(sql`t.stripe_object_id`)}
    limit ${most}`.execute(db);
  return rows;
}

/**
 * Checks the movements of the next bookings. A difference is a transaction that does not add up to zero, or a
 * movement recorded before `until` that is reported as an exception and still unmatched. Movements not yet requested
 * from Stripe are not counted.
 */
export async function sumBatchMovements(
  db: Db,
  { after, until, limit }: { after: string | null; until: Date; limit: number },
): Promise<CheckedBatch> {
  const { rows } = await sql<CheckedBatch>`
    with batch as (${nextBookingsSql(after, limit)}), movement as (
      select t.booking_id, t.stripe_object_id, sum(e.amount_cents) as total,
        t.at < ${until} and t.stripe_object_id is not null and bool_or(e.account = 'processor') as is_due,
        coalesce(-sum(e.amount_cents) filter (where e.account in ('held', 'creator', 'surplus')), 0) as owed,
        coalesce(-sum(e.amount_cents) filter (where e.account = 'processor' and t.kind in ('release', 'restore', 'reversal')), 0)
          as released
      from batch join ledger_transaction t on t.booking_id = batch.id join ledger_entry e on e.transaction_id = t.id
      group by t.id
    ), compared as (
      select total, owed, booking_id,
        is_due and exists (select from reconciliation_match m where m.stripe_object_id = movement.stripe_object_id) as is_found,
        is_due and ${isReportedSql(sql`movement.stripe_object_id`)} as is_listed
      from movement
    ), held as (
      select sum(owed) as cents from movement group by booking_id having sum(owed) > 0
    )
    select (select id from batch order by id desc limit 1) as last,
      (select count(*) from compared where is_found or is_listed)::int8 as movements,
      (select count(*) from compared where total <> 0 or is_listed and not is_found)::int8 as differences,
      coalesce((select sum(cents) from held), 0)::int8 as held_cents, (select count(*) from held)::int8 as held_bookings,
      coalesce((select sum(released) from movement), 0)::int8 as released_cents`.execute(db);
  const [batch] = rows;
  if (!batch) throw new Error('The check gave no row');
  return batch;
}

/** Adds the result of a batch to a check. Returns false if another worker has already added it. */
export async function updateCheckTotals(
  db: Db,
  id: string,
  after: string | null,
  { last, movements, differences, heldCents, heldBookings, releasedCents }: CheckedBatch,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('reconciliationRun')
    .set((eb) => ({
      afterBooking: last ?? after,
      movements: eb('movements', '+', movements),
      differences: eb('differences', '+', differences),
      heldCents: eb('heldCents', '+', heldCents),
      heldBookings: eb('heldBookings', '+', heldBookings),
      releasedCents: eb('releasedCents', '+', releasedCents),
    }))
    .where('id', '=', id)
    .where('finishedAt', 'is', null)
    .where(sql<boolean>`after_booking is not distinct from ${after}::uuid`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export const setCheckFinished = (db: Db, id: string, finishedAt: Date) =>
  db
    .updateTable('reconciliationRun')
    .set({
      finishedAt,
      afterBooking: null,
      openExceptions: sql<number>`(select count(*) from money_exception where resolved_at is null)::int`,
    })
    .where('id', '=', id)
    .returning('differences')
    .executeTakeFirstOrThrow();

/** Returns the last finished check, by the nightly job or by `npm run check:money`. */
export const findLastCheck = (db: Db) =>
  db
    .selectFrom('reconciliationRun')
    .select(['source', 'startedAt', 'finishedAt', 'movements', 'differences', 'heldCents', 'heldBookings'])
    .where('finishedAt', 'is not', null)
    .orderBy('finishedAt', 'desc')
    .limit(1)
    .executeTakeFirst();

export const countOpenExceptions = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('moneyException')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('resolvedAt', 'is', null)
      .executeTakeFirstOrThrow()
  ).count;
