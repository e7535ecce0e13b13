/**
 * Tests backups and restores with PostgreSQL's own programs: the content and the retention of backups, the refusals of
 * a restore, and the state of the product after a restore.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  isPostgresInstalled,
  startInstalledPostgres,
  type InstalledPostgres,
} from '@marquee/tools/local/installed-postgres';
import { startS3 } from '@marquee/s3-stand-in';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Env } from '../../src/config/env.ts';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { openPool } from '../../src/db/client.ts';
import { newAdmin, newBooking, newBrand, newPayableCreator, newPackage } from '../../src/demo/builders.ts';
import { inTransaction } from '../../src/core/unit-of-work.ts';
import { openPictureStore } from '../../src/gateways/pictures.ts';
import { sendMail } from '../../src/modules/messaging/mail/mail.service.ts';
import { applyBackup, findBackup, markRestoredDatabase } from '../../src/process/backup/apply.ts';
import { createBackup } from '../../src/process/backup/create.ts';
import { formatBackupName, readBackup, type Backup } from '../../src/process/backup/manifest.ts';
import { findPostgresProgram } from '../../src/process/backup/programs.ts';
import { listExpiredBackups } from '../../src/process/backup/retention.ts';
import { ONE_DAY_MS, ONE_HOUR_MS } from '../support/booking-money.ts';
import { getDatabaseUrl } from '../support/global-setup.ts';
import { listMoneyViolations } from '../support/money-checks.ts';
import { openStack, toReadOnlyUrl, type Stack } from '../support/stack.ts';

const canRun = isPostgresInstalled();
let dir: string;
let server: InstalledPostgres;

beforeAll(async () => {
  if (!canRun) return;
  dir = mkdtempSync(join(tmpdir(), 'marquee-backups-'));
  // If root starts PostgreSQL, it runs as another user, who must be able to enter this folder.
  chmodSync(dir, 0o711);
  server = await startInstalledPostgres(join(dir, 'cluster'), { fsync: 'off' });
});

afterAll(async () => {
  if (!canRun) return;
  await server.stop();
  rmSync(dir, { recursive: true, force: true });
});

/** Runs statements as the superuser. */
async function runSql(...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function createDatabase(name: string, { isMigrated = false } = {}): Promise<string> {
  await runSql(`create database ${name}`);
  const url = getDatabaseUrl(server.url, name);
  if (isMigrated) {
    const pool = openPool(url, 4, () => {});
    await migrateDatabase(pool);
    await pool.end();
  }
  return url;
}

const toStorage = (databaseUrl: string, dataDir: string) => ({
  DATABASE_URL: databaseUrl,
  DATABASE_REPLICA_URL: toReadOnlyUrl(databaseUrl),
  DATA_DIR: dataDir,
});

describe('the list of backups to delete', () => {
  const days = Array.from({ length: 120 }, (_, day) => new Date(Date.UTC(2026, 6, 1 + day, 3)));
  const list = (times: readonly Date[]) =>
    listExpiredBackups(times.map((startedAt) => ({ name: formatBackupName(startedAt), startedAt })));

  it('leaves the backups of the last 14 days, and one of each of the last 8 weeks', () => {
    const expired = new Set(list(days));
    const kept = days.filter((at) => !expired.has(formatBackupName(at))).map((at) => at.toISOString().slice(0, 10));
    // The last day is a Wednesday. The daily backups cover three weeks, and five Sundays precede them.
    expect(kept).toEqual([
      '2026-09-13',
      '2026-09-20',
      '2026-09-27',
      '2026-10-04',
      '2026-10-11',
      ...Array.from({ length: 14 }, (_, day) => `2026-10-${15 + day}`),
    ]);
  });

  it('leaves every backup of the last 24 hours, and otherwise the last one of a day', () => {
    const times = [
      new Date('2026-10-01T03:00:00Z'),
      new Date('2026-10-01T15:00:00Z'),
      new Date('2026-10-02T15:00:00Z'),
      new Date('2026-10-02T16:00:00Z'),
    ];
    expect(list(times)).toEqual(['2026-10-01T03-00-00Z']);
  });
});

describe.skipIf(!canRun)('the search for pg_dump (needs PostgreSQL of the operating system)', () => {
  it('finds the one of the server', () => {
    const { major, path } = findPostgresProgram('pg_dump', 15);
    expect(major).toBeGreaterThanOrEqual(15);
    expect(path).toMatch(/pg_dump$/);
  });

  it('says in one sentence that every installed one is older than the server', () => {
    expect(() => findPostgresProgram('pg_dump', 99)).toThrow(
      /^This needs pg_dump of PostgreSQL 99 or newer, but the newest one on this machine is \d+\.\d+; install the client programs of PostgreSQL 99\.$/,
    );
  });
});

describe.skipIf(!canRun)('a backup (needs PostgreSQL of the operating system)', () => {
  let stack: Stack;
  let env: Env;
  let close: () => Promise<void>;
  let backups: string;

  beforeAll(async () => {
    backups = join(dir, 'backups');
    const url = await createDatabase('backed_up', { isMigrated: true });
    ({ stack, close } = await openStack({ DATABASE_URL: url, DATABASE_REPLICA_URL: toReadOnlyUrl(url) }));
    ({ env } = stack.deps);
    writeFileSync(join(env.DATA_DIR, 'files', 'contract-0'), 'the first part');
    writeFileSync(join(env.DATA_DIR, 'media', 'face-abc.webp'), 'a picture');
  });
  afterAll(() => close());

  it('contains the database, the files and a checksum of each', async () => {
    const { backup } = await createBackup(env, backups);
    expect(readdirSync(backups)).toEqual([backup.name]);
    expect(readdirSync(backup.folder).toSorted()).toEqual(['database.dump', 'files', 'manifest.json', 'pictures']);
    expect(backup.manifest.files.map(({ path, bytes }) => [path, path === 'database.dump' ? 0 : bytes])).toEqual([
      ['database.dump', 0],
      ['pictures/face-abc.webp', 9],
      ['files/contract-0', 14],
    ]);
    expect(readFileSync(join(backup.folder, 'files/contract-0'), 'utf8')).toBe('the first part');
    expect(await readBackup(backups, backup.name)).toEqual(backup);
  });

  it('shares unchanged files with the backup before it', async () => {
    const before = await findBackup(backups, new Date());
    await stack.deps.files.put('contract-1', Buffer.from('the second part'));
    // The names of backups have a precision of one second.
    await expect.poll(() => formatBackupName(new Date())).not.toBe(before.name);
    const { backup } = await createBackup(env, backups);
    const inode = ({ folder }: Backup, path: string) => statSync(join(folder, path)).ino;
    expect(inode(backup, 'files/contract-0')).toBe(inode(before, 'files/contract-0'));
    expect(readFileSync(join(backup.folder, 'files/contract-1'), 'utf8')).toBe('the second part');
  });

  it('contains the pictures of a bucket', async () => {
    const s3 = await startS3({ dir: join(dir, 'bucket') });
    const ofBucket = {
      ...env,
      S3_BUCKET: s3.bucket,
      S3_ENDPOINT: s3.url,
      S3_PUBLIC_URL: `${s3.url}/${s3.bucket}`,
      S3_ACCESS_KEY_ID: s3.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    };
    await openPictureStore(ofBucket).put('face-def.webp', Buffer.from('another picture'));
    const { backup } = await createBackup(ofBucket, join(dir, 'bucket-backups'));
    await s3.stop();
    expect(backup.manifest.files.map(({ path }) => path).filter((path) => path.startsWith('pictures'))).toEqual([
      'pictures/face-def.webp',
    ]);
    expect(readFileSync(join(backup.folder, 'pictures/face-def.webp'), 'utf8')).toBe('another picture');
  });

  it('is refused while another one of the same database is running', async () => {
    const running = new pg.Client({ connectionString: env.DATABASE_URL });
    await running.connect();
    await running.query(`select pg_advisory_lock(hashtextextended('marquee backup', 0))`);
    await expect(createBackup(env, backups)).rejects.toThrow('Another backup of this database is running.');
    await running.end();
  });
});

describe.skipIf(!canRun)('a restore (needs PostgreSQL of the operating system)', () => {
  let before: Stack;
  let after: Stack;
  let closeBefore: () => Promise<void>;
  let closeAfter: (() => Promise<void>) | undefined;
  let backups: string;
  let backup: Backup;
  let restored: Env;
  const deadlines = {} as { bookingId: string; acceptBy: Date };
  let brand: Awaited<ReturnType<typeof newBrand>>;
  let creator: Awaited<ReturnType<typeof newPayableCreator>>;
  let packageId: string;
  let missingId: string;

  const sendTestMail = (stack: Stack, subject: string, at: Date) =>
    inTransaction(stack.deps, (tx) =>
      sendMail(tx, {
        kind: 'password_changed',
        subject,
        to: { personId: brand.id },
        data: { fullName: brand.fullName },
        at,
      }),
    );
  const listReceiptNumbers = async (stack: Stack) =>
    (await stack.as(brand).receipts.list({})).items
      .filter(({ kind }) => kind === 'receipt')
      .map(({ number }) => number);

  beforeAll(async () => {
    backups = join(dir, 'restored-backups');
    const url = await createDatabase('lost', { isMigrated: true });
    ({ stack: before, close: closeBefore } = await openStack(
      { DATABASE_URL: url, DATABASE_REPLICA_URL: toReadOnlyUrl(url) },
      { mailbox: true },
    ));
    const { deps } = before;
    creator = await newPayableCreator(deps);
    packageId = (await newPackage(deps, creator)).id;
    brand = await newBrand(deps);
    await newBooking(deps, { creator, brand, packageId, status: 'accepted' });
    deadlines.bookingId = (await newBooking(deps, { creator, packageId: (await newPackage(deps, creator)).id })).id;
    await before.asBrowser(brand);
    await before.settle();
    await before.stopWorker();
    // Both emails wait in the backup. The first one is sent right after it, and the second one is due in two days.
    await sendTestMail(before, 'sent after the backup', deps.now());
    await sendTestMail(before, 'due later', new Date(deps.now().getTime() + 2 * ONE_DAY_MS));
    await sql`update mail set due_at = now() + interval '2 days' where subject = 'due later'`.execute(deps.db);
    await sql`update job set run_at = now() + interval '2 days' from mail
      where subject = 'due later' and job.payload ->> 'mailId' = mail.id::text`.execute(deps.db);
    await deps.files.put('contract-0', Buffer.from('the contract'));
    ({ backup } = await createBackup(deps.env, backups));

    // This is lost: a receipt with the next number, and a payment.
    await before.startWorker();
    missingId = (await newBooking(deps, { creator, brand, packageId, status: 'accepted' })).id;
    await before.settle();
    expect(await listReceiptNumbers(before)).toEqual([
      expect.stringMatching(/^R-\d{4}-000002$/),
      expect.stringMatching(/^R-\d{4}-000001$/),
    ]);
    await before.stopWorker();

    restored = {
      ...deps.env,
      ...toStorage(await createDatabase('restored'), join(dir, 'restored-data')),
      DATABASE_DIRECT_URL: getDatabaseUrl(server.url, 'restored'),
    };
  });
  afterAll(async () => {
    await closeAfter?.();
    await closeBefore();
  });

  it('refuses a database that is not empty', async () => {
    const { DATABASE_DIRECT_URL } = before.deps.env;
    await expect(applyBackup({ ...restored, DATABASE_DIRECT_URL }, backup)).rejects.toThrow(
      'The database at DATABASE_URL is not empty.',
    );
  });

  it('refuses a folder that already has files', async () => {
    const { DATA_DIR } = before.deps.env;
    await expect(applyBackup({ ...restored, DATA_DIR }, backup)).rejects.toThrow(
      'The folder or bucket for files is not empty, because it has contract-0.',
    );
  });

  it('refuses a backup with a damaged file, and changes nothing', async () => {
    const file = join(backup.folder, 'files/contract-0');
    writeFileSync(file, 'the contrast');
    await expect(applyBackup(restored, backup)).rejects.toThrow(`The file ${file} of the backup is damaged`);
    writeFileSync(file, 'the contract');
    expect(readdirSync(join(restored.DATA_DIR, 'files'))).toEqual([]);
  });

  it('finds no backup from before a time at which there was none', async () => {
    await expect(findBackup(backups, new Date(0))).rejects.toThrow('contains no backup that was started at or before');
  });

  it('brings back the database and the files, and ends all sessions and links', async () => {
    await applyBackup(restored, await findBackup(backups, new Date()));
    const report = await markRestoredDatabase(restored, before.deps.log, {
      restoredTo: new Date(backup.manifest.startedAt),
      source: backup.name,
    });
    expect(report).toMatchObject({ number: 1, droppedMails: 1 });
    expect(report.endedSessions).toBeGreaterThan(0);

    ({ stack: after, close: closeAfter } = await openStack(
      {
        ...toStorage(restored.DATABASE_URL, restored.DATA_DIR),
        SMTP_URL: before.deps.env.SMTP_URL,
        STRIPE_API_BASE: before.deps.env.STRIPE_API_BASE,
        STRIPE_SECRET_KEY: before.deps.env.STRIPE_SECRET_KEY,
        STRIPE_WEBHOOK_SECRET: before.deps.env.STRIPE_WEBHOOK_SECRET,
      },
      {},
    ));
    expect((await after.deps.files.get('contract-0'))?.toString()).toBe('the contract');
    expect(await listReceiptNumbers(after)).toEqual([expect.stringMatching(/^R-\d{4}-000001$/)]);
    const { rows } = await sql<{ sessions: number; links: number }>`
      select (select count(*)::int from session) as sessions,
        (select count(*)::int from mail_link where used_at is null) as links`.execute(after.deps.db);
    expect(rows).toEqual([{ sessions: 0, links: 0 }]);
  });

  it('gives the next receipt a number in a new series, by which the brand finds it', async () => {
    await newBooking(after.deps, { creator, brand, packageId, status: 'accepted' });
    const year = new Date().getUTCFullYear();
    expect(await listReceiptNumbers(after)).toEqual([`R-${year}-2-000001`, `R-${year}-000001`]);
    const { items } = await after.as(brand).receipts.list({ search: `r-${year}-2-000001` });
    expect(items.map(({ number }) => number)).toEqual([`R-${year}-2-000001`]);
  });

  it('does not send an email again that was due before the restore, but sends those that are due later', async () => {
    const { rows } = await sql<{ subject: string; isWaiting: boolean }>`
      select subject, data is not null as is_waiting from mail where kind = 'password_changed' order by subject`.execute(
      after.deps.db,
    );
    expect(rows).toEqual([
      { subject: 'due later', isWaiting: true },
      { subject: 'sent after the backup', isWaiting: false },
    ]);
  });

  it('gives creators another day to accept an order whose deadline has passed', async () => {
    const { deps } = after;
    const find = () =>
      deps.db
        .selectFrom('booking')
        .select(['acceptBy', 'status'])
        .where('id', '=', deadlines.bookingId)
        .executeTakeFirstOrThrow();
    await sql`update booking set accept_by = now() - interval '1 hour' where id = ${deadlines.bookingId}`.execute(
      deps.db,
    );
    await markRestoredDatabase(restored, deps.log, { restoredTo: new Date(), source: 'a snapshot' });
    const { acceptBy, status } = await find();
    expect(status).toBe('pending');
    expect(acceptBy?.getTime()).toBeGreaterThan(Date.now() + 23 * ONE_HOUR_MS);
    expect(acceptBy?.getTime()).toBeLessThan(Date.now() + 25 * ONE_HOUR_MS);
  });

  it('lists a booking that was ordered after the backup, with its payment at Stripe', async () => {
    await expect
      .poll(async () => {
        await reconcileNow(after);
        return after.deps.db.selectFrom('moneyException').select(['kind', 'data']).execute();
      })
      .toEqual([
        {
          kind: 'lost_booking',
          data: expect.objectContaining({ named: missingId, totalCents: 22_885, status: 'charged' }) as object,
        },
      ]);
    expect(await listMoneyViolations({ deps: after.deps, stripe: before.stripe })).toEqual([]);
  });

  it('rebuilds that booking when staff ask for it, and the creator can accept and complete it', async () => {
    const { deps } = after;
    const asStaff = after.as(await newAdmin(deps));
    const [lost] = (await asStaff.admin.exceptions({ show: 'open' })).items;
    await asStaff.admin.rebuildBooking({ id: lost?.id ?? '', note: 'Listed after the restore' });
    await expect(asStaff.admin.rebuildBooking({ id: lost?.id ?? '', note: 'Again' })).rejects.toMatchObject({
      failure: 'ADMIN_ACTION_STALE',
    });
    const asCreator = after.as(creator);
    expect(await asCreator.bookings.byId({ id: missingId })).toMatchObject({
      status: 'pending',
      paymentState: 'authorized',
      packageId,
      customer: { name: brand.fullName },
    });
    for (const status of ['accepted', 'in_progress', 'completed'] as const)
      await asCreator.bookings.move({ id: missingId, status });
    await after.as(brand).settlements.approve({ id: missingId });
    await after.idle();
    expect(await asCreator.bookings.byId({ id: missingId })).toMatchObject({ paymentState: 'released' });
    await reconcileNow(after);
    await after.idle();
    expect((await asStaff.admin.exceptions({ show: 'open' })).items).toEqual([]);
    expect(await listMoneyViolations({ deps, stripe: before.stripe })).toEqual([]);
  });
});

/** Starts a reconciliation at once. */
async function reconcileNow({ deps }: Stack): Promise<void> {
  await deps.db.updateTable('job').set({ runAt: new Date() }).where('name', '=', 'reconciliation.run').execute();
}
