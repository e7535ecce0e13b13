/**
 * When a creator can take an order, and who waits for it. Whoever takes or gives a place holds the creator's row
 * (`lockAvailabilitySettings`); what holds places is read from the bookings each time, so none is ever lost or counted
 * twice.
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
import { questionsOf } from '../questionnaires/questionnaires.service.ts';
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
/** What `creator_card` contains of a creator's availability. */
export type CachedAvailabilitySettings = Omit<AvailabilitySettingsRow, 'creatorId'>;
type WaitingListRows = Awaited<ReturnType<typeof listWaitingList>>;

/**
 * What the rule says of a creator now. `brandId`: who asks; what is offered to it holds no place against it.
 * `ahead`: so many more come before it.
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

/** The same, of what is known already. */
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

/** Those of a line who come before a brand and have no offer: everybody, for a brand that does not stand in it. */
function countAhead(line: WaitingListRows, brandId: string, now: Date): number {
  const own = line.find((place) => place.brandId === brandId);
  if (own && hasOpenHold(own, now)) return 0;
  return line.filter(({ seq, expiresAt }) => expiresAt === null && (own === undefined || seq < own.seq)).length;
}

const hasOpenHold = ({ expiresAt }: { expiresAt: Date | null }, now: Date) => expiresAt !== null && expiresAt > now;

/** What everybody may know of a creator's availability; null for one who has set nothing. */
export async function findAvailabilityByUsername(ctx: Ctx, username: string) {
  const settings = await findAvailabilitySettingsByUsername(ctx.db, username);
  if (!settings) return null;
  const now = ctx.now();
  const line = await listWaitingList(ctx.db, settings.creatorId);
  const waiting = line.filter(({ expiresAt }) => expiresAt === null).length;
  return { ...(await currentAvailability(ctx.db, settings, { now, ahead: waiting })), leadDays: settings.leadDays };
}

/**
 * The same of the creators of one page of a list, by their ids. What holds places matters only where they are counted.
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

/** Returns the availability of these creators by their ids. A creator who has set nothing is left out. */
export const getAvailabilityByIds = async (ctx: Ctx, ids: readonly string[]) =>
  computeAvailabilityByCreator(ctx, ids.length === 0 ? [] : await listCachedAvailability(ctx.db, [...new Set(ids)]));

const DEFAULT_AVAILABILITY_SETTINGS = { maxBookings: null, leadDays: 0, timeOff: [] };

/** What the caller has set, how many of its places are taken, and how many brands wait. Days are of `timeZone`. */
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
 * Sets the caller's availability; times off that are over are dropped. Bookings that there are stay, also when they are
 * more than the new limit. Throws TOO_MANY_REQUESTS.
 */
export async function saveAvailability(ctx: UserCtx, form: AvailabilityForm) {
  await enforceRateLimit(ctx, 'availability change', ctx.user.id);
  await inTransaction(ctx.db, async (tx) => {
    const now = ctx.now();
    await insertAvailabilitySettings(tx, ctx.user.id, now);
    const settings = await lockAvailabilitySettings(tx, ctx.user.id);
    const today = toDayInZone(now, settings?.timeZone ?? null);
    const { maxBookings, leadDays } = form;
    // Under the lock: what was ordered before is older (safety.md M16).
    await updateAvailabilitySettings(tx, ctx.user.id, { maxBookings, leadDays, updatedAt: ctx.now() });
    const ahead = form.timeOff.filter(({ last }) => last >= today);
    const inOrder = ahead.toSorted((one, other) => (one.first < other.first ? -1 : 1));
    await replaceTimeOff(tx, ctx.user.id, inOrder);
    await holdFreeSlots(tx, ctx.user.id, now);
  });
  return getOwnAvailability(ctx);
}

/** A place that an order takes. */
export interface ClaimedSlot {
  /** Days to the first on which work could start. */
  leadDays: number;
  /** The order is paid until then; null: places are not counted. */
  payBy: Date | null;
  /** Ends the brand's place in the line; the order has taken it. */
  endWaitingListEntry(bookingId: string): Promise<void>;
}

const UNLIMITED_SLOT: ClaimedSlot = { leadDays: 0, payBy: null, endWaitingListEntry: async () => {} };

