/** Rebuilds the bookings that a restored database lost, as staff do it on /admin/exceptions. */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from '../../apps/api/src/config/env.ts';
import { openLog } from '../../apps/api/src/config/log.ts';
import { createUserCaller, newAdmin } from '../../apps/api/src/demo/builders.ts';
import { boot } from '../../apps/api/src/process/boot.ts';
import type { World } from '../soak/world.ts';

const POLL_MS = 500;

/**
 * Rebuilds all lost bookings that reconciliation lists, until the database has all bookings in `ids`. `env` configures
 * the product of `world`.
 */
export async function rebuildBookings(
  world: World,
  env: Record<string, string>,
  ids: readonly string[],
): Promise<void> {
  const parsed = parseEnv(env);
  const deps = boot(parsed, openLog(parsed));
  try {
    const asStaff = createUserCaller(deps, await newAdmin(deps));
    while ((await listMissingBookings(world, ids)).length > 0) {
      const open = await world.query<{ id: string }>(
        `select id from money_exception where kind = 'lost_booking' and resolved_at is null`,
      );
      for (const { id } of open) await asStaff.admin.rebuildBooking({ id, note: 'Listed after the restore' });
      if (open.length === 0) await sleep(POLL_MS);
    }
  } finally {
    await deps.close();
  }
}

/** Returns those of the bookings that the database does not have. */
export async function listMissingBookings(world: World, ids: readonly string[]): Promise<string[]> {
  const rows = await world.query<{ id: string }>(
    'select id from unnest($1::uuid[]) as known (id) where not exists (select from booking where booking.id = known.id)',
    [ids],
  );
  return rows.map(({ id }) => id);
}
