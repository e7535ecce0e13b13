/**
 * Decides when a creator can accept an order, and manages the waiting list. A transaction that takes or frees a slot
 * locks the creator's row (`lockAvailabilitySettings`). Used slots are counted from the bookings each time, so none is
 * lost or counted twice.
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
  type AvailabilityForm,
  type OrderCustomer,
  type WaitingListEntry,
} from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { Ctx, UserCtx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { Failure, type FailureCode } from '../../core/failures.ts';
import { pauseAt } from '../../core/faults.ts';
import { enqueueJob } from '../../core/queue.ts';
import { enforceRateLimit } from '../../core/rate-limits.ts';
import type { Database, Db } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { sendMail } from '../mail/mail.service.ts';
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
/** A creator's availability settings in `creator_card`. */
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

/** Computes the availability from data that was read already. */
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
 * Counts the waiting-list entries ahead of a brand without an open offer. Counts all of them if the brand is not on the
 * list.
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

/** Computes the availability of a page's creators by id. Occupied slots are read only for creators with a limit. */
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

/** Returns the availability of these creators by id. Creators without settings are left out. */
export const getAvailabilityByIds = async (ctx: Ctx, ids: readonly string[]) =>
  computeAvailabilityByCreator(ctx, ids.length === 0 ? [] : await listCachedAvailability(ctx.db, [...new Set(ids)]));

const DEFAULT_AVAILABILITY_SETTINGS = { maxBookings: null, leadDays: 0, timeOff: [] };

/** Returns the caller's settings, the number of used slots and of waiting brands. Days are in `timeZone`. */
export async function getOwnAvailability(ctx: UserCtx) {
  const settings = await findAvailabilitySettings(ctx.db, ctx.user.id);
  const held = await findOccupancy(ctx.db, ctx.user.id, null, ctx.now());
  const { maxBookings, leadDays, timeOff } = settings ?? DEFAULT_AVAILABILITY_SETTINGS;
  const timeZone = settings?.timeZone ?? null;
  return {
    settings: { maxBookings, leadDays, timeOff: [...timeOff] },
    timeZone,
    today: toDayInZone(ctx.now(), timeZone),
    bookings: held?.bookings ?? 0,
    waiting: (await listWaitingList(ctx.db, ctx.user.id)).length,
  };
}

/**
 * Saves the caller's settings without past time off. Existing bookings stay, even if they exceed the new limit. Throws
 * TOO_MANY_REQUESTS.
 */
export async function saveAvailability(ctx: UserCtx, form: AvailabilityForm) {
  await enforceRateLimit(ctx, 'availability change', ctx.user.id);
  await inTransaction(ctx.db, async (tx) => {
    const now = ctx.now();
    await insertAvailabilitySettings(tx, ctx.user.id, now);
    const settings = await lockAvailabilitySettings(tx, ctx.user.id);
    const today = toDayInZone(now, settings?.timeZone ?? null);
    const { maxBookings, leadDays } = form;
    // Under the lock, so that every earlier order is older (safety.md M16).
    await updateAvailabilitySettings(tx, ctx.user.id, { maxBookings, leadDays, updatedAt: ctx.now() });
    const ahead = form.timeOff.filter(({ last }) => last >= today);
    const inOrder = ahead.toSorted((one, other) => (one.first < other.first ? -1 : 1));
    await replaceTimeOff(tx, ctx.user.id, inOrder);
    await holdFreeSlots(tx, ctx.user.id, now);
  });
  return getOwnAvailability(ctx);
}

/** An order that needs one of a creator's slots. */
export interface SlotRequest {
  creatorId: string;
  brandId: string;
  now: Date;
}

/** A slot that an order takes. */
export interface ClaimedSlot {
  /** Days until work could start. */
  leadDays: number;
  /** The deadline for paying the order, or null if slots are not limited. */
  payBy: Date | null;
  /** The brand's waiting-list entry, which ends with the order. */
  waitingListEntryId: string | null;
}

const UNLIMITED_SLOT: ClaimedSlot = { leadDays: 0, payBy: null, waitingListEntryId: null };

/**
 * Locks a creator's slots for an order, before any booking is locked. Returns the creator's availability settings for
 * `claimSlot`, or undefined if the creator is always available.
 */
export const lockSlots = (
  tx: Transaction<Database>,
  { creatorId }: SlotRequest,
): ReturnType<typeof lockAvailabilitySettings> => lockAvailabilitySettings(tx, creatorId);