/**
 * Locks a creator's places for an order of `brandId`, before any booking is locked. `take` then looks for one: call it
 * once what the new order replaces has ended. `makeRoom`: called when all are taken, to end the brand's other unpaid
 * order with this creator; false: there is none. `take` Throws CREATOR_FULLY_BOOKED or CREATOR_AWAY.
 */
export async function lockSlots(
  tx: Transaction<Database>,
  { creatorId, brandId, now }: { creatorId: string; brandId: string; now: Date },
) {
  const settings = await lockAvailabilitySettings(tx, creatorId);
  return async (makeRoom: () => Promise<boolean>): Promise<ClaimedSlot> => {
    if (!settings) return UNLIMITED_SLOT;
    const place = await findWaitingListEntry(tx, { creatorId, brandId });
    const ahead = countAhead(await listWaitingList(tx, creatorId), brandId, now);
    let availability = await currentAvailability(tx, settings, { now, brandId, ahead });
    if (availability.state === 'full' && (await makeRoom()))
      availability = await currentAvailability(tx, settings, { now, brandId, ahead });
    if (availability.state !== 'free')
      throw new Failure(availability.state === 'full' ? 'CREATOR_FULLY_BOOKED' : 'CREATOR_AWAY');
    return {
      leadDays: countDaysBetween(toDayInZone(now, settings.timeZone), availability.startDay),
      payBy: settings.maxBookings === null ? null : addHoursToDate(now, UNPAID_SLOT_HOURS),
      endWaitingListEntry: async (bookingId) => {
        if (place) await closeWaitingListEntry(tx, place.id, 'booked', now, bookingId);
      },
    };
  };
}

/** What a brand had filled in when it joined a creator's line; answers and choice are about one package. */
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
 * The creator's price of a package for what a brand has chosen and answered, in cents; the package's own where it is
 * not sold like that (any more): the checkout then asks again.
 */
async function computeWaitingListPrice(
  db: Db,
  pack: NonNullable<Awaited<ReturnType<typeof findOrderablePackage>>>,
  { choice, answers }: { choice?: PackageChoice | null | undefined; answers?: AnswerMap | null | undefined },
): Promise<number> {
  const questions = await questionsOf(db, pack.id, null);
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

/** The failures of the constraints about too many waiting-list entries. */
const FAILURES_BY_CONSTRAINT: Partial<Record<string, FailureCode>> = {
  waiting_line_limit: 'WAITING_LINE_FULL',
  waiting_list_entrys_limit: 'WAITING_PLACES_FULL',
};

/**
 * Puts the caller at the end of the line for a creator, with the order as it is filled in. Who stands in it already
 * keeps the place, for this package now. Throws PACKAGE_NOT_FOUND, CREATOR_AVAILABLE (nobody has to wait),
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
 * Takes the caller out of a line, or declines what is offered: the next one is served. Throws WAITING_PLACE_GONE.
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

/** The lines in which the caller stands. */
export const listOwnWaitingListEntries = (ctx: UserCtx) => listWaitingListEntriesByBrand(ctx.db, ctx.user.id);

/**
 * Why a package cannot be ordered now, when it can again, and where the caller stands in the line. Throws
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

/** The job after a place may have become free: offers what there is to those who wait. */
export const serveWaitingList = (deps: Deps, creatorId: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await lockAvailabilitySettings(tx, creatorId);
    await holdFreeSlots(tx, creatorId, deps.now());
    await pauseAt('serve.before_commit');
  });

/** The timer of an offer: when its time is over the next one is served. */
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
 * Offers the places of a creator that are free to those who wait, in their order, in the transaction of whoever has
 * locked the creator's row. Each is looked at again: who wanted a package that is not for sale any more is told so.
 * While the creator is away nothing is offered, and the line is looked at again on the day of the return.
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
    // An offer that could not be taken up on its last day is none.
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

/** Has the line looked at again when a creator is back; earlier, if something happens before. */
async function scheduleServingOnReturn(
  tx: Transaction<Database>,
  settings: AvailabilitySettingsRow,
  away: Availability,
): Promise<void> {
  const runAt = getStartOfDay(away.nextDay ?? away.startDay, settings.timeZone);
  await enqueueJob(tx, 'availability.serve', { creatorId: settings.creatorId }, { runAt, isKept: true });
}

/** Writes to a brand whose place is over. */
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
 * A person goes: its places in lines are given to the next, and whoever waited for it is told. In the transaction that
 * deletes the account, after its bookings.
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
