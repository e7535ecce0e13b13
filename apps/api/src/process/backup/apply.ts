/** Restores a backup into a new database and new stores of files. */
import { mkdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { FastifyBaseLogger } from 'fastify';
import type { Env } from '../../config/env.ts';
import type { ObjectStore } from '../../gateways/object-store.ts';
import { markRestored, type RestoreReport } from '../../modules/staff/restores/restores.service.ts';
import { boot, prepareDatabase } from '../boot.ts';
import { hashFile, openStores } from './create.ts';
import { DUMP_FILE, listBackupNames, readBackup, STORE_NAMES, type Backup, type BackupFile } from './manifest.ts';
import { BackupRefusedError, findPostgresProgram, runPostgresProgram } from './programs.ts';

/**
 * Returns the newest backup in `dir` that was started at or before `until`. Throws BackupRefusedError if there is none.
 */
export async function findBackup(dir: string, until: Date): Promise<Backup> {
  const names = await listBackupNames(dir).catch(() => []);
  for (const name of names.toReversed()) {
    const backup = await readBackup(dir, name);
    if (new Date(backup.manifest.startedAt) <= until) return backup;
  }
  throw new BackupRefusedError(`${dir} contains no backup that was started at or before ${until.toISOString()}.`);
}

/**
 * Restores a backup into the empty database DATABASE_DIRECT_URL and the empty stores of files. `withoutFiles` leaves
 * the stores as they are. First verifies the checksums, so that a damaged backup changes nothing. Restores the database
 * last and in one transaction, so that the product cannot start on a part of it. The caller has to mark the database as
 * restored. Throws BackupRefusedError if the backup is damaged, if the database or a store is not empty, or if the
 * server or pg_restore is too old.
 */
export async function applyBackup(
  env: Env,
  backup: Backup,
  { withoutFiles = false }: { withoutFiles?: boolean } = {},
): Promise<void> {
  const leastMajor = Number.parseInt(backup.manifest.server, 10);
  const program = findPostgresProgram('pg_restore', Math.max(leastMajor, Number.parseInt(backup.manifest.pgDump, 10)));
  await assertEmptyDatabase(env.DATABASE_DIRECT_URL, leastMajor);
  const files = withoutFiles ? backup.manifest.files.filter(({ path }) => path === DUMP_FILE) : backup.manifest.files;
  // A new DATA_DIR does not have the folders yet.
  for (const folder of ['media', 'files']) await mkdir(join(env.DATA_DIR, folder), { recursive: true });
  const stores = withoutFiles ? undefined : openStores(env);
  for (const name of STORE_NAMES) await assertEmptyStore(name, stores?.[name]);
  await verifyFiles(backup.folder, files);

  for (const { path } of files) {
    const [folder, name] = path.split('/');
    const storeName = STORE_NAMES.find((each) => each === folder);
    if (storeName !== undefined && name !== undefined)
      await stores?.[storeName].put(name, await readFile(join(backup.folder, path)));
  }
  await runPostgresProgram(program, env.DATABASE_DIRECT_URL, [
    '--no-owner',
    '--no-privileges',
    '--single-transaction',
    '--exit-on-error',
    join(backup.folder, DUMP_FILE),
  ]);
}

/** Compares files of a backup with their checksums. Throws BackupRefusedError if one is missing or differs. */
async function verifyFiles(folder: string, files: readonly BackupFile[]): Promise<void> {
  for (const { path, bytes, sha256 } of files) {
    const file = join(folder, path);
    const found = await stat(file).catch(() => undefined);
    if (found === undefined) throw new BackupRefusedError(`The file ${file} of the backup is missing.`);
    if (found.size !== bytes || (await hashFile(file)) !== sha256)
      throw new BackupRefusedError(`The file ${file} of the backup is damaged: it differs from its checksum.`);
  }
}

async function assertEmptyDatabase(url: string, leastMajor: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ number: number; tables: number }>(
      `select current_setting('server_version_num')::int as number,
        (select count(*)::int from pg_class join pg_namespace on pg_namespace.oid = relnamespace
          where relkind in ('r', 'p', 'v', 'm', 'S') and nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
            and not exists (select from pg_depend where objid = pg_class.oid and deptype = 'e')) as tables`,
    );
    const [row] = rows;
    if (row === undefined || row.tables > 0)
      throw new BackupRefusedError(
        'The database at DATABASE_URL is not empty. Restore into a new, empty database, so that nothing is lost.',
      );
    const major = Math.floor(row.number / 10_000);
    if (major < leastMajor)
      throw new BackupRefusedError(
        `The backup is from PostgreSQL ${leastMajor}, and the server at DATABASE_URL is older (${major}).`,
      );
  } finally {
    await client.end();
  }
}

async function assertEmptyStore(name: string, store: ObjectStore | undefined): Promise<void> {
  for await (const object of store?.list() ?? [])
    throw new BackupRefusedError(
      `The folder or bucket for ${name} is not empty, because it has ${object.name}. Restore into a new DATA_DIR or new buckets, so that nothing is lost.`,
    );
}

/**
 * Migrates a restored database to this version and prepares it for going on from the restored time. Must be called
 * before the product starts on it.
 */
export async function markRestoredDatabase(
  env: Env,
  log: FastifyBaseLogger,
  restore: { restoredTo: Date; source: string },
): Promise<RestoreReport> {
  const deps = boot(env, log);
  try {
    await prepareDatabase(deps);
    return await markRestored(deps, restore);
  } finally {
    await deps.close();
  }
}
