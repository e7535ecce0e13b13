/**
 * Determines when a creator can accept an order. A transaction that takes or frees a slot locks the creator's settings
 * (`lockAvailabilitySettings`). Used slots are counted from the bookings each time, so none is lost or counted twice.
 */
import type { WorkspaceId } from '@marquee/contracts';
import type { Deps } from '../../../core/deps.ts';
import { computeAvailability, UNPAID_SLOT_HOURS, type Availability } from '@marquee/booking';
import { toDayInZone, countDaysBetween, addHoursToDate } from '@marquee/time';
import type { Transaction } from 'kysely';
import { Failure } from '../../../core/failures.ts';
import type { Database, Db } from '../../../db/schema.ts';
import {
  findOccupancy,
  findWaitingListEntry,
  findAvailabilitySettingsByUsername,
  listWaitingList,
  listCachedAvailability,
  listOccupancy,
  lockAvailabilitySettings,
  type OccupancyRow,
  type AvailabilitySettingsRow,
  type CachedAvailabilitySettings,
} from './availability.sql.ts';

type WaitingListRows = Awaited<ReturnType<typeof listWaitingList>>;

/**
 * Returns the creator's current availability. An open offer to `brandId` does not use up a slot for that brand. `ahead`
 * is the number of brands in front of it on the waiting list.
 */
export async function currentAvailability(
  db: Db,
  settings: AvailabilitySettingsRow,
  { now, brandId = null, ahead = 0 }: { now: Date; brandId?: WorkspaceId | null; ahead?: number },
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
export function countAhead(line: WaitingListRows, brandId: WorkspaceId, now: Date): number {
  const ownEntry = line.find((place) => place.brandId === brandId);
  if (ownEntry && hasOpenHold(ownEntry, now)) return 0;
  return line.filter(({ seq, expiresAt }) => expiresAt === null && (ownEntry === undefined || seq < ownEntry.seq))
    .length;
}

export const hasOpenHold = ({ expiresAt }: { expiresAt: Date | null }, now: Date) =>
  expiresAt !== null && expiresAt > now;

/** Returns a creator's public availability, or null if the creator has no settings. */
export async function findAvailabilityByUsername(deps: Deps, username: string) {
  const settings = await findAvailabilitySettingsByUsername(deps.db, username);
  if (!settings) return null;
  const now = deps.now();
  const line = await listWaitingList(deps.db, settings.creatorId);
  const waitingCount = line.filter(({ expiresAt }) => expiresAt === null).length;
  return {
    ...(await currentAvailability(deps.db, settings, { now, ahead: waitingCount })),
    leadDays: settings.leadDays,
  };
}

/**
 * Computes the availability of several creators, by id. Reads the used slots and waiting list only for creators with
 * a booking limit.
 */
export async function computeAvailabilityByCreator(
  deps: Deps,
  creators: readonly { id: string; availability: CachedAvailabilitySettings | null }[],
) {
  const now = deps.now();
  const counting = creators.filter(({ availability }) => (availability?.maxBookings ?? null) !== null);
  const known =
    counting.length === 0
      ? []
      : await listOccupancy(
          deps.db,
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
export const getAvailabilityByIds = async (deps: Deps, ids: readonly string[]) =>
  computeAvailabilityByCreator(deps, ids.length === 0 ? [] : await listCachedAvailability(deps.db, [...new Set(ids)]));

export interface SlotRequest {
  creatorId: WorkspaceId;
  brandId: WorkspaceId;
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
  db: Transaction<Database>,
  { creatorId }: SlotRequest,
): ReturnType<typeof lockAvailabilitySettings> => lockAvailabilitySettings(db, creatorId);

/**
 * Claims a slot for an order. Call this once, with the settings from `lockSlots`, after ending the order that the
 * new one replaces. If all slots are used, calls `endOtherOrder`, which frees a slot by ending the brand's other
 * unpaid order with this creator, or returns false if there is none. Throws CREATOR_FULLY_BOOKED or CREATOR_AWAY.
 */
export async function claimSlot(
  db: Transaction<Database>,
  { creatorId, brandId, now }: SlotRequest,
  settings: Awaited<ReturnType<typeof lockSlots>>,
  endOtherOrder: () => Promise<boolean>,
): Promise<ClaimedSlot> {
  if (!settings) return UNLIMITED_SLOT;
  const entry = await findWaitingListEntry(db, { creatorId, brandId });
  const ahead = countAhead(await listWaitingList(db, creatorId), brandId, now);
  let availability = await currentAvailability(db, settings, { now, brandId, ahead });
  if (availability.state === 'full' && (await endOtherOrder()))
    availability = await currentAvailability(db, settings, { now, brandId, ahead });
  if (availability.state !== 'free')
    throw new Failure(availability.state === 'full' ? 'CREATOR_FULLY_BOOKED' : 'CREATOR_AWAY');
  return {
    leadDays: countDaysBetween(toDayInZone(now, settings.timeZone), availability.startDay),
    payBy: settings.maxBookings === null ? null : addHoursToDate(now, UNPAID_SLOT_HOURS),
    waitingListEntryId: entry?.id ?? null,
  };
}
