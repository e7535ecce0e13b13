/**
 * When a creator can take an order, and who waits for it. Whoever takes or gives a place holds the creator's row
 * (`lockSettings`); what holds places is read from the bookings each time, so none is ever lost or counted twice.
 */
import {
  availabilityOf,
  dayIn,
  daysBetween,
  hoursAfter,
  OFFER_HOURS,
  PLACE_HELD_HOURS,
  startOfDay,
  type Availability,
} from '@marquee/booking';
import { PLAIN_CHOICE, saleOf, type Choice } from '@marquee/money';
import {
  answeredOf,
  type AnswerMap,
  type AvailabilityForm,
  type OrderCustomer,
  type WaitingListEntry,
} from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { Ctx, UserCtx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { Failure, type FailureCode } from '../../core/failures.ts';
import { raceAt } from '../../core/faults.ts';
import { enqueue } from '../../core/queue.ts';
import { checkRate } from '../../core/rates.ts';
import type { Database, Db } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { sendMail } from '../mail/mail.service.ts';
import { questionsOf } from '../questionnaires/questionnaires.service.ts';
import {
  deleteAvailabilityOf,
  findName,
  findOccupancy,
  findOffered,
  findOpenPlace,
  findPlace,
  findSettings,
  findSettingsByUsername,
  insertPlace,
  insertSettings,
  listCreatorsWaitedFor,
  listLine,
  listCardAvailability,
  listOccupancy,
  listPlacesOf,
  lockSettings,
  replaceTimeOff,
  updatePlace,
  updateSettings,
  type Held,
} from './availability.sql.ts';

type Settings = NonNullable<Awaited<ReturnType<typeof findSettings>>>;
/** What `creator_card` contains of a creator's availability. */
export type KeptSettings = Omit<Settings, 'creatorId'>;
type Line = Awaited<ReturnType<typeof listLine>>;

/**
 * What the rule says of a creator now. `brandId`: who asks; what is offered to it holds no place against it.
 * `ahead`: so many more come before it.
 */
async function look(
  db: Db,
  settings: Settings,
  { now, brandId = null, ahead = 0 }: { now: Date; brandId?: string | null; ahead?: number },
): Promise<Availability> {
  const held = await findOccupancy(db, settings.creatorId, brandId, now);
  return availabilityFrom(settings, held ?? NOTHING_HELD, { now, ahead });
}

const NOTHING_HELD: Held = { bookings: 0, dueAts: [], offers: 0, waiting: 0 };

/** The same, of what is known already. */
function availabilityFrom(
  settings: KeptSettings,
  held: Held,
  { now, ahead }: { now: Date; ahead: number },
): Availability {
  const zone = settings.timeZone;
  const occupancy = {
    taken: held.bookings + held.offers,
    ahead,
    dueDays: held.dueAts.map((due) => dayIn(due, zone)),
  };
  return availabilityOf(settings, occupancy, dayIn(now, zone));
}

/** Those of a line who come before a brand and have no offer: everybody, for a brand that does not stand in it. */
function aheadOf(line: Line, brandId: string, now: Date): number {
  const own = line.find((place) => place.brandId === brandId);
  if (own && isOffered(own, now)) return 0;
  return line.filter(({ seq, expiresAt }) => expiresAt === null && (own === undefined || seq < own.seq)).length;
}

const isOffered = ({ expiresAt }: { expiresAt: Date | null }, now: Date) => expiresAt !== null && expiresAt > now;

/** What everybody may know of a creator's availability; null for one who has set nothing. */
export async function availabilityOfCreator(ctx: Ctx, username: string) {
  const settings = await findSettingsByUsername(ctx.db, username);
  if (!settings) return null;
  const now = ctx.now();
  const line = await listLine(ctx.db, settings.creatorId);
  const waiting = line.filter(({ expiresAt }) => expiresAt === null).length;
  return { ...(await look(ctx.db, settings, { now, ahead: waiting })), leadDays: settings.leadDays };
}

/** The same of the creators of one page of a list, by their ids. What holds places matters only where they are counted. */
export async function availabilityOfCreators(
  ctx: Ctx,
  creators: readonly { id: string; availability: KeptSettings | null }[],
) {
  const now = ctx.now();
  const counting = creators.filter(({ availability }) => (availability?.mostBookings ?? null) !== null);
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
      const held = heldBy.get(id) ?? NOTHING_HELD;
      const { leadDays } = availability;
      return [[id, { ...availabilityFrom(availability, held, { now, ahead: held.waiting }), leadDays }] as const];
    }),
  );
}

