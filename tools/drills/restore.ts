/**
 * `npm run drill:restore` rehearses the loss of the database. Users book while the server archives its log and a backup
 * is made. Then the server is destroyed and restored to a point in time. The drill goes on as docs/operations.md says,
 * and ends with `check:money`.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { exitWithMessage, ROOT } from '../install.mjs';
import {
  createServerFolder,
  runInstalledProgram,
  startInstalledPostgres,
  type InstalledPostgres,
} from '../local/installed-postgres.ts';
import { findFreePort, PostgresFailure } from '../local/postgres.ts';
import { changeOwner, findAccount } from '../local/postgres-paths.ts';
import { LOCAL_KEYS } from '../local/services.ts';
import { readJournalBooks } from '../money/journal.ts';
import { checkUntilClean, describeFindings, listViolations } from '../money/check.ts';
import { onStop } from '../signals.mjs';
import { startWorld, type Site, type World } from '../soak/world.ts';
import { bookUntil, moveUntilPaidOut, registerPairs, type BookingPair } from './bookings.ts';
import { listMissingBookings, rebuildBookings } from './rebuild.ts';

const USAGE = 'Usage: npm run drill:restore [-- --seconds 60 --pairs 4]';
/** The longest time, in seconds, until the server archives a log that is not full. docs/operations.md uses 60. */
const ARCHIVE_TIMEOUT_S = 5;
const CHECK_PATIENCE_MS = 120_000;
const POLL_MS = 200;

export interface DrillOptions {
  /** The time for which users book before the server is destroyed, in seconds. */
  seconds: number;
  pairs: number;
  say: (line: string) => void;
}

export interface DrillReport {
  bookings: number;
  /** Bookings that were ordered after the restored time. */
  lostBookings: number;
  backupSeconds: number;
  /** The time in seconds by which the archive was behind when the server was destroyed (recovery point). */
  rpoSeconds: number;
  /** The time from the beginning of the restore until Marquee answers (recovery time objective). */
  rtoSeconds: number;
  violations: string[];
}

/** Runs the drill, prints its figures, and exits with code 0 if the money is all there. */
export async function main(): Promise<void> {
  const { seconds, pairs } = readArguments();
  const dir = mkdtempSync(join(tmpdir(), 'marquee-drill-'));
  // If root starts PostgreSQL, it runs as another user, who must be able to enter this folder.
  chmodSync(dir, 0o711);
  onStop((code) => process.exit(code));
  try {
    const report = await rehearseRestore(dir, { seconds, pairs, say: (line) => console.log(line) });
    for (const violation of report.violations) console.log(`FAIL ${violation}`);
    console.log(`Backup under load: ${report.backupSeconds.toFixed(1)} s`);
    console.log(`Lost: ${report.lostBookings} of ${report.bookings} bookings, all of them rebuilt`);
    console.log(`RPO: ${report.rpoSeconds.toFixed(1)} s (the archive was behind by this time)`);
    console.log(`RTO: ${report.rtoSeconds.toFixed(1)} s (from the restore until Marquee answers)`);
    console.log(report.violations.length === 0 ? 'The money is all there.' : `${report.violations.length} violations.`);
    rmSync(dir, { recursive: true, force: true });
    process.exit(report.violations.length === 0 ? 0 : 1);
  } catch (error) {
    if (error instanceof PostgresFailure) exitWithMessage(error.message);
    console.log(`The data of the drill is in ${dir}.`);
    throw error;
  }
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: { seconds: { type: 'string', default: '60' }, pairs: { type: 'string', default: '4' } },
    });
    const numbers = { seconds: Number(values.seconds), pairs: Number(values.pairs) };
    if (!Object.values(numbers).every((number) => number > 0)) throw new Error('not a number');
    return numbers;
  } catch {
    return exitWithMessage(USAGE);
  }
}

