/**
 * Determines when a creator can accept an order, and manages the waiting list. A transaction that takes or frees a
 * slot locks the creator's settings (`lockAvailabilitySettings`). Used slots are counted from the bookings each
 * time, so none is lost or counted twice.
 */
import {
  computeAvailability,
  toDayInZone,
  countDaysBetween,
  addHoursToDate,
  WAITING_LIST_HOLD_HOURS,
  UNPAID_SLOT_HOURS,
  getStartOfDay,
  type Availability,
} from '@marquee/booking';
import { DEFAULT_CHOICE, computeSale, type PackageChoice } from '@marquee/money';
import {
  listAnsweredQuestions,
  type AnswerMap,
  type AvailabilityChange,
  type OrderCustomer,
  type WaitingListEntry,
} from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { Ctx, UserCtx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { mergeEdit } from '../../../core/edits.ts';
import { Failure, type FailureCode } from '../../../core/failures.ts';
import { pauseAt } from '../../../core/faults.ts';
import { enqueueJob } from '../../../core/queue.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { getPackageQuestions } from '../questionnaires/questionnaires.service.ts';
import {
  deleteAvailability,
  findFullName,
  findOccupancy,
  findOrderablePackage,
  findOpenWaitingListEntry,
  findWaitingListEntry,
  findAvailabilitySettings,
  findAvailabilitySettingsByUsername,
  insertWaitingListEntry,
  insertAvailabilitySettings,
  listCreatorsWithWaitingBrand,
  listWaitingList,
  listCachedAvailability,
  listOccupancy,
  listWaitingListEntriesByBrand,
  lockAvailabilitySettings,
  replaceTimeOff,
  updateWaitingListEntry,
  updateAvailabilitySettings,
  type OccupancyRow,
} from './availability.sql.ts';

type AvailabilitySettingsRow = NonNullable<Awaited<ReturnType<typeof findAvailabilitySettings>>>;
/** A creator's availability settings as stored in the read model `creator_card`. */
export type CachedAvailabilitySettings = Omit<AvailabilitySettingsRow, 'creatorId'>;
type WaitingListRows = Awaited<ReturnType<typeof listWaitingList>>;

/**
 * Returns the creator's current availability. An open offer to `brandId` does not use up a slot for that brand. `ahead`
 * is the number of brands in front of it on the waiting list.
 */
async function currentAvailability(
  db: Db,
  settings: AvailabilitySettingsRow,
  { now, brandId = null, ahead = 0 }: { now: Date; brandId?: string | null; ahead?: number },
): Promise<Availability> {
  const held = await findOccupancy(db, settings.creatorId, brandId, now);
  return toAvailability(settings, held ?? EMPTY_OCCUPANCY, { now, ahead });
}

const EMPTY_OCCUPANCY: OccupancyRow = { bookings: 0, dueAts: [], offers: 0, waiting: 0 };

/** Computes the availability from settings and occupancy that are already loaded. */
function toAvailability(
  settings: CachedAvailabilitySettings,
  held: OccupancyRow,
  { now, ahead }: { now: Date; ahead: number },
): Availability {
  const zone = settings.timeZone;
  const occupancy = {
    taken: held.bookings + held.offers,
    ahead,
    dueDays: held.dueAts.map((due) => toDayInZone(due, zone)),
  };
  return computeAvailability(settings, occupancy, toDayInZone(now, zone));
}

/**
 * Counts the waiting-list entries without an offer that are ahead of `brandId`, or all of them if the brand is not
 * on the list. Returns 0 if the brand itself has an open offer.
 */
function countAhead(line: WaitingListRows, brandId: string, now: Date): number {
  const own = line.find((place) => place.brandId === brandId);
  if (own && hasOpenHold(own, now)) return 0;
  return line.filter(({ seq, expiresAt }) => expiresAt === null && (own === undefined || seq < own.seq)).length;
}

const hasOpenHold = ({ expiresAt }: { expiresAt: Date | null }, now: Date) => expiresAt !== null && expiresAt > now;

/** Returns a creator's public availability, or null if the creator has no settings. */
export async function findAvailabilityByUsername(ctx: Ctx, username: string) {
  const settings = await findAvailabilitySettingsByUsername(ctx.db, username);
  if (!settings) return null;
  const now = ctx.now();
  const line = await listWaitingList(ctx.db, settings.creatorId);
  const waiting = line.filter(({ expiresAt }) => expiresAt === null).length;
  return { ...(await currentAvailability(ctx.db, settings, { now, ahead: waiting })), leadDays: settings.leadDays };
}

/**
 * Computes the availability of several creators, by id. Reads the used slots and waiting list only for creators with
 * a booking limit.
 */
export async function computeAvailabilityByCreator(
  ctx: Ctx,
  creators: readonly { id: string; availability: CachedAvailabilitySettings | null }[],
) {
  const now = ctx.now();
  const counting = creators.filter(({ availability }) => (availability?.maxBookings ?? null) !== null);
  const known =
    counting.length === 0
      ? []
      : await listOccupancy(
          ctx.db,
          counting.map(({ id }) => id),
          now,
        );
  const heldBy = new Map(known.map((held) => [held.creatorId, held]));
  return new Map(
    creators.flatMap(({ id, availability }) => {
      if (availability === null) return [];
      const held = heldBy.get(id) ?? EMPTY_OCCUPANCY;
      const { leadDays } = availability;
      return [[id, { ...toAvailability(availability, held, { now, ahead: held.waiting }), leadDays }] as const];
    }),
  );
}

/** Returns the availability of several creators, by id. Leaves out creators without settings. */
export const getAvailabilityByIds = async (ctx: Ctx, ids: readonly string[]) =>
  computeAvailabilityByCreator(ctx, ids.length === 0 ? [] : await listCachedAvailability(ctx.db, [...new Set(ids)]));

const DEFAULT_AVAILABILITY_SETTINGS = { maxBookings: null, leadDays: 0, timeOff: [] };

/**
 * Returns the caller's settings, the number of bookings that use a slot, and the length of the waiting list. Days
 * are in `timeZone`.
 */
export async function getOwnAvailability(ctx: UserCtx) {
  const settings = await findAvailabilitySettings(ctx.db, ctx.user.workspaceId);
  const held = await findOccupancy(ctx.db, ctx.user.workspaceId, null, ctx.now());
  const { maxBookings, leadDays, timeOff } = settings ?? DEFAULT_AVAILABILITY_SETTINGS;
  const timeZone = settings?.timeZone ?? null;
  return {
    settings: { maxBookings, leadDays, timeOff: [...timeOff] },
    timeZone,
    today: toDayInZone(ctx.now(), timeZone),
    bookings: held?.bookings ?? 0,
    waiting: (await listWaitingList(ctx.db, ctx.user.workspaceId)).length,
  };
}

/**
 * Saves the caller's settings. Drops time off in the past. Existing bookings stay, even if they exceed the new
 * limit. Throws EDIT_STALE or TOO_MANY_REQUESTS.
 */
export async function saveAvailability(ctx: UserCtx, { base, ...edited }: AvailabilityChange) {
  await enforceRateLimit(ctx, 'availability change', ctx.user.id);
  await inTransaction(ctx.db, async (tx) => {
    const now = ctx.now();
    await insertAvailabilitySettings(tx, ctx.user.workspaceId, now);
    const settings = await lockAvailabilitySettings(tx, ctx.user.workspaceId);
    const today = toDayInZone(now, settings?.timeZone ?? null);
    const saved = settings ?? DEFAULT_AVAILABILITY_SETTINGS;
    const { maxBookings, leadDays, timeOff } = mergeEdit(saved, edited, base);
    // Read the time again under the lock, so that it is later than every order placed before (safety.md M16).
    await updateAvailabilitySettings(tx, ctx.user.workspaceId, { maxBookings, leadDays, updatedAt: ctx.now() });
    const ahead = timeOff.filter(({ last }) => last >= today);
    const inOrder = ahead.toSorted((one, other) => (one.first < other.first ? -1 : 1));
    await replaceTimeOff(tx, ctx.user.workspaceId, inOrder);
    await holdFreeSlots(tx, ctx.user.workspaceId, now);
  });
  return getOwnAvailability(ctx);
}

export interface SlotRequest {
  creatorId: string;
  brandId: string;
  now: Date;
}

export interface ClaimedSlot {
  /** Number of days until the creator can start. */
  leadDays: number;
  /** The deadline for paying the order, or null if the creator has no booking limit. */
  payBy: Date | null;
  /** The brand's waiting-list entry, which is closed when the order is placed. Null if there is none. */
  waitingListEntryId: string | null;
}

const UNLIMITED_SLOT: ClaimedSlot = { leadDays: 0, payBy: null, waitingListEntryId: null };

/**
 * Locks a creator's slots. Call this before locking any booking. Returns the creator's availability settings for
 * `claimSlot`, or undefined if the creator has none and is always available.
 */
export const lockSlots = (
  tx: Transaction<Database>,
  { creatorId }: SlotRequest,
): ReturnType<typeof lockAvailabilitySettings> => lockAvailabilitySettings(tx, creatorId);

/**
 * Claims a slot for an order. Call this once, with the settings from `lockSlots`, after ending the order that the
 * new one replaces. If all slots are used, calls `endOtherOrder`, which frees a slot by ending the brand's other
 * unpaid order with this creator, or returns false if there is none. Throws CREATOR_FULLY_BOOKED or CREATOR_AWAY.
 */
export async function claimSlot(
  tx: Transaction<Database>,
  { creatorId, brandId, now }: SlotRequest,
  settings: Awaited<ReturnType<typeof lockSlots>>,
  endOtherOrder: () => Promise<boolean>,
): Promise<ClaimedSlot> {
  if (!settings) return UNLIMITED_SLOT;
  const entry = await findWaitingListEntry(tx, { creatorId, brandId });
  const ahead = countAhead(await listWaitingList(tx, creatorId), brandId, now);
  let availability = await currentAvailability(tx, settings, { now, brandId, ahead });
  if (availability.state === 'full' && (await endOtherOrder()))
    availability = await currentAvailability(tx, settings, { now, brandId, ahead });
  if (availability.state !== 'free')
    throw new Failure(availability.state === 'full' ? 'CREATOR_FULLY_BOOKED' : 'CREATOR_AWAY');
  return {
    leadDays: countDaysBetween(toDayInZone(now, settings.timeZone), availability.startDay),
    payBy: settings.maxBookings === null ? null : addHoursToDate(now, UNPAID_SLOT_HOURS),
    waitingListEntryId: entry?.id ?? null,
  };
}

export async function endWaitingListEntry(
  tx: Transaction<Database>,
  { waitingListEntryId }: ClaimedSlot,
  bookingId: string,
  now: Date,
): Promise<void> {
  if (waitingListEntryId !== null) await closeWaitingListEntry(tx, waitingListEntryId, 'booked', now, bookingId);
}

/**
 * Returns the order form that a brand completed when it joined a waiting list. `answers` and `choice` depend on the
 * package, so they are null if the brand joined for a different package.
 */
export async function findWaitingListDraft(
  db: Db,
  where: { creatorId: string; brandId: string; packageId: string },
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
  tx: Transaction<Database>,
  id: string,
  outcome: 'booked' | 'left' | 'declined' | 'expired' | 'gone',
  now: Date,
  bookingId: string | null = null,
) => updateWaitingListEntry(tx, id, { endedAt: now, outcome, bookingId, customer: null, answers: null, choice: null });

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
export async function joinWaitingList(ctx: UserCtx, entry: WaitingListEntry) {
  await enforceRateLimit(ctx, 'waiting list', ctx.user.id);
  const joining = inTransaction(ctx.db, async (tx) => {
    const now = ctx.now();
    const pack = await findOrderablePackage(tx, entry.packageId, ctx.user.workspaceId);
    if (!pack) throw new Failure('PACKAGE_NOT_FOUND');
    const { creatorId } = pack;
    const settings = await lockAvailabilitySettings(tx, creatorId);
    const ahead = settings ? countAhead(await listWaitingList(tx, creatorId), ctx.user.workspaceId, now) : 0;
    const isFree =
      !settings ||
      (await currentAvailability(tx, settings, { now, brandId: ctx.user.workspaceId, ahead })).state === 'free';
    if (isFree) throw new Failure('CREATOR_AVAILABLE');
    const order = {
      packageId: pack.id,
      packageName: pack.name,
      priceCents: await computeWaitingListPrice(tx, pack, entry),
      customer: entry.customer ? JSON.stringify(entry.customer) : null,
      answers: entry.answers ? JSON.stringify(entry.answers) : null,
      choice: entry.choice ? JSON.stringify(entry.choice) : null,
    };
    const place = await findWaitingListEntry(tx, { creatorId, brandId: ctx.user.workspaceId });
    if (place) await updateWaitingListEntry(tx, place.id, order);
    else await insertWaitingListEntry(tx, { ...order, creatorId, brandId: ctx.user.workspaceId, joinedAt: now });
    await holdFreeSlots(tx, creatorId, now);
  });
  try {
    await joining;
  } catch (error) {
    const full = FAILURES_BY_CONSTRAINT[(error as { constraint?: string }).constraint ?? ''];
    throw full === undefined ? error : new Failure(full);
  }
  return getWaitingListStatus(ctx, entry.packageId);
}

/**
 * Removes the caller from a waiting list, or declines an offered slot, and offers free slots to the next brands.
 * Throws WAITING_PLACE_GONE if the entry has ended or is not the caller's.
 */
export async function leaveWaitingList(ctx: UserCtx, placeId: string) {
  await inTransaction(ctx.db, async (tx) => {
    const found = await findOpenWaitingListEntry(tx, placeId);
    if (found?.brandId !== ctx.user.workspaceId) throw new Failure('WAITING_PLACE_GONE');
    await lockAvailabilitySettings(tx, found.creatorId);
    const place = await findOpenWaitingListEntry(tx, placeId);
    if (!place) throw new Failure('WAITING_PLACE_GONE');
    const now = ctx.now();
    await closeWaitingListEntry(tx, place.id, place.offeredAt === null ? 'left' : 'declined', now);
    await holdFreeSlots(tx, place.creatorId, now);
  });
  return listOwnWaitingListEntries(ctx);
}

export const listOwnWaitingListEntries = (ctx: UserCtx) => listWaitingListEntriesByBrand(ctx.db, ctx.user.workspaceId);

/**
 * Returns the creator's availability for a package, and the caller's position on the waiting list. Throws
 * PACKAGE_NOT_FOUND.
 */
export async function getWaitingListStatus(ctx: UserCtx, packageId: string) {
  const now = ctx.now();
  const pack = await findOrderablePackage(ctx.db, packageId, ctx.user.workspaceId);
  if (!pack) throw new Failure('PACKAGE_NOT_FOUND');
  const settings = await findAvailabilitySettings(ctx.db, pack.creatorId);
  const line = settings ? await listWaitingList(ctx.db, pack.creatorId) : [];
  const ahead = countAhead(line, ctx.user.workspaceId, now);
  const at = line.findIndex(({ brandId }) => brandId === ctx.user.workspaceId);
  const place = line[at];
  return {
    packageId: pack.id,
    packageName: pack.name,
    creatorName: pack.creatorName,
    creatorUsername: pack.creatorUsername,
    availability: settings
      ? await currentAvailability(ctx.db, settings, { now, brandId: ctx.user.workspaceId, ahead })
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
export const serveWaitingList = (deps: Deps, creatorId: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await lockAvailabilitySettings(tx, creatorId);
    await holdFreeSlots(tx, creatorId, deps.now());
    await pauseAt('serve.before_commit');
  });

/** Job: withdraws an offered slot that the brand did not use in time, and offers it to the next brand. */
export const expireHold = (deps: Deps, placeId: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const found = await findOpenWaitingListEntry(tx, placeId);
    if (!found) return;
    await lockAvailabilitySettings(tx, found.creatorId);
    const place = await findOpenWaitingListEntry(tx, placeId);
    if (!place || place.expiresAt === null) return;
    const now = deps.now();
    if (place.expiresAt > now)
      return enqueueJob(tx, 'availability.expire_offer', { placeId }, { runAt: place.expiresAt });
    await closeWaitingListEntry(tx, placeId, 'expired', now);
    await sendWaitingListEmail(tx, 'slot_expired', place, now);
    await holdFreeSlots(tx, place.creatorId, now);
  });

/**
 * Offers a creator's free slots to waiting brands in the order of the list. The caller has locked the creator's
 * settings. Removes brands whose package is no longer available, and notifies them. While the creator is away,
 * offers nothing and schedules a job for the day of their return.
 */
async function holdFreeSlots(tx: Transaction<Database>, creatorId: string, now: Date): Promise<void> {
  const settings = await findAvailabilitySettings(tx, creatorId);
  if (!settings) return;
  for (const place of await listWaitingList(tx, creatorId)) {
    if (place.expiresAt !== null) continue;
    const until = addHoursToDate(now, WAITING_LIST_HOLD_HOURS);
    const [first, last] = [
      await currentAvailability(tx, settings, { now }),
      await currentAvailability(tx, settings, { now: until }),
    ];
    // Do not offer a slot if the creator is away now or will be away when the offer ends.
    const away = [first, last].find(({ state }) => state === 'away');
    if (away) return scheduleServingOnReturn(tx, settings, away);
    if (first.state === 'full') return;
    const pack = place.packageId === null ? undefined : await findOrderablePackage(tx, place.packageId, place.brandId);
    if (!pack) {
      await closeWaitingListEntry(tx, place.id, 'gone', now);
      await sendWaitingListEmail(tx, 'slot_gone', { ...place, creatorId }, now);
      continue;
    }
    const wanted = await findWaitingListDraft(tx, { creatorId, brandId: place.brandId, packageId: pack.id });
    const priceCents = await computeWaitingListPrice(tx, pack, wanted);
    await updateWaitingListEntry(tx, place.id, { offeredAt: now, expiresAt: until, priceCents });
    await enqueueJob(tx, 'availability.expire_offer', { placeId: place.id }, { runAt: until });
    await sendMail(tx, {
      kind: 'slot_offered',
      subject: place.id,
      to: { workspaceId: place.brandId },
      at: now,
      data: {
        fullName: await findFullName(tx, place.brandId),
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
async function scheduleServingOnReturn(
  tx: Transaction<Database>,
  settings: AvailabilitySettingsRow,
  away: Availability,
): Promise<void> {
  const runAt = getStartOfDay(away.nextDay ?? away.startDay, settings.timeZone);
  await enqueueJob(tx, 'availability.serve', { creatorId: settings.creatorId }, { runAt, isKept: true });
}

const sendWaitingListEmail = async (
  tx: Transaction<Database>,
  kind: 'slot_expired' | 'slot_gone',
  place: { id: string; brandId: string; creatorId: string; packageId: string | null; packageName: string },
  now: Date,
): Promise<void> =>
  sendMail(tx, {
    kind,
    subject: place.id,
    to: { workspaceId: place.brandId },
    at: now,
    data: {
      fullName: await findFullName(tx, place.brandId),
      creatorName: await findFullName(tx, place.creatorId),
      packageName: place.packageName,
      packageId: place.packageId,
    },
  });

/**
 * Removes a user from all waiting lists, and notifies the brands on the user's own list. Call it in the transaction
 * that deletes the account, after the account's bookings have ended.
 */
export async function removeUserFromWaitingLists(tx: Transaction<Database>, userId: string, now: Date): Promise<void> {
  if (await lockAvailabilitySettings(tx, userId))
    for (const place of await listWaitingList(tx, userId))
      await sendWaitingListEmail(tx, 'slot_gone', { ...place, creatorId: userId }, now);
  const creators = await listCreatorsWithWaitingBrand(tx, userId);
  for (const { creatorId } of creators) await lockAvailabilitySettings(tx, creatorId);
  await deleteAvailability(tx, userId);
  for (const { creatorId } of creators) await holdFreeSlots(tx, creatorId, now);
}