/** Returns the availability of these creators by their ids. A creator who has set nothing is left out. */
export const availabilityByIds = async (ctx: Ctx, ids: readonly string[]) =>
  availabilityOfCreators(ctx, ids.length === 0 ? [] : await listCardAvailability(ctx.db, [...new Set(ids)]));

const NOTHING = { mostBookings: null, leadDays: 0, timeOff: [] };

/** What the caller has set, how many of its places are taken, and how many brands wait. Days are of `timeZone`. */
export async function ownAvailability(ctx: UserCtx) {
  const settings = await findSettings(ctx.db, ctx.user.id);
  const held = await findOccupancy(ctx.db, ctx.user.id, null, ctx.now());
  const { mostBookings, leadDays, timeOff } = settings ?? NOTHING;
  const timeZone = settings?.timeZone ?? null;
  return {
    settings: { mostBookings, leadDays, timeOff: [...timeOff] },
    timeZone,
    today: dayIn(ctx.now(), timeZone),
    bookings: held?.bookings ?? 0,
    waiting: (await listLine(ctx.db, ctx.user.id)).length,
  };
}

/**
 * Sets the caller's availability; times off that are over are dropped. Bookings that there are stay, also when they are
 * more than the new limit. Fails with TOO_MANY_REQUESTS.
 */
export async function saveAvailability(ctx: UserCtx, form: AvailabilityForm) {
  await checkRate(ctx, 'availability change', ctx.user.id);
  await inTransaction(ctx.db, async (tx) => {
    const now = ctx.now();
    await insertSettings(tx, ctx.user.id, now);
    const settings = await lockSettings(tx, ctx.user.id);
    const today = dayIn(now, settings?.timeZone ?? null);
    const { mostBookings, leadDays } = form;
    // Under the lock: what was ordered before is older (safety.md M16).
    await updateSettings(tx, ctx.user.id, { mostBookings, leadDays, updatedAt: ctx.now() });
    const ahead = form.timeOff.filter(({ last }) => last >= today);
    const inOrder = ahead.toSorted((one, other) => (one.first < other.first ? -1 : 1));
    await replaceTimeOff(tx, ctx.user.id, inOrder);
    await serveLine(tx, ctx.user.id, now);
  });
  return ownAvailability(ctx);
}

/** A place that an order takes. */
export interface TakenPlace {
  /** Days to the first on which work could start. */
  leadDays: number;
  /** The order is paid until then; null: places are not counted. */
  payBy: Date | null;
  /** Ends the brand's place in the line; the order has taken it. */
  redeem(bookingId: string): Promise<void>;
}

const UNLIMITED: TakenPlace = { leadDays: 0, payBy: null, redeem: async () => {} };

/**
 * Locks a creator's places for an order of `brandId`, before any booking is locked. `take` then looks for one: call it
 * once what the new order replaces has ended. `makeRoom`: called when all are taken, to end the brand's other unpaid
 * order with this creator; false: there is none. `take` fails with CREATOR_FULLY_BOOKED or CREATOR_AWAY.
 */
export async function lockPlaces(
  tx: Transaction<Database>,
  { creatorId, brandId, now }: { creatorId: string; brandId: string; now: Date },
) {
  const settings = await lockSettings(tx, creatorId);
  return async (makeRoom: () => Promise<boolean>): Promise<TakenPlace> => {
    if (!settings) return UNLIMITED;
    const place = await findPlace(tx, { creatorId, brandId });
    const ahead = aheadOf(await listLine(tx, creatorId), brandId, now);
    let availability = await look(tx, settings, { now, brandId, ahead });
    if (availability.state === 'full' && (await makeRoom()))
      availability = await look(tx, settings, { now, brandId, ahead });
    if (availability.state !== 'free')
      throw new Failure(availability.state === 'full' ? 'CREATOR_FULLY_BOOKED' : 'CREATOR_AWAY');
    return {
      leadDays: daysBetween(dayIn(now, settings.timeZone), availability.startDay),
      payBy: settings.mostBookings === null ? null : hoursAfter(now, PLACE_HELD_HOURS),
      redeem: async (bookingId) => {
        if (place) await endPlace(tx, place.id, 'booked', now, bookingId);
      },
    };
  };
}

/** What a brand had filled in when it joined a creator's line; answers and choice are about one package. */
export async function findDraft(
  db: Db,
  where: { creatorId: string; brandId: string; packageId: string },
): Promise<{ customer: OrderCustomer | null; answers: AnswerMap | null; choice: Choice | null }> {
  const { customer = null, answers = null, choice = null, packageId = null } = (await findPlace(db, where)) ?? {};
  return packageId === where.packageId ? { customer, answers, choice } : { customer, answers: null, choice: null };
}

