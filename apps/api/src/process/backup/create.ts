/** Makes a backup of the database and of the files into a folder. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Env } from '../../config/env.ts';
import { VERSION } from '../../config/version.ts';
import { openFileStore } from '../../gateways/files.ts';
import type { ObjectStore } from '../../gateways/object-store.ts';
import { openPictureStore } from '../../gateways/pictures.ts';
import {
  DUMP_FILE,
  formatBackupName,
  formatPartialName,
  listBackupNames,
  listPartialNames,
  readBackup,
  STORE_NAMES,
  writeManifest,
  type Backup,
  type BackupFile,
  type StoreName,
} from './manifest.ts';
import { BackupRefusedError, findPostgresProgram, runPostgresProgram, type PostgresProgram } from './programs.ts';
import { listExpiredBackups } from './retention.ts';

/** Opens the stores of pictures and of files. */
export const openStores = (env: Env): Record<StoreName, ObjectStore> => ({
  pictures: openPictureStore(env),
  files: openFileStore(env),
});

/**
 * Makes a backup as a new subfolder of `dir`, and then deletes the backups that are no longer kept. Until the backup
 * is complete, its folder has a temporary name. The database is dumped first, so that every file that a row names is in
 * the backup. A file that the previous backup has, too, becomes a hard link to it, because stored files never change.
 * Returns the backup and the names of the deleted ones. Throws BackupRefusedError if another backup is running or
 * pg_dump is missing or too old.
 */
export async function createBackup(env: Env, dir: string): Promise<{ backup: Backup; deleted: string[] }> {
  // Backups contain personal data, so only the current user may read them.
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const client = new pg.Client({ connectionString: env.DATABASE_DIRECT_URL });
  await client.connect();
  try {
    const { server, major, startedAt } = await beginBackup(client);
    const program = findPostgresProgram('pg_dump', major);
    const name = formatBackupName(startedAt);
    if ((await listBackupNames(dir)).includes(name)) throw new BackupRefusedError(`The backup ${name} exists already.`);
    for (const left of await listPartialNames(dir)) await rm(join(dir, left), { recursive: true });
    const partial = join(dir, formatPartialName(name));
    await mkdir(partial);

    const files = [await dumpDatabase(program, env.DATABASE_DIRECT_URL, partial)];
    const previous = await findNewestBackup(dir);
    const stores = openStores(env);
    for (const store of STORE_NAMES) files.push(...(await copyStore(stores[store], store, partial, previous)));

    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const manifest = {
      format: 1,
      version: VERSION,
      startedAt: startedAt.toISOString(),
      finishedAt: new Date().toISOString(),
      server,
      pgDump: program.version,
      bytes,
      files,
    } as const;
    await writeManifest(partial, manifest);
    await flushFolder(partial);
    await rename(partial, join(dir, name));
    await flushFolder(dir);
    const backup = { name, folder: join(dir, name), manifest };
    return { backup, deleted: await deleteExpiredBackups(dir) };
  } finally {
    await client.end();
  }
}

/**
 * Takes the lock that only one backup of a database can have, until the connection ends, and returns the server's
 * version and time. Throws BackupRefusedError if another backup has the lock.
 */
async function beginBackup(client: pg.Client) {
  const { rows } = await client.query<{ locked: boolean; server: string; number: number; now: Date }>(
    `select pg_try_advisory_lock(hashtextextended('marquee backup', 0)) as locked,
      current_setting('server_version') as server, current_setting('server_version_num')::int as number, now() as now`,
  );
  const [row] = rows;
  if (row?.locked !== true) throw new BackupRefusedError('Another backup of this database is running.');
  return { server: row.server, major: Math.floor(row.number / 10_000), startedAt: row.now };
}

async function dumpDatabase(program: PostgresProgram, url: string, folder: string): Promise<BackupFile> {
  const file = join(folder, DUMP_FILE);
  await runPostgresProgram(program, url, ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`]);
  return { path: DUMP_FILE, bytes: (await stat(file)).size, sha256: await hashFile(file) };
}

/** Returns the SHA-256 hash of a file in hexadecimal digits. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

async function findNewestBackup(dir: string): Promise<Backup | undefined> {
  const name = (await listBackupNames(dir)).at(-1);
  return name === undefined ? undefined : readBackup(dir, name);
}

/** Copies all objects of a store into a folder of the backup. */
async function copyStore(
  store: ObjectStore,
  storeName: StoreName,
  folder: string,
  previous: Backup | undefined,
): Promise<BackupFile[]> {
  await mkdir(join(folder, storeName));
  const known = new Map(previous?.manifest.files.map((file) => [file.path, file]));
  const copied: BackupFile[] = [];
  for await (const { name, bytes } of store.list()) {
    const path = join(storeName, name);
    const before = known.get(path);
    if (
      previous !== undefined &&
      before?.bytes === bytes &&
      (await tryLink(join(previous.folder, path), join(folder, path)))
    ) {
      copied.push(before);
      continue;
    }
    const content = await store.get(name);
    // The object was deleted since it was listed.
    if (content === undefined) continue;
    await writeFile(join(folder, path), content, { flush: true });
    copied.push({ path, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') });
  }
  return copied;
}

/** Makes a hard link. Returns false if that fails, for example on a file system without hard links. */
const tryLink = (from: string, to: string): Promise<boolean> =>
  link(from, to).then(
    () => true,
    () => false,
  );

/** Writes a folder's list of files to the disk, so that a power cut does not undo a rename. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  await handle.sync();
  await handle.close();
}

async function deleteExpiredBackups(dir: string): Promise<string[]> {
  const names = await listBackupNames(dir);
  const backups = await Promise.all(names.map((name) => readBackup(dir, name)));
  const expired = listExpiredBackups(
    backups.map(({ name, manifest }) => ({ name, startedAt: new Date(manifest.startedAt) })),
  );
  for (const name of expired) await rm(join(dir, name), { recursive: true });
  return expired;
}
