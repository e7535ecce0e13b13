/** Manages the waiting lists of creators, and holds free slots for the brands at the front. */
import type { WorkspaceId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import { WAITING_LIST_HOLD_HOURS, type Availability } from '@marquee/booking';
import { addHoursToDate, getStartOfDay } from '@marquee/time';
import { DEFAULT_CHOICE, computeSale, type PackageChoice } from '@marquee/money';
import { listAnsweredQuestions, type AnswerMap, type OrderCustomer, type WaitingListEntry } from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { Deps } from '../../../core/deps.ts';
import { Failure, type FailureCode } from '../../../core/failures.ts';
import { pauseAt } from '../../../core/faults.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { getPackageQuestions } from '../questionnaires/questionnaires.service.ts';
import {
  deleteAvailability,
  findFullName,
  findOrderablePackage,
  findOpenWaitingListEntry,
  findWaitingListEntry,
  findAvailabilitySettings,
  insertWaitingListEntry,
  listCreatorsWithWaitingBrand,
  listWaitingList,
  listWaitingListEntriesByBrand,
  lockAvailabilitySettings,
  updateWaitingListEntry,
  type AvailabilitySettingsRow,
} from './availability.sql.ts';
import { currentAvailability, countAhead, hasOpenHold, type ClaimedSlot } from './availability.service.ts';

export async function endWaitingListEntry(
  db: Transaction<Database>,
  { waitingListEntryId }: ClaimedSlot,
  bookingId: string,
  now: Date,
): Promise<void> {
  if (waitingListEntryId !== null) await closeWaitingListEntry(db, waitingListEntryId, 'booked', now, bookingId);
}

/**
 * Returns the order form that a brand completed when it joined a waiting list. `answers` and `choice` depend on the
 * package, so they are null if the brand joined for a different package.
 */
export async function findWaitingListDraft(
  db: Db,
  where: { creatorId: WorkspaceId; brandId: WorkspaceId; packageId: string },
): Promise<{ customer: OrderCustomer | null; answers: AnswerMap | null; choice: PackageChoice | null }> {
  const {
    customer = null,
    answers = null,
    choice = null,
    packageId = null,
  } = (await findWaitingListEntry(db, where)) ?? {};
  return packageId === where.packageId ? { customer, answers, choice } : { customer, answers: null, choice: null };
}

/**
 * Returns the creator's price in cents for a brand's choice and answers. If the package no longer offers the choice,
 * returns the package's base price, and checkout asks the brand to choose again.
 */
async function computeWaitingListPrice(
  db: Db,
  pack: NonNullable<Awaited<ReturnType<typeof findOrderablePackage>>>,
  { choice, answers }: { choice?: PackageChoice | null | undefined; answers?: AnswerMap | null | undefined },
): Promise<number> {
  const questions = await getPackageQuestions(db, pack.id, null);
  const result = computeSale(pack, choice ?? DEFAULT_CHOICE, listAnsweredQuestions(questions, answers ?? {}));
  return 'message' in result ? pack.priceCents : result.sale.priceCents;
}

const closeWaitingListEntry = (
  db: Transaction<Database>,
  id: string,
  outcome: 'booked' | 'left' | 'declined' | 'expired' | 'gone',
  now: Date,
  bookingId: string | null = null,
) => updateWaitingListEntry(db, id, { endedAt: now, outcome, bookingId, customer: null, answers: null, choice: null });

/** Failure codes by the database constraint that a new waiting-list entry violates. */
const FAILURES_BY_CONSTRAINT: Partial<Record<string, FailureCode>> = {
  waiting_list_limit: 'WAITING_LIST_FULL',
  waiting_lists_limit: 'WAITING_LISTS_FULL',
};

/**
 * Adds the caller to the end of a creator's waiting list, with the completed order form. If the brand is already on
 * the list, it keeps its position and switches to this package. Throws PACKAGE_NOT_FOUND, CREATOR_AVAILABLE (the
 * brand can order now), WAITING_LIST_FULL, WAITING_LISTS_FULL or TOO_MANY_REQUESTS.
 */
export async function joinWaitingList(deps: Deps, actor: Actor, entry: WaitingListEntry) {
  await enforceRateLimit(deps, 'waiting list', actor.id);
  const joining = inTransaction(deps, async (tx) => {
    const now = deps.now();
    const pack = await findOrderablePackage(tx.db, entry.packageId, actor.workspaceId);
    if (!pack) throw new Failure('PACKAGE_NOT_FOUND');
    const { creatorId } = pack;
    const settings = await lockAvailabilitySettings(tx.db, creatorId);
    const ahead = settings ? countAhead(await listWaitingList(tx.db, creatorId), actor.workspaceId, now) : 0;
    const isFree =
      !settings ||
      (await currentAvailability(tx.db, settings, { now, brandId: actor.workspaceId, ahead })).state === 'free';
    if (isFree) throw new Failure('CREATOR_AVAILABLE');
    const order = {
      packageId: pack.id,
      packageName: pack.name,
      priceCents: await computeWaitingListPrice(tx.db, pack, entry),
      customer: entry.customer ? JSON.stringify(entry.customer) : null,
      answers: entry.answers ? JSON.stringify(entry.answers) : null,
      choice: entry.choice ? JSON.stringify(entry.choice) : null,
    };
    const place = await findWaitingListEntry(tx.db, { creatorId, brandId: actor.workspaceId });
    if (place) await updateWaitingListEntry(tx.db, place.id, order);
    else await insertWaitingListEntry(tx.db, { ...order, creatorId, brandId: actor.workspaceId, joinedAt: now });
    await holdFreeSlots(tx, creatorId, now);
  });
  try {
    await joining;
  } catch (error) {
    const full = FAILURES_BY_CONSTRAINT[(error as { constraint?: string }).constraint ?? ''];
    throw full === undefined ? error : new Failure(full);
  }
  return getWaitingListStatus(deps, actor, entry.packageId);
}

/**
 * Removes the caller from a waiting list, or declines an offered slot, and offers free slots to the next brands.
 * Throws WAITING_PLACE_GONE if the entry has ended or is not the caller's.
 */
export async function leaveWaitingList(deps: Deps, actor: Actor, placeId: string) {
  await inTransaction(deps, async (tx) => {
    const found = await findOpenWaitingListEntry(tx.db, placeId);
    if (found?.brandId !== actor.workspaceId) throw new Failure('WAITING_PLACE_GONE');
    await lockAvailabilitySettings(tx.db, found.creatorId);
    const place = await findOpenWaitingListEntry(tx.db, placeId);
    if (!place) throw new Failure('WAITING_PLACE_GONE');
    const now = deps.now();
    await closeWaitingListEntry(tx.db, place.id, place.offeredAt === null ? 'left' : 'declined', now);
    await holdFreeSlots(tx, place.creatorId, now);
  });
  return listOwnWaitingListEntries(deps, actor);
}

export const listOwnWaitingListEntries = (deps: Deps, actor: Actor) =>
  listWaitingListEntriesByBrand(deps.db, actor.workspaceId);

/**
 * Returns the creator's availability for a package, and the caller's position on the waiting list. Throws
 * PACKAGE_NOT_FOUND.
 */
export async function getWaitingListStatus(deps: Deps, actor: Actor, packageId: string) {
  const now = deps.now();
  const pack = await findOrderablePackage(deps.db, packageId, actor.workspaceId);
  if (!pack) throw new Failure('PACKAGE_NOT_FOUND');
  const settings = await findAvailabilitySettings(deps.db, pack.creatorId);
  const line = settings ? await listWaitingList(deps.db, pack.creatorId) : [];
  const ahead = countAhead(line, actor.workspaceId, now);
  const at = line.findIndex(({ brandId }) => brandId === actor.workspaceId);
  const place = line[at];
  return {
    packageId: pack.id,
    packageName: pack.name,
    creatorName: pack.creatorName,
    creatorUsername: pack.creatorUsername,
    availability: settings
      ? await currentAvailability(deps.db, settings, { now, brandId: actor.workspaceId, ahead })
      : null,
    waiting: line.length,
    place: place
      ? {
          id: place.id,
          position: at + 1,
          offeredUntil: hasOpenHold(place, now) ? place.expiresAt : null,
          isOfThisPackage: place.packageId === pack.id,
        }
      : null,
  };
}

/** Job: offers free slots to waiting brands. */
export const serveWaitingList = (deps: Deps, creatorId: WorkspaceId): Promise<void> =>
  inTransaction(deps, async (tx) => {
    await lockAvailabilitySettings(tx.db, creatorId);
    await holdFreeSlots(tx, creatorId, deps.now());
    await pauseAt('serve.before_commit');
  });

/** Job: withdraws an offered slot that the brand did not use in time, and offers it to the next brand. */
export const expireHold = (deps: Deps, placeId: string): Promise<void> =>
  inTransaction(deps, async (tx) => {
    const found = await findOpenWaitingListEntry(tx.db, placeId);
    if (!found) return;
    await lockAvailabilitySettings(tx.db, found.creatorId);
    const place = await findOpenWaitingListEntry(tx.db, placeId);
    if (!place || place.expiresAt === null) return;
    const now = deps.now();
    if (place.expiresAt > now) return tx.enqueue('availability.expire_offer', { placeId }, { runAt: place.expiresAt });
    await closeWaitingListEntry(tx.db, placeId, 'expired', now);
    await sendWaitingListEmail(tx, 'slot_expired', place, now);
    await holdFreeSlots(tx, place.creatorId, now);
  });

/**
 * Offers a creator's free slots to waiting brands in the order of the list. The caller has locked the creator's
 * settings. Removes brands whose package is no longer available, and notifies them. While the creator is away,
 * offers nothing and schedules a job for the day of their return.
 */
export async function holdFreeSlots(tx: UnitOfWork, creatorId: WorkspaceId, now: Date): Promise<void> {
  const settings = await findAvailabilitySettings(tx.db, creatorId);
  if (!settings) return;
  for (const place of await listWaitingList(tx.db, creatorId)) {
    if (place.expiresAt !== null) continue;
    const until = addHoursToDate(now, WAITING_LIST_HOLD_HOURS);
    const [first, last] = [
      await currentAvailability(tx.db, settings, { now }),
      await currentAvailability(tx.db, settings, { now: until }),
    ];
    // Do not offer a slot if the creator is away now or will be away when the offer ends.
    const away = [first, last].find(({ state }) => state === 'away');
    if (away) return scheduleServingOnReturn(tx, settings, away);
    if (first.state === 'full') return;
    const pack =
      place.packageId === null ? undefined : await findOrderablePackage(tx.db, place.packageId, place.brandId);
    if (!pack) {
      await closeWaitingListEntry(tx.db, place.id, 'gone', now);
      await sendWaitingListEmail(tx, 'slot_gone', { ...place, creatorId }, now);
      continue;
    }
    const wanted = await findWaitingListDraft(tx.db, { creatorId, brandId: place.brandId, packageId: pack.id });
    const priceCents = await computeWaitingListPrice(tx.db, pack, wanted);
    await updateWaitingListEntry(tx.db, place.id, { offeredAt: now, expiresAt: until, priceCents });
    tx.enqueue('availability.expire_offer', { placeId: place.id }, { runAt: until });
    await sendMail(tx, {
      kind: 'slot_offered',
      subject: place.id,
      to: { workspaceId: place.brandId },
      at: now,
      data: {
        fullName: await findFullName(tx.db, place.brandId),
        creatorName: pack.creatorName,
        packageName: pack.name,
        packageId: pack.id,
        until: until.toISOString(),
        priceCents,
        formerPriceCents: place.priceCents === priceCents ? null : place.priceCents,
      },
    });
  }
}

/**
 * Schedules the job that offers free slots, for the day of the creator's return. If the job is already scheduled, it
 * keeps its time.
 */
function scheduleServingOnReturn(tx: UnitOfWork, settings: AvailabilitySettingsRow, away: Availability): void {
  const runAt = getStartOfDay(away.nextDay ?? away.startDay, settings.timeZone);
  tx.enqueue('availability.serve', { creatorId: settings.creatorId }, { runAt, isKept: true });
}

const sendWaitingListEmail = async (
  tx: UnitOfWork,
  kind: 'slot_expired' | 'slot_gone',
  place: { id: string; brandId: WorkspaceId; creatorId: WorkspaceId; packageId: string | null; packageName: string },
  now: Date,
): Promise<void> =>
  sendMail(tx, {
    kind,
    subject: place.id,
    to: { workspaceId: place.brandId },
    at: now,
    data: {
      fullName: await findFullName(tx.db, place.brandId),
      creatorName: await findFullName(tx.db, place.creatorId),
      packageName: place.packageName,
      packageId: place.packageId,
    },
  });

/**
 * Removes a user from all waiting lists, and notifies the brands on the user's own list. Call it in the transaction
 * that deletes the account, after the account's bookings have ended.
 */
export async function removeWorkspaceFromWaitingLists(
  tx: UnitOfWork,
  workspaceId: WorkspaceId,
  now: Date,
): Promise<void> {
  if (await lockAvailabilitySettings(tx.db, workspaceId))
    for (const place of await listWaitingList(tx.db, workspaceId))
      await sendWaitingListEmail(tx, 'slot_gone', { ...place, creatorId: workspaceId }, now);
  const creators = await listCreatorsWithWaitingBrand(tx.db, workspaceId);
  for (const { creatorId } of creators) await lockAvailabilitySettings(tx.db, creatorId);
  await deleteAvailability(tx.db, workspaceId);
  for (const { creatorId } of creators) await holdFreeSlots(tx, creatorId, now);
}