/**
 * The creator's price of a package for what a brand has chosen and answered, in cents; the package's own where it is
 * not sold like that (any more): the checkout then asks again.
 */
async function priceOf(
  db: Db,
  pack: NonNullable<Awaited<ReturnType<typeof findOffered>>>,
  { choice, answers }: { choice?: Choice | null | undefined; answers?: AnswerMap | null | undefined },
): Promise<number> {
  const questions = await questionsOf(db, pack.id, null);
  const result = saleOf(pack, choice ?? PLAIN_CHOICE, answeredOf(questions, answers ?? {}));
  return 'message' in result ? pack.priceCents : result.sale.priceCents;
}

const endPlace = (
  tx: Transaction<Database>,
  id: string,
  outcome: 'booked' | 'left' | 'declined' | 'expired' | 'gone',
  now: Date,
  bookingId: string | null = null,
) => updatePlace(tx, id, { endedAt: now, outcome, bookingId, customer: null, answers: null, choice: null });

/** The failures of the constraints about too many waiting-list entries. */
const FULL: Partial<Record<string, FailureCode>> = {
  waiting_line_limit: 'WAITING_LINE_FULL',
  waiting_places_limit: 'WAITING_PLACES_FULL',
};

/**
 * Puts the caller at the end of the line for a creator, with the order as it is filled in. Who stands in it already
 * keeps the place, for this package now. Fails with PACKAGE_NOT_FOUND, CREATOR_AVAILABLE (nobody has to wait),
 * WAITING_LINE_FULL, WAITING_PLACES_FULL or TOO_MANY_REQUESTS.
 */
export async function joinLine(ctx: UserCtx, entry: WaitingListEntry) {
  await checkRate(ctx, 'waiting list', ctx.user.id);
  const joining = inTransaction(ctx.db, async (tx) => {
    const now = ctx.now();
    const pack = await findOffered(tx, entry.packageId, ctx.user.id);
    if (!pack) throw new Failure('PACKAGE_NOT_FOUND');
    const { creatorId } = pack;
    const settings = await lockSettings(tx, creatorId);
    const ahead = settings ? aheadOf(await listLine(tx, creatorId), ctx.user.id, now) : 0;
    const isFree = !settings || (await look(tx, settings, { now, brandId: ctx.user.id, ahead })).state === 'free';
    if (isFree) throw new Failure('CREATOR_AVAILABLE');
    const order = {
      packageId: pack.id,
      packageName: pack.name,
      priceCents: await priceOf(tx, pack, entry),
      customer: entry.customer ? JSON.stringify(entry.customer) : null,
      answers: entry.answers ? JSON.stringify(entry.answers) : null,
      choice: entry.choice ? JSON.stringify(entry.choice) : null,
    };
    const place = await findPlace(tx, { creatorId, brandId: ctx.user.id });
    if (place) await updatePlace(tx, place.id, order);
    else await insertPlace(tx, { ...order, creatorId, brandId: ctx.user.id, joinedAt: now });
    await serveLine(tx, creatorId, now);
  });
  try {
    await joining;
  } catch (error) {
    const full = FULL[(error as { constraint?: string }).constraint ?? ''];
    throw full === undefined ? error : new Failure(full);
  }
  return standingOf(ctx, entry.packageId);
}

/**
 * Takes the caller out of a line, or declines what is offered: the next one is served. Fails with WAITING_PLACE_GONE.
 */
export async function leaveLine(ctx: UserCtx, placeId: string) {
  await inTransaction(ctx.db, async (tx) => {
    const found = await findOpenPlace(tx, placeId);
    if (found?.brandId !== ctx.user.id) throw new Failure('WAITING_PLACE_GONE');
    await lockSettings(tx, found.creatorId);
    const place = await findOpenPlace(tx, placeId);
    if (!place) throw new Failure('WAITING_PLACE_GONE');
    const now = ctx.now();
    await endPlace(tx, place.id, place.offeredAt === null ? 'left' : 'declined', now);
    await serveLine(tx, place.creatorId, now);
  });
  return placesOf(ctx);
}

/** The lines in which the caller stands. */
export const placesOf = (ctx: UserCtx) => listPlacesOf(ctx.db, ctx.user.id);

/**
 * Why a package cannot be ordered now, when it can again, and where the caller stands in the line. Fails with
 * PACKAGE_NOT_FOUND.
 */