/** Runs the drill in the empty folder `dir`. Throws if a step of the restore fails. */
export async function rehearseRestore(dir: string, options: DrillOptions): Promise<DrillReport> {
  const closers: (() => Promise<unknown>)[] = [];
  try {
    return await runDrill(dir, options, (close) => closers.push(close));
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

/** Runs the drill. Passes functions that end its processes to `onEnd`, because a step may fail. */
async function runDrill(
  dir: string,
  { seconds, pairs: count, say }: DrillOptions,
  onEnd: (close: () => Promise<unknown>) => void,
): Promise<DrillReport> {
  const archive = join(dir, 'archive');
  createServerFolder(archive);
  const lost = await startInstalledPostgres(join(dir, 'lost'), {
    archive_mode: 'on',
    archive_command: `cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`,
    archive_timeout: String(ARCHIVE_TIMEOUT_S),
  });
  onEnd(() => lost.stop());
  await query(lost.url, 'create database marquee');
  const port = await findFreePort();
  const worldDir = join(dir, 'world');
  const before = await startWorld(worldDir, createSite(lost, port));
  onEnd(() => before.stop());
  const pairs = await registerPairs(before, count);

  say(`${count} pairs of users book for ${seconds} s.`);
  const leaving = new AbortController();
  const lives = pairs.map((pair) => bookUntil(before, pair, leaving.signal));
  const base = join(dir, 'base');
  createServerFolder(base);
  runInstalledProgram('pg_basebackup', base, ['-D', base, '-d', lost.url, '-X', 'none', '-c', 'fast']);
  const backupSeconds = runMarqueeCommand('backup', before, port, worldDir, [join(dir, 'backups')]);
  await sleep((seconds * 1000) / 2);
  const restoredTo = new Date();
  const { archived } = await readArchiver(before);
  await sleep((seconds * 1000) / 2);
  // The second log that is archived after the restored time contains only later transactions. PostgreSQL refuses to
  // restore to a time after the last transaction in the archive.
  while ((await readArchiver(before)).archived < archived + 2) await sleep(POLL_MS);
  const { rpoSeconds } = await readArchiver(before);
  const bookings = await listPaidBookings(before);
  await lost.crash();
  leaving.abort();
  await Promise.all(lives);
  await before.stop();
  say(`The server is gone. Restoring to ${restoredTo.toISOString()}.`);

  const restoreStart = performance.now();
  const restored = await restoreServer(base, archive, restoredTo);
  onEnd(() => restored.stop());
  runMarqueeCommand('restore', createSite(restored, port), port, worldDir, ['--mark', restoredTo.toISOString()]);
  const after = await startWorld(worldDir, createSite(restored, port));
  onEnd(() => after.stop());
  const rtoSeconds = (performance.now() - restoreStart) / 1000;
  const client = new pg.Client({ connectionString: after.databaseUrl });
  await client.connect();
  try {
    const missing = await listMissingBookings(after, bookings);
    say(`Marquee answers. ${missing.length} of ${bookings.length} bookings are missing. Staff rebuild them.`);
    await rebuildBookings(after, createMarqueeEnv(after, port, worldDir), missing);
    await finishBookings(after, pairs);
    const findings = await checkUntilClean(client, () => readJournalBooks(after.stripeDir), CHECK_PATIENCE_MS);
    for (const line of describeFindings(findings)) say(line);
    const violations = listViolations(findings).map(({ rule, subject, detail }) => `${rule}: ${subject}: ${detail}`);
    return {
      bookings: bookings.length,
      lostBookings: missing.length,
      backupSeconds,
      rpoSeconds,
      rtoSeconds,
      violations,
    };
  } finally {
    await client.end();
  }
}

async function query<T extends pg.QueryResultRow>(url: string, text: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

function createSite(server: InstalledPostgres, port: number): Site {
  const databaseUrl = server.url.replace(/postgres$/, 'marquee');
  return {
    url: `http://127.0.0.1:${port}`,
    ports: [port],
    databaseUrl,
    env: { DATABASE_URL: databaseUrl, RATE_LIMIT: 'off' },
    // The drill destroys and stops the servers itself.
    stop: () => Promise.resolve(),
  };
}

type CommandTarget = Pick<World, 'databaseUrl'> & Partial<Pick<World, 'stripeUrl'>>;

const createMarqueeEnv = ({ databaseUrl, stripeUrl }: CommandTarget, port: number, worldDir: string) => ({
  ...LOCAL_KEYS,
  NODE_ENV: 'test',
  DATABASE_URL: databaseUrl,
  DATA_DIR: join(worldDir, 'api'),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  LOG_LEVEL: 'silent',
  ...(stripeUrl !== undefined && { STRIPE_API_BASE: stripeUrl }),
});

/** Runs `npm run backup` or `npm run restore`. Returns its duration in seconds. Throws if it fails. */
function runMarqueeCommand(
  name: 'backup' | 'restore',
  target: CommandTarget,
  port: number,
  worldDir: string,
  args: readonly string[],
): number {
  const startedAt = performance.now();
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, `apps/api/src/process/backup/${name}.ts`), ...args],
    { env: { PATH: process.env['PATH'] ?? '', ...createMarqueeEnv(target, port, worldDir) }, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${name} failed: ${stderr}`);
  return (performance.now() - startedAt) / 1000;
}

/**
 * Returns the number of archived logs, and how many seconds ago the newest one was archived. Later transactions would
 * be lost.
 */
async function readArchiver(world: World): Promise<{ archived: number; rpoSeconds: number }> {
  const [row] = await world.query<{ archived: number; rpoSeconds: number }>(
    `select archived_count::int as archived,
      coalesce(extract(epoch from now() - last_archived_time), 0)::float8 as "rpoSeconds" from pg_stat_archiver`,
  );
  if (row === undefined) throw new Error('pg_stat_archiver always has one row');
  return row;
}

async function listPaidBookings(world: World): Promise<string[]> {
  const rows = await world.query<{ id: string }>('select id from booking where authorized_at is not null');
  return rows.map(({ id }) => id);
}

/** Starts a server from the base backup, which recovers until `restoredTo` from the archive. */
async function restoreServer(cluster: string, archive: string, restoredTo: Date): Promise<InstalledPostgres> {
  const signal = join(cluster, 'recovery.signal');
  writeFileSync(signal, '');
  changeOwner(signal, findAccount(cluster));
  return startInstalledPostgres(cluster, {
    restore_command: `cp ${archive}/%f %p`,
    // PostgreSQL does not know the names of time zones yet when it reads this setting.
    recovery_target_time: restoredTo.toISOString().replace('Z', '+00'),
    recovery_target_action: 'promote',
  });
}

/** Completes and pays out all paid bookings. Users repeat their lost steps. */
async function finishBookings(world: World, pairs: readonly BookingPair[]): Promise<void> {
  const open = await world.query<{ id: string; brandId: string }>(
    `select id, brand_id as "brandId" from booking where payment_state not in ('requires_payment', 'released')
       and status <> 'cancelled' order by created_at`,
  );
  for (const { id, brandId } of open) {
    const pair = pairs.find(({ brand }) => brand.workspaceId === brandId);
    if (pair === undefined) throw new Error(`The brand of the booking ${id} does not take part in the drill`);
    await moveUntilPaidOut(pair, id);
  }
}
