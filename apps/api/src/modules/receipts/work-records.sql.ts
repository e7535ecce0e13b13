/** Records of completed work, and what they are made from besides the profile. */
import type { WorkRecordData } from '@marquee/booking';
import { sql, type Transaction } from 'kysely';
import type { Issuer } from '../../core/issuer.ts';
import type { Database, Db } from '../../db/schema.ts';

/** What is fixed on a record when it is made. */
export interface WorkFacts extends WorkRecordData {
  issuer: Issuer;
}

export interface WorkRecordRow {
  id: string;
  day: string;
  madeAt: Date;
  code: string;
  facts: WorkFacts;
}

const columns = ['id', 'day', 'madeAt', 'code', sql<WorkFacts>`facts`.as('facts')] as const;

/** A creator's records without what they say, the newest first. */
export const listWorkRecords = (db: Db, creatorId: string) =>
  db
    .selectFrom('workRecord')
    .select(['id', 'day', 'code'])
    .where('creatorId', '=', creatorId)
    .orderBy('day', 'desc')
    .execute();

export const findWorkRecord = (db: Db, id: string, creatorId: string): Promise<WorkRecordRow | undefined> =>
  db
    .selectFrom('workRecord')
    .select(columns)
    .where('id', '=', id)
    .where('creatorId', '=', creatorId)
    .executeTakeFirst();

export const findWorkRecordOf = (db: Db, creatorId: string, day: string) =>
  db
    .selectFrom('workRecord')
    .select(['id', 'day', 'code'])
    .where('creatorId', '=', creatorId)
    .where('day', '=', day)
    .executeTakeFirst();

export const findCodedWork = (db: Db, code: string): Promise<WorkRecordRow | undefined> =>
  db.selectFrom('workRecord').select(columns).where('code', '=', code).executeTakeFirst();

/** False: the account is deleted. Until the end of the transaction it is not: what is written goes with it then. */
export const holdCreator = async (tx: Transaction<Database>, id: string): Promise<boolean> =>
  (await tx
    .selectFrom('appUser')
    .select('id')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forShare()
    .executeTakeFirst()) !== undefined;

/** The first one of a day stays. */
export const insertWorkRecord = (
  tx: Transaction<Database>,
  { facts, ...record }: { creatorId: string; day: string; madeAt: Date; facts: WorkFacts },
) =>
  tx
    .insertInto('workRecord')
    .values({ ...record, facts: JSON.stringify(facts) })
    .onConflict((conflict) => conflict.columns(['creatorId', 'day']).doNothing())
    .execute();

/** Deletes all of a creator's records but the newest ones. */
export const deleteOldWorkRecords = (tx: Transaction<Database>, creatorId: string, most: number) =>
  tx
    .deleteFrom('workRecord')
    .where('id', 'in', (from) =>
      from.selectFrom('workRecord').select('id').where('creatorId', '=', creatorId).orderBy('day', 'desc').offset(most),
    )
    .execute();

/** What counts as completed on the profile (`countBookingsForDashboard`). */
const isDone = sql`authorized_at is not null and status = 'completed' and payment_state not in ('refunded', 'refunding')`;

/** Since when a creator is registered, and how many brands the completed bookings are of. */
export async function findWorkCounts(db: Db, creatorId: string): Promise<{ since: Date; brands: number } | undefined> {
  const { rows } = await sql<{ since: Date; brands: number }>`
    select created_at as since,
      (select count(distinct brand_id)::int from booking where creator_id = app_user.id and ${isDone}) as brands
    from app_user where id = ${creatorId}`.execute(db);
  return rows[0];
}

/**
 * The newest completed bookings, by the order of a creator's list: they were ordered last. Null: it was of an offer.
 */
export async function listCompletedWork(
  db: Db,
  creatorId: string,
  most: number,
): Promise<{ packageName: string | null; completedAt: Date }[]> {
  const { rows } = await sql<{ packageName: string | null; completedAt: Date }>`
    select case when offer_id is null then package_name end as package_name, completed_at from booking
      where creator_id = ${creatorId} and ${isDone}
    order by created_at desc, id desc limit ${sql.lit(most)}`.execute(db);
  return rows;
}
