/** Reads and changes the availability settings of a creator. */
import { toDayInZone } from '@marquee/booking';
import { type AvailabilityChange } from '@marquee/validation';
import type { UserCtx } from '../../../core/ctx.ts';
import { mergeEdit } from '../../../core/edits.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction } from '../../../db/transaction.ts';
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
