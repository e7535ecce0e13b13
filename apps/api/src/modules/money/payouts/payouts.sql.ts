import type { WorkspaceId } from '@marquee/contracts';
import { sql, type Insertable, type Transaction } from 'kysely';
import { PAGE_SIZE, type KeysetCursor } from '../../../core/paging.ts';
import { brandNameSql } from '../../../db/brand-name.ts';
import { PLANNED_EACH_TIME } from '../../../db/client.ts';
import { containsTextSql } from '../../../db/contains.ts';
import type { Database, Db } from '../../../db/schema.ts';

export const PAYOUT_STAGES = ['on_hold', 'on_the_way', 'blocked', 'paid_out', 'reversed'] as const;
/** The stage of a creator's share of a booking: held, being paid, blocked, paid, or reversed after a chargeback. */
export type PayoutStage = (typeof PAYOUT_STAGES)[number];

export interface PayoutRow {
  id: string;
  packageName: string;
  brandName: string;
  status: Database['booking']['status'];
  paymentState: Database['booking']['paymentState'];
  stage: PayoutStage;
  creatorCents: number;
  acceptedAt: Date;
  completedAt: Date | null;
  releaseAt: Date | null;
  claimedAt: Date | null;
  settledAt: Date | null;
  reversedAt: Date | null;
  blockedReason: string | null;
  hasStatement: boolean;
  /** The creator that the caller represented as an agency. Null for the caller's own booking. */
  representedName: string | null;
  /** The agency that gets a share of the caller's own booking, or null. */
  agencyName: string | null;
}

/**
 * Filters for a list of payouts. `from` and `to` limit the day of the charge. They are days in `zone`, both
 * inclusive.
 */
export interface PayoutFilter {
  stage: PayoutStage | null;
  from: string | null;
  to: string | null;
  zone: string;
  words: string | null;
}

/** Maximum number of payouts that one page of a text search examines. */
const MAX_SEARCHED_PAYOUTS = 1_000;

const payoutShareColumnsSql = sql.join(
  [
    'bookingId',
    'creatorId',
    'acceptedAt',
    'claimedAt',
    'settledAt',
    'blockedReason',
    'creatorCents',
    'stage',
    'reversedAt',
    'hasStatement',
  ].map((name) => sql.ref(`looked.${name}`)),
);

const payoutSharesSql = (
  creatorId: WorkspaceId,
  { stage, from, to, zone }: PayoutFilter,
  after: KeysetCursor | null,
) => sql`
  from payout_share as looked where creator_id = ${creatorId}
    ${stage === null ? sql`` : sql`and stage = ${stage}`}
    ${from === null ? sql`` : sql`and accepted_at >= ${from}::date::timestamp at time zone ${zone}`}
    ${to === null ? sql`` : sql`and accepted_at < (${to}::date + 1)::timestamp at time zone ${zone}`}
    ${after === null ? sql`` : sql`and (accepted_at, booking_id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
  order by accepted_at desc, booking_id desc`;

/**
 * Lists a creator's payouts, latest charge first. With a text search, examines only the next `MAX_SEARCHED_PAYOUTS`
 * payouts. `findPayoutSearchResumeCursor` then returns the start of the next page.
 */
export async function listPayouts(
  db: Db,
  creatorId: WorkspaceId,
  filter: PayoutFilter,
  after: KeysetCursor | null,
): Promise<PayoutRow[]> {
  const { words } = filter;
  const shares = payoutSharesSql(creatorId, filter, after);
  const matches =
    words === null
      ? sql`select ${payoutShareColumnsSql} ${shares} limit ${sql.lit(PAGE_SIZE + 1)}`
      : sql`select ${payoutShareColumnsSql} from (select ${payoutShareColumnsSql} ${shares} limit ${sql.lit(MAX_SEARCHED_PAYOUTS)}) as looked
          join booking on booking.id = looked.booking_id join workspace as brand on brand.id = booking.brand_id
        where ${containsTextSql(words, sql`booking.package_name`, brandNameSql)}
        order by looked.accepted_at desc, looked.booking_id desc limit ${sql.lit(PAGE_SIZE + 1)}`;
  // Planned for each call, because a creator with tens of thousands of payouts needs a different plan than most
  // creators.
  const { rows } = await sql<PayoutRow>`${PLANNED_EACH_TIME}
    select booking.id, booking.package_name, ${brandNameSql} as brand_name, booking.status, booking.payment_state, share.accepted_at,
      booking.completed_at, booking.release_at, share.claimed_at, share.settled_at, share.blocked_reason,
      share.creator_cents, share.stage, share.reversed_at, share.has_statement,
      case when booking.creator_id <> share.creator_id
        then (select full_name from workspace where id = booking.creator_id) end as represented_name,
      case when booking.creator_id = share.creator_id and booking.agency_cents > 0
        then (select full_name from workspace where id = booking.agency_id) end as agency_name
    from (${matches}) as share
      join booking on booking.id = share.booking_id
      join workspace as brand on brand.id = booking.brand_id
    order by share.accepted_at desc, share.booking_id desc`.execute(db);
  return rows;
}

/**
 * A page of a text search examines at most `MAX_SEARCHED_PAYOUTS` payouts. Returns the cursor of the last one, or
 * undefined if fewer were left.
 */
export async function findPayoutSearchResumeCursor(
  db: Db,
  creatorId: WorkspaceId,
  filter: PayoutFilter,
  after: KeysetCursor | null,
): Promise<KeysetCursor | undefined> {
  const { rows } = await sql<KeysetCursor>`
    select accepted_at as at, booking_id as id ${payoutSharesSql(creatorId, filter, after)}
    offset ${sql.lit(MAX_SEARCHED_PAYOUTS - 1)} limit 1`.execute(db);
  return rows[0];
}

export async function sumPayoutsByStage(
  db: Db,
  creatorId: WorkspaceId,
): Promise<{ stage: PayoutStage; cents: number; count: number }[]> {
  const { rows } = await sql<{ stage: PayoutStage; cents: number; count: number }>`
    select stage, sum(creator_cents)::int8 as cents, count(*)::int as count from payout_share
    where creator_id = ${creatorId} group by stage`.execute(db);
  return rows;
}

/** Sums the ledger's transfers to a creator minus reversals, in cents (safety.md M12). */
export async function sumTransferredCents(db: Db, creatorId: WorkspaceId): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(paid_out_cents), 0)::int8 as cents from creator_day where creator_id = ${creatorId}`.execute(
    db,
  );
  return rows[0]?.cents ?? 0;
}