/**
 * Returns the slot for an order. Call it once, with the settings from `lockSlots`, after the order that the new one
 * replaces has ended. If all slots are used, it calls `endOtherOrder`, which ends the brand's other unpaid order with
 * this creator and returns false if there is none. Throws CREATOR_FULLY_BOOKED or CREATOR_AWAY.
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

/** Ends the waiting-list entry of a brand whose order took a slot. */
export async function endWaitingListEntry(
  tx: Transaction<Database>,
  { waitingListEntryId }: ClaimedSlot,
  bookingId: string,
  now: Date,
): Promise<void> {
  if (waitingListEntryId !== null) await closeWaitingListEntry(tx, waitingListEntryId, 'booked', now, bookingId);
}

/**
 * Returns the order form that a brand completed when it joined a waiting list. Answers and choice belong to one
 * package.
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
 * Returns the creator's price in cents for a brand's choice and answers, or the package's price if the package no
 * longer offers them. Checkout then asks again.
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

/** The failures of the database constraints on waiting-list entries. */
const FAILURES_BY_CONSTRAINT: Partial<Record<string, FailureCode>> = {
  waiting_line_limit: 'WAITING_LINE_FULL',
  waiting_list_entrys_limit: 'WAITING_PLACES_FULL',
};

/**
 * Adds the caller to the end of a creator's waiting list, with the completed order form. A brand that is on the list
 * keeps its position and gets this package. Throws PACKAGE_NOT_FOUND, CREATOR_AVAILABLE (no need to wait),
 * WAITING_LINE_FULL, WAITING_PLACES_FULL or TOO_MANY_REQUESTS.
 */
