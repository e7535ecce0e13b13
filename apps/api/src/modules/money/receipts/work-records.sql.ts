/** Queries for work records and their content. */
import type { WorkspaceId } from '@marquee/contracts';
import type { WorkRecordData } from '@marquee/booking';
import { sql, type Transaction } from 'kysely';
import type { Issuer } from '../../../core/issuer.ts';
import type { Database, Db } from '../../../db/schema.ts';

export interface WorkRecordFacts extends WorkRecordData {
  issuer: Issuer;
}

export interface WorkRecordRow {
  id: string;
  day: string;
  createdAt: Date;
  code: string;
  facts: WorkRecordFacts;
}

const workRecordColumns = ['id', 'day', 'createdAt', 'code', sql<WorkRecordFacts>`facts`.as('facts')] as const;

/** Lists a creator's work records without content, newest first. */
export const listWorkRecords = (db: Db, creatorId: WorkspaceId) =>
  db
    .selectFrom('workRecord')
    .select(['id', 'day', 'code'])
    .where('creatorId', '=', creatorId)
    .orderBy('day', 'desc')
    .execute();

export const findWorkRecord = (db: Db, id: string, creatorId: WorkspaceId): Promise<WorkRecordRow | undefined> =>
  db
    .selectFrom('workRecord')
    .select(workRecordColumns)
    .where('id', '=', id)
    .where('creatorId', '=', creatorId)
    .executeTakeFirst();

export const findWorkRecordByDay = (db: Db, creatorId: WorkspaceId, day: string) =>
  db
    .selectFrom('workRecord')
    .select(['id', 'day', 'code'])
    .where('creatorId', '=', creatorId)
    .where('day', '=', day)
    .executeTakeFirst();

export const findWorkRecordByCode = (db: Db, code: string): Promise<WorkRecordRow | undefined> =>
  db.selectFrom('workRecord').select(workRecordColumns).where('code', '=', code).executeTakeFirst();

/**
 * Locks the creator until the end of the transaction, so that a concurrent account deletion also deletes the new
 * record. Returns false if the account is deleted.
 */
export const lockActiveCreator = async (db: Transaction<Database>, id: string): Promise<boolean> =>
  (await db
    .selectFrom('workspace')
    .select('id')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst()) !== undefined;

/** Inserts a work record. Does nothing if the creator already has one of this day. */
export const insertWorkRecord = (
  db: Transaction<Database>,
  { facts, ...record }: { creatorId: WorkspaceId; day: string; createdAt: Date; facts: WorkRecordFacts },
) =>
  db
    .insertInto('workRecord')
    .values({ ...record, facts: JSON.stringify(facts) })
    .onConflict((conflict) => conflict.columns(['creatorId', 'day']).doNothing())
    .execute();

/** Deletes a creator's work records except the newest `most`. */
export const deleteOldWorkRecords = (db: Transaction<Database>, creatorId: WorkspaceId, most: number) =>
  db
    .deleteFrom('workRecord')
    .where('id', 'in', (from) =>
      from.selectFrom('workRecord').select('id').where('creatorId', '=', creatorId).orderBy('day', 'desc').offset(most),
    )
    .execute();

/** True if a booking counts as completed on the profile. `countBookingsForDashboard` uses the same rule. */
const isCompletedBookingSql = sql`authorized_at is not null and status = 'completed' and payment_state not in ('refunded', 'refunding')`;

/**
 * Returns the creator's registration time and the number of different brands for which the creator completed
 * bookings.
 */
export async function findWorkCounts(
  db: Db,
  creatorId: WorkspaceId,
): Promise<{ since: Date; brands: number } | undefined> {
  const { rows } = await sql<{ since: Date; brands: number }>`
    select created_at as since,
      (select count(distinct brand_id)::int from booking where creator_id = workspace.id and ${isCompletedBookingSql}) as brands
    from workspace where id = ${creatorId}`.execute(db);
  return rows[0];
}

/**
 * Lists a creator's completed bookings, latest order first. `packageName` is null for bookings that came from an
 * offer.
 */
export async function listCompletedWork(
  db: Db,
  creatorId: WorkspaceId,
  most: number,
): Promise<{ packageName: string | null; completedAt: Date }[]> {
  const { rows } = await sql<{ packageName: string | null; completedAt: Date }>`
    select case when offer_id is null then package_name end as package_name, completed_at from booking
      where creator_id = ${creatorId} and ${isCompletedBookingSql}
    order by created_at desc, id desc limit ${sql.lit(most)}`.execute(db);
  return rows;
}