/**
 * Lists the months ('2026-03', in the operator's time zone) in which money was paid to a creator or reversed, latest
 * first.
 */
export async function listPayoutMonths(db: Db, creatorId: WorkspaceId): Promise<string[]> {
  const rows = await db
    .selectFrom('creatorStatement')
    .select('month')
    .where('creatorId', '=', creatorId)
    .orderBy('month', 'desc')
    .execute();
  return rows.map(({ month }) => month);
}

/** Returns the creator's Stripe account as Stripe last reported it. */
export const findPayoutAccount = (db: Db, workspaceId: WorkspaceId) =>
  db
    .selectFrom('workspace')
    .select([
      'stripeAccountId',
      'payoutsEnabled',
      'payoutDetailsSubmitted',
      'payoutDisabledReason',
      'payoutRequirements',
      'payoutCountry',
      'payoutAgreement',
      'payoutsHeldUntil',
      'reportedAt',
    ])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();

/** Locks the transfers of a booking whose payouts staff want to retry, one per payee. */
export const lockTransfers = (db: Transaction<Database>, bookingId: string) =>
  db
    .selectFrom('settlementTransfer')
    .innerJoin('booking', 'booking.id', 'settlementTransfer.bookingId')
    .innerJoin('workspace as payee', 'payee.id', 'settlementTransfer.payeeWorkspaceId')
    .select(['settlementTransfer.blockedReason', 'booking.packageName', 'payee.stripeAccountId'])
    .where('settlementTransfer.bookingId', '=', bookingId)
    .orderBy('settlementTransfer.id')
    .forUpdate('settlementTransfer')
    .execute();