export async function joinWaitingList(ctx: UserCtx, entry: WaitingListEntry) {
  await enforceRateLimit(ctx, 'waiting list', ctx.user.id);
  const joining = inTransaction(ctx.db, async (tx) => {
    const now = ctx.now();
    const pack = await findOrderablePackage(tx, entry.packageId, ctx.user.id);
    if (!pack) throw new Failure('PACKAGE_NOT_FOUND');
    const { creatorId } = pack;
    const settings = await lockAvailabilitySettings(tx, creatorId);
    const ahead = settings ? countAhead(await listWaitingList(tx, creatorId), ctx.user.id, now) : 0;
    const isFree =
      !settings || (await currentAvailability(tx, settings, { now, brandId: ctx.user.id, ahead })).state === 'free';
    if (isFree) throw new Failure('CREATOR_AVAILABLE');
    const order = {
      packageId: pack.id,
      packageName: pack.name,
      priceCents: await computeWaitingListPrice(tx, pack, entry),
      customer: entry.customer ? JSON.stringify(entry.customer) : null,
      answers: entry.answers ? JSON.stringify(entry.answers) : null,
      choice: entry.choice ? JSON.stringify(entry.choice) : null,
    };
    const place = await findWaitingListEntry(tx, { creatorId, brandId: ctx.user.id });
    if (place) await updateWaitingListEntry(tx, place.id, order);
    else await insertWaitingListEntry(tx, { ...order, creatorId, brandId: ctx.user.id, joinedAt: now });
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
 * Removes the caller from a waiting list, or declines an offered slot. The next brand is served. Throws
 * WAITING_PLACE_GONE.
 */
export async function leaveWaitingList(ctx: UserCtx, placeId: string) {
  await inTransaction(ctx.db, async (tx) => {
    const found = await findOpenWaitingListEntry(tx, placeId);
    if (found?.brandId !== ctx.user.id) throw new Failure('WAITING_PLACE_GONE');
    await lockAvailabilitySettings(tx, found.creatorId);
    const place = await findOpenWaitingListEntry(tx, placeId);
    if (!place) throw new Failure('WAITING_PLACE_GONE');
    const now = ctx.now();
    await closeWaitingListEntry(tx, place.id, place.offeredAt === null ? 'left' : 'declined', now);
    await holdFreeSlots(tx, place.creatorId, now);
  });
  return listOwnWaitingListEntries(ctx);
}

/** Lists the caller's waiting-list entries. */
export const listOwnWaitingListEntries = (ctx: UserCtx) => listWaitingListEntriesByBrand(ctx.db, ctx.user.id);

/**
 * Returns why a package cannot be ordered, when it can be again, and the caller's position on the waiting list. Throws
 * PACKAGE_NOT_FOUND.
 */
export async function getWaitingListStatus(ctx: UserCtx, packageId: string) {
  const now = ctx.now();
  const pack = await findOrderablePackage(ctx.db, packageId, ctx.user.id);
  if (!pack) throw new Failure('PACKAGE_NOT_FOUND');
  const settings = await findAvailabilitySettings(ctx.db, pack.creatorId);
  const line = settings ? await listWaitingList(ctx.db, pack.creatorId) : [];
  const ahead = countAhead(line, ctx.user.id, now);
  const at = line.findIndex(({ brandId }) => brandId === ctx.user.id);
  const place = line[at];
  return {
    packageId: pack.id,
    packageName: pack.name,
    creatorName: pack.creatorName,
    creatorUsername: pack.creatorUsername,
    availability: settings ? await currentAvailability(ctx.db, settings, { now, brandId: ctx.user.id, ahead }) : null,
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

/** Job: ends an offered slot after its time and serves the next brand. */
export const expireHold = (deps: Deps, placeId: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const found = await findOpenWaitingListEntry(tx, placeId);
    if (!found) return;
    await lockAvailabilitySettings(tx, found.creatorId);
    const place = await findOpenWaitingListEntry(tx, placeId);
    if (!place || place.expiresAt === null) return;
    const now = deps.now();
    if (place.expiresAt > now)
      return enqueueJob(tx, 'availability.lapse_offer', { placeId }, { runAt: place.expiresAt });
    await closeWaitingListEntry(tx, placeId, 'expired', now);
    await sendWaitingListEmail(tx, 'place_expired', place, now);
    await holdFreeSlots(tx, place.creatorId, now);
  });

/**
 * Offers a creator's free slots to waiting brands in order, in a transaction that has locked the creator's row.
 * Notifies a brand whose package is no longer available. Offers no slots while the creator is away. The waiting list
 * is then served on the day of the return.
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
    // A slot must not be offered if it could not be used on its last day.
    const away = [first, last].find(({ state }) => state === 'away');
    if (away) return scheduleServingOnReturn(tx, settings, away);
    if (first.state === 'full') return;
    const pack = place.packageId === null ? undefined : await findOrderablePackage(tx, place.packageId, place.brandId);
    if (!pack) {
      await closeWaitingListEntry(tx, place.id, 'gone', now);
      await sendWaitingListEmail(tx, 'place_gone', { ...place, creatorId }, now);
      continue;
    }
    const wanted = await findWaitingListDraft(tx, { creatorId, brandId: place.brandId, packageId: pack.id });
    const priceCents = await computeWaitingListPrice(tx, pack, wanted);
    await updateWaitingListEntry(tx, place.id, { offeredAt: now, expiresAt: until, priceCents });
    await enqueueJob(tx, 'availability.lapse_offer', { placeId: place.id }, { runAt: until });
    await sendMail(tx, {
      kind: 'place_offered',
      subject: place.id,
      to: { userId: place.brandId },
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

/** Schedules serving the waiting list for the creator's return, unless something happens earlier. */
async function scheduleServingOnReturn(
  tx: Transaction<Database>,
  settings: AvailabilitySettingsRow,
  away: Availability,
): Promise<void> {
  const runAt = getStartOfDay(away.nextDay ?? away.startDay, settings.timeZone);
  await enqueueJob(tx, 'availability.serve', { creatorId: settings.creatorId }, { runAt, isKept: true });
}

/** Emails a brand whose waiting-list entry has ended. */
const sendWaitingListEmail = async (
  tx: Transaction<Database>,
  kind: 'place_expired' | 'place_gone',
  place: { id: string; brandId: string; creatorId: string; packageId: string | null; packageName: string },
  now: Date,
): Promise<void> =>
  sendMail(tx, {
    kind,
    subject: place.id,
    to: { userId: place.brandId },
    at: now,
    data: {
      fullName: await findFullName(tx, place.brandId),
      creatorName: await findFullName(tx, place.creatorId),
      packageName: place.packageName,
      packageId: place.packageId,
    },
  });

/**
 * Removes a deleted user from all waiting lists, and notifies the brands on the user's own list. Runs in the
 * transaction that deletes the account, after its bookings.
 */
export async function removeUserFromWaitingLists(tx: Transaction<Database>, userId: string, now: Date): Promise<void> {
  if (await lockAvailabilitySettings(tx, userId))
    for (const place of await listWaitingList(tx, userId))
      await sendWaitingListEmail(tx, 'place_gone', { ...place, creatorId: userId }, now);
  const creators = await listCreatorsWithWaitingBrand(tx, userId);
  for (const { creatorId } of creators) await lockAvailabilitySettings(tx, creatorId);
  await deleteAvailability(tx, userId);
  for (const { creatorId } of creators) await holdFreeSlots(tx, creatorId, now);
}
