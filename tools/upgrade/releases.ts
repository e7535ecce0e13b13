/**
 * Recorded releases, from which the tests upgrade: the built product, and the demo marketplace that it created.
 * `npm run release` records the new version.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createBrotliCompress, createBrotliDecompress } from 'node:zlib';
import { compareVersions } from '../../apps/api/src/config/version.ts';
import { buildApi, buildWeb } from '../build.ts';
import { ROOT } from '../install.mjs';
import { findInstalledPrograms, startInstalledPostgres } from '../local/installed-postgres.ts';
import { readSettings, seedOnce, startServices } from '../local/services.ts';

const RELEASES_DIR = join(import.meta.dirname, 'releases');
/**
 * Folder for unpacked builds. A build imports its packages from the folders above it, so it has to be below apps/api.
 * Git and all checks ignore it.
 */
const UNPACKED_DIR = join(ROOT, 'apps/api/node_modules/.releases');
/** Files of a build that a test does not need: source maps, and copies that are already compressed. */
const SKIPPED_FILES = ['*.map', '*.br', '*.gz', '.sources'];

/** Returns the versions that were recorded, oldest first. */
export const listReleases = (): string[] =>
  existsSync(RELEASES_DIR) ? readdirSync(RELEASES_DIR).toSorted(compareVersions) : [];

export interface UnpackedBuild {
  /** The file that starts the server. */
  main: string;
  webDir: string;
}

/** Unpacks the built product of a recorded release, unless that was done before. */
export async function unpackBuild(version: string): Promise<UnpackedBuild> {
  const folder = join(UNPACKED_DIR, version);
  const stamp = join(folder, 'complete');
  if (!existsSync(stamp)) {
    rmSync(folder, { recursive: true, force: true });
    await unpack(join(RELEASES_DIR, version, 'build.tar.br'), folder);
    writeFileSync(stamp, '');
  }
  return { main: join(folder, 'apps/api/dist/main.js'), webDir: join(folder, 'apps/web/dist') };
}

export interface UnpackedData {
  /** SQL that fills an empty database. */
  sql: string;
  /** Folder with the data of the Stripe stand-in. */
  stripeDir: string;
  /** The secrets with which the data in the database was encrypted and signed. */
  env: Record<string, string>;
}

/** Unpacks the marketplace that a recorded release created, into the empty folder `dir`. */
export async function unpackData(version: string, dir: string): Promise<UnpackedData> {
  await unpack(join(RELEASES_DIR, version, 'data.tar.br'), dir);
  const read = (file: string) => readFileSync(join(dir, file), 'utf8').trim();
  return {
    sql: read('database.sql'),
    stripeDir: join(dir, 'stripe'),
    env: { SESSION_SECRET: read('session-secret'), FACTOR_SECRET: read('factor-secret') },
  };
}

/**
 * Builds this version, lets it create the demo marketplace, and records both as `version`. Throws PostgresFailure if
 * PostgreSQL is not installed on this machine, because the packages of npm contain no pg_dump.
 */
export async function recordRelease(version: string, say: (line: string) => void): Promise<void> {
  const programs = findInstalledPrograms();
  const { signal } = new AbortController();
  await buildWeb(say, signal);
  await buildApi(say, signal);
  const target = join(RELEASES_DIR, version);
  mkdirSync(target, { recursive: true });
  await pack(ROOT, ['apps/api/dist', 'apps/web/dist'], join(target, 'build.tar.br'));

  const dataDir = mkdtempSync(join(tmpdir(), 'marquee-release-'));
  // If root starts PostgreSQL, it runs as another user, who must be able to enter this folder.
  chmodSync(dataDir, 0o711);
  const postgres = await startInstalledPostgres(join(dataDir, 'postgres'));
  const services = await startServices({ ...(await readSettings()), dataDir, given: { DATABASE_URL: postgres.url } });
  try {
    await seedOnce({ ...services, demo: true }, dataDir, say, signal);
    writeFileSync(join(dataDir, 'database.sql'), dumpDatabase(join(programs, 'pg_dump'), postgres.url));
  } finally {
    await services.stop();
    await postgres.stop();
  }
  await pack(dataDir, ['database.sql', 'stripe', 'session-secret', 'factor-secret'], join(target, 'data.tar.br'));
  rmSync(dataDir, { recursive: true, force: true });
}

/** Returns the database as SQL without commands of psql, so that every client can run it. */
function dumpDatabase(program: string, url: string): string {
  const { status, stdout, stderr } = spawnSync(
    program,
    ['--no-owner', '--no-privileges', '--rows-per-insert=200', '--dbname', url],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  if (status !== 0) throw new Error(`pg_dump failed: ${stderr}`);
  return stdout.replaceAll(/^\\.*$/gm, '');
}

async function pack(from: string, paths: readonly string[], file: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'marquee-pack-'));
  const archive = join(folder, 'archive.tar');
  runTar(['-cf', archive, ...SKIPPED_FILES.map((each) => `--exclude=${each}`), '-C', from, ...paths]);
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  await pipeline(createReadStream(archive), createBrotliCompress({ params }), createWriteStream(file));
  rmSync(folder, { recursive: true });
}

async function unpack(file: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, 'archive.tar');
  await pipeline(createReadStream(file), createBrotliDecompress(), createWriteStream(archive));
  runTar(['-xf', archive, '-C', folder]);
  rmSync(archive);
}

function runTar(args: readonly string[]): void {
  const { status, stderr } = spawnSync('tar', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tar failed: ${stderr}`);
}