export const findPayoutSetup = (db: Db, workspaceId: WorkspaceId) =>
  db
    .selectFrom('workspace')
    .select(['stripeAccountId', 'payoutsEnabled', 'stripeAccountAttempt', 'payoutCountry', 'reportedAt'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();

/** Records that Stripe definitely did not create the account, so that the next attempt uses a new idempotency key. */
export const setNextAccountAttempt = (db: Db, workspaceId: WorkspaceId, failedAttempt: number) =>
  db
    .updateTable('workspace')
    .set({ stripeAccountAttempt: failedAttempt + 1 })
    .where('id', '=', workspaceId)
    .where('stripeAccountAttempt', '=', failedAttempt)
    .execute();

/**
 * Stores the id of the creator's Stripe account. Returns false if another account is stored or the country has
 * changed.
 */
export async function setStripeAccount(
  db: Db,
  workspaceId: WorkspaceId,
  { stripeAccountId, country }: { stripeAccountId: string; country: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('workspace')
    .set({ stripeAccountId })
    .where('id', '=', workspaceId)
    .where('payoutCountry', '=', country)
    .where((eb) => eb.or([eb('stripeAccountId', 'is', null), eb('stripeAccountId', '=', stripeAccountId)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks a creator's payout setup while the country is changed. */
export const lockPayoutSetupForCountryChange = (db: Transaction<Database>, workspaceId: WorkspaceId) =>
  db
    .selectFrom('workspace')
    .select(['stripeAccountId', 'payoutsEnabled', 'payoutDetailsSubmitted', 'payoutCountry', 'payoutBanks'])
    .where('id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirstOrThrow();

/**
 * Sets the payout country and removes the Stripe account of the previous country. The next account is requested with
 * a new idempotency key.
 */
export const setPayoutCountry = (db: Transaction<Database>, workspaceId: WorkspaceId, payoutCountry: string) =>
  db
    .updateTable('workspace')
    .set({
      payoutCountry,
      payoutAgreement: null,
      stripeAccountId: null,
      payoutDisabledReason: null,
      payoutRequirements: [],
      stripeAccountAttempt: sql<number>`stripe_account_attempt + 1`,
    })
    .where('id', '=', workspaceId)
    .execute();

export const insertFormerPayoutAccount = (
  db: Transaction<Database>,
  row: Insertable<Database['formerPayoutAccount']>,
) => db.insertInto('formerPayoutAccount').values(row).execute();

export const findPayoutAccountOwner = (db: Transaction<Database>, stripeAccountId: string) =>
  db
    .selectFrom('workspace')
    .select(['id', 'fullName'])
    .where('stripeAccountId', '=', stripeAccountId)
    .executeTakeFirst();

/** Records a returned payout. Returns false if it is already recorded. */
export async function insertReturnedPayout(
  db: Transaction<Database>,
  row: Insertable<Database['returnedPayout']>,
): Promise<boolean> {
  const inserted = await db
    .insertInto('returnedPayout')
    .values(row)
    .onConflict((conflict) => conflict.column('stripePayoutId').doNothing())
    .returning('stripePayoutId')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * Lists an account's returned payouts for which the creator has not added another bank account. Until then, Stripe
 * does not pay them again.
 */
export const listReturnedPayoutsByAccount = (db: Db, stripeAccountId: string) =>
  db
    .selectFrom('returnedPayout')
    .select(['stripePayoutId', 'bankId'])
    .where('creatorId', 'in', (eb) =>
      eb.selectFrom('workspace').select('workspace.id').where('workspace.stripeAccountId', '=', stripeAccountId),
    )
    .where('stripeAccountId', '=', stripeAccountId)
    .where('resolvedAt', 'is', null)
    .orderBy('foundAt')
    .limit(PAGE_SIZE)
    .execute();

/** Lists a creator's returned payouts that are not resolved, latest first. */
export const listReturnedPayoutsByCreator = (db: Db, creatorId: WorkspaceId) =>
  db
    .selectFrom('returnedPayout')
    .select(['stripePayoutId as id', 'amount', 'currency', 'failureCode', 'foundAt'])
    .where('creatorId', '=', creatorId)
    .where('resolvedAt', 'is', null)
    .orderBy('foundAt', 'desc')
    .limit(PAGE_SIZE)
    .execute();

export const countReturnedPayouts = async (db: Db, creatorId: WorkspaceId): Promise<number> =>
  (await listReturnedPayoutsByCreator(db, creatorId)).length;

export const setReturnedPayoutResolved = (db: Transaction<Database>, stripePayoutId: string, resolvedAt: Date) =>
  db.updateTable('returnedPayout').set({ resolvedAt }).where('stripePayoutId', '=', stripePayoutId).execute();

/** Sums the payouts that are blocked because the creator's payout setup is incomplete, in cents. */
export const sumBlockedPayouts = (db: Db, creatorId: WorkspaceId) =>
  db
    .selectFrom('settlementTransfer')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::int8`.as('blockedCents'))
    .where('payeeWorkspaceId', '=', creatorId)
    .where('blockedReason', '=', 'payout_setup')
    .executeTakeFirstOrThrow();

/** Locks a creator whose payouts staff want to release. */
export const lockFrozenPayouts = (db: Transaction<Database>, workspaceId: WorkspaceId) =>
  db
    .selectFrom('workspace')
    .select(['fullName', 'userType', 'reportedAt'])
    .where('id', '=', workspaceId)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const setPayoutsUnfrozen = (db: Transaction<Database>, workspaceId: WorkspaceId) =>
  db.updateTable('workspace').set({ reportedAt: null }).where('id', '=', workspaceId).execute();
