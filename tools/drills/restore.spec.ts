/** Rehearses the loss and the restore of a small database under load. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isPostgresInstalled } from '../local/installed-postgres.ts';
import { rehearseRestore } from './restore.ts';

const needs = '(needs PostgreSQL of the operating system)';

it.skipIf(!isPostgresInstalled())(
  `restores a database to a point in time under load without losing money ${needs}`,
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'marquee-drill-'));
    // If root starts PostgreSQL, it runs as another user, who must be able to enter this folder.
    chmodSync(dir, 0o711);
    const report = await rehearseRestore(dir, { seconds: 8, pairs: 2, say: () => {} });
    expect(report.violations).toEqual([]);
    expect(report.lostBookings).toBeGreaterThan(0);
    expect(report.bookings).toBeGreaterThan(report.lostBookings);
    expect(report.rpoSeconds).toBeGreaterThanOrEqual(0);
    rmSync(dir, { recursive: true, force: true });
  },
);