export async function standingOf(ctx: UserCtx, packageId: string) {
  const now = ctx.now();
  const pack = await findOffered(ctx.db, packageId, ctx.user.id);
  if (!pack) throw new Failure('PACKAGE_NOT_FOUND');
  const settings = await findSettings(ctx.db, pack.creatorId);
  const line = settings ? await listLine(ctx.db, pack.creatorId) : [];
  const ahead = aheadOf(line, ctx.user.id, now);
  const at = line.findIndex(({ brandId }) => brandId === ctx.user.id);
  const place = line[at];
  return {
    packageId: pack.id,
    packageName: pack.name,
    creatorName: pack.creatorName,
    creatorUsername: pack.creatorUsername,
    availability: settings ? await look(ctx.db, settings, { now, brandId: ctx.user.id, ahead }) : null,
    waiting: line.length,
    place: place
      ? {
          id: place.id,
          position: at + 1,
          offeredUntil: isOffered(place, now) ? place.expiresAt : null,
          isOfThisPackage: place.packageId === pack.id,
        }
      : null,
  };
}

/** The job after a place may have become free: offers what there is to those who wait. */
export const serve = (deps: Deps, creatorId: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    await lockSettings(tx, creatorId);
    await serveLine(tx, creatorId, deps.now());
    await raceAt('serve.before_commit');
  });

/** The timer of an offer: when its time is over the next one is served. */
export const lapseOffer = (deps: Deps, placeId: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const found = await findOpenPlace(tx, placeId);
    if (!found) return;
    await lockSettings(tx, found.creatorId);
    const place = await findOpenPlace(tx, placeId);
    if (!place || place.expiresAt === null) return;
    const now = deps.now();
    if (place.expiresAt > now) return enqueue(tx, 'availability.lapse_offer', { placeId }, { runAt: place.expiresAt });
    await endPlace(tx, placeId, 'expired', now);
    await tell(tx, 'place_expired', place, now);
    await serveLine(tx, place.creatorId, now);
  });

/**
 * Offers the places of a creator that are free to those who wait, in their order, in the transaction of whoever has
 * locked the creator's row. Each is looked at again: who wanted a package that is not for sale any more is told so.
 * While the creator is away nothing is offered, and the line is looked at again on the day of the return.
 */
async function serveLine(tx: Transaction<Database>, creatorId: string, now: Date): Promise<void> {
  const settings = await findSettings(tx, creatorId);
  if (!settings) return;
  for (const place of await listLine(tx, creatorId)) {
    if (place.expiresAt !== null) continue;
    const until = hoursAfter(now, OFFER_HOURS);
    const [first, last] = [await look(tx, settings, { now }), await look(tx, settings, { now: until })];
    // An offer that could not be taken up on its last day is none.
    const away = [first, last].find(({ state }) => state === 'away');
    if (away) return waitForReturn(tx, settings, away);
    if (first.state === 'full') return;
    const pack = place.packageId === null ? undefined : await findOffered(tx, place.packageId, place.brandId);
    if (!pack) {
      await endPlace(tx, place.id, 'gone', now);
      await tell(tx, 'place_gone', { ...place, creatorId }, now);
      continue;
    }
    const wanted = await findDraft(tx, { creatorId, brandId: place.brandId, packageId: pack.id });
    const priceCents = await priceOf(tx, pack, wanted);
    await updatePlace(tx, place.id, { offeredAt: now, expiresAt: until, priceCents });
    await enqueue(tx, 'availability.lapse_offer', { placeId: place.id }, { runAt: until });
    await sendMail(tx, {
      kind: 'place_offered',
      subject: place.id,
      to: { userId: place.brandId },
      at: now,
      data: {
        fullName: await findName(tx, place.brandId),
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
async function waitForReturn(tx: Transaction<Database>, settings: Settings, away: Availability): Promise<void> {
  const runAt = startOfDay(away.nextDay ?? away.startDay, settings.timeZone);
  await enqueue(tx, 'availability.serve', { creatorId: settings.creatorId }, { runAt, isKept: true });
}

/** Writes to a brand whose place is over. */
const tell = async (
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
      fullName: await findName(tx, place.brandId),
      creatorName: await findName(tx, place.creatorId),
      packageName: place.packageName,
      packageId: place.packageId,
    },
  });

/**
 * A person goes: its places in lines are given to the next, and whoever waited for it is told. In the transaction that
 * deletes the account, after its bookings.
 */
export async function leaveLines(tx: Transaction<Database>, userId: string, now: Date): Promise<void> {
  if (await lockSettings(tx, userId))
    for (const place of await listLine(tx, userId)) await tell(tx, 'place_gone', { ...place, creatorId: userId }, now);
  const creators = await listCreatorsWaitedFor(tx, userId);
  for (const { creatorId } of creators) await lockSettings(tx, creatorId);
  await deleteAvailabilityOf(tx, userId);
  for (const { creatorId } of creators) await serveLine(tx, creatorId, now);
}
