import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Stack } from './stack.ts';

/** Waits until a statement waits for a lock. */
export const waitForLock = ({ deps }: Pick<Stack, 'deps'>): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(deps.db);
      return rows.length;
    })
    .toBeGreaterThan(0);
