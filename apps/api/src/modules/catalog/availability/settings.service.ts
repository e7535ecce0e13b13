/** Reads and changes the availability settings of a creator. */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { toDayInZone } from '@marquee/time';
import { type AvailabilityChange } from '@marquee/validation';
import { mergeEdit } from '../../../core/edits.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import {
  findOccupancy,
  findAvailabilitySettings,
  insertAvailabilitySettings,
  listWaitingList,
  lockAvailabilitySettings,
  replaceTimeOff,
  updateAvailabilitySettings,
} from './availability.sql.ts';
import { holdFreeSlots } from './waiting-list.service.ts';

const DEFAULT_AVAILABILITY_SETTINGS = { maxBookings: null, leadDays: 0, timeOff: [] };

/**
 * Returns the caller's settings, the number of bookings that use a slot, and the length of the waiting list. Days
 * are in `timeZone`.
 */
export async function getOwnAvailability(deps: Deps, actor: Actor) {
  const settings = await findAvailabilitySettings(deps.db, actor.workspaceId);
  const held = await findOccupancy(deps.db, actor.workspaceId, null, deps.now());
  const { maxBookings, leadDays, timeOff } = settings ?? DEFAULT_AVAILABILITY_SETTINGS;
  const timeZone = settings?.timeZone ?? null;
  return {
    settings: { maxBookings, leadDays, timeOff: [...timeOff] },
    timeZone,
    today: toDayInZone(deps.now(), timeZone),
    bookings: held?.bookings ?? 0,
    waiting: (await listWaitingList(deps.db, actor.workspaceId)).length,
  };
}

/**
 * Saves the caller's settings. Drops time off in the past. Existing bookings stay, even if they exceed the new
 * limit. Throws EDIT_STALE or TOO_MANY_REQUESTS.
 */
export async function saveAvailability(deps: Deps, actor: Actor, { base, ...edited }: AvailabilityChange) {
  await enforceRateLimit(deps, 'availability change', actor.id);
  await inTransaction(deps, async (tx) => {
    const now = deps.now();
    await insertAvailabilitySettings(tx.db, actor.workspaceId, now);
    const settings = await lockAvailabilitySettings(tx.db, actor.workspaceId);
    const today = toDayInZone(now, settings?.timeZone ?? null);
    const saved = settings ?? DEFAULT_AVAILABILITY_SETTINGS;
    const { maxBookings, leadDays, timeOff } = mergeEdit(saved, edited, base);
    // Read the time again under the lock, so that it is later than every order placed before (safety.md M16).
    await updateAvailabilitySettings(tx.db, actor.workspaceId, { maxBookings, leadDays, updatedAt: deps.now() });
    const ahead = timeOff.filter(({ last }) => last >= today);
    const inOrder = ahead.toSorted((one, other) => (one.first < other.first ? -1 : 1));
    await replaceTimeOff(tx.db, actor.workspaceId, inOrder);
    await holdFreeSlots(tx, actor.workspaceId, now);
  });
  return getOwnAvailability(deps, actor);
}
