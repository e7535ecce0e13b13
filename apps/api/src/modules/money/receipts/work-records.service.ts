/** Manages work records: snapshots of a creator's completed work that anyone can verify. */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { MAX_WORK_RECORD_BOOKINGS, MAX_WORK_RECORDS, WORK_FROM_OFFER_TITLE } from '@marquee/booking';
import { toDayInZone } from '@marquee/time';
import { PLATFORM_LABELS, formatDocumentCode } from '@marquee/contracts';
import type { UserCtx } from '../../../core/ctx.ts';
import { Failure } from '../../../core/failures.ts';
import { getIssuer } from '../../../core/issuer.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { inSnapshot } from '../../../db/transaction.ts';
import { getProfile, getProfileStats } from '../../catalog/profiles/profiles.service.ts';
import { createDocumentCheck } from './receipts.service.ts';
import {
  deleteOldWorkRecords,
  findWorkCounts,
  findWorkRecord,
  findWorkRecordByDay,
  lockActiveCreator,
  insertWorkRecord,
  listCompletedWork,
  listWorkRecords,
  type WorkRecordFacts,
} from './work-records.sql.ts';

interface ListedWorkRecord {
  id: string;
  day: string;
  code: string;
}
const toListedWorkRecord = ({ id, day, code }: ListedWorkRecord) => ({ id, day, code: formatDocumentCode(code) });

export const listOwnWorkRecords = async (deps: Deps, actor: Actor) =>
  (await listWorkRecords(deps.db, actor.workspaceId)).map(toListedWorkRecord);

/**
 * Creates a work record, a snapshot of the caller's completed work, or returns the one created earlier today.
 * Deletes the oldest records if there are too many. Throws WORK_RECORD_EMPTY (no completed work) or USER_NOT_FOUND
 * (the account was deleted).
 */
export async function createWorkRecord(ctx: UserCtx) {
  const { workspaceId: creatorId } = ctx.user;
  const createdAt = ctx.deps.now();
  const day = toDayInZone(createdAt, ctx.deps.env.COMPANY_TIME_ZONE);
  const existing = await findWorkRecordByDay(ctx.deps.db, creatorId, day);
  if (existing) return toListedWorkRecord(existing);
  const facts = await inSnapshot(ctx.deps.db, (db) => collectWorkFacts({ ...ctx, deps: { ...ctx.deps, db } }));
  if (facts.completed === 0) throw new Failure('WORK_RECORD_EMPTY');
  const created = await inTransaction(ctx.deps, async (tx) => {
    if (!(await lockActiveCreator(tx.db, creatorId))) throw new Failure('USER_NOT_FOUND');
    await insertWorkRecord(tx.db, { creatorId, day, createdAt, facts });
    await deleteOldWorkRecords(tx.db, creatorId, MAX_WORK_RECORDS);
    return findWorkRecordByDay(tx.db, creatorId, day);
  });
  if (!created) throw new Failure('RECEIPT_NOT_FOUND');
  return toListedWorkRecord(created);
}

/** Collects the content of a work record from the caller's profile and completed bookings. */
async function collectWorkFacts(ctx: UserCtx): Promise<WorkRecordFacts> {
  const { workspaceId: id, username } = ctx.user;
  const [profile, stats, counts, bookings] = await Promise.all([
    getProfile(ctx.deps, username),
    getProfileStats(ctx, username),
    findWorkCounts(ctx.deps.db, id),
    listCompletedWork(ctx.deps.db, id, MAX_WORK_RECORD_BOOKINGS),
  ]);
  if (!counts) throw new Failure('USER_NOT_FOUND');
  const { COMPANY_TIME_ZONE: zone } = ctx.deps.env;
  return {
    issuer: getIssuer(ctx.deps),
    name: profile.fullName,
    username: profile.username,
    since: toDayInZone(counts.since, zone),
    completed: stats.completedBookings,
    brands: counts.brands,
    rating: stats.rating,
    reviewCount: stats.reviewCount,
    stars: stats.stars,
    parts: stats.ratedParts,
    clock: stats.clock,
    accounts: profile.platforms.map(({ platform, handle, followers, checkedAt }) => ({
      platform: PLATFORM_LABELS[platform],
      handle,
      followers,
      checkedOn: checkedAt === null ? null : toDayInZone(checkedAt, zone),
    })),
    bookings: bookings
      .toSorted((one, other) => other.completedAt.getTime() - one.completedAt.getTime())
      .map(({ packageName, completedAt }) => ({
        packageName: packageName ?? WORK_FROM_OFFER_TITLE,
        month: toDayInZone(completedAt, zone).slice(0, 7),
      })),
  };
}

/** Returns a work record of the caller with its content. Throws RECEIPT_NOT_FOUND, also for another user's record. */
export async function getWorkRecord(deps: Deps, actor: Actor, id: string) {
  const row = await findWorkRecord(deps.db, id, actor.workspaceId);
  if (!row) throw new Failure('RECEIPT_NOT_FOUND');
  const { issuer, ...work } = row.facts;
  return { id, day: row.day, issuedAt: row.createdAt, check: createDocumentCheck(deps, row.code), issuer, work };
}
export type WorkRecord = Awaited<ReturnType<typeof getWorkRecord>>;
