/**
 * Keeps the scripts and style sheets of other releases in DATA_DIR. Pages that were opened before a release load them,
 * and so do pages that another process has sent while two releases run side by side.
 */
import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '@marquee/time';
import type { Logger } from 'pino';
import type { Env } from '../config/env.ts';

/** Time for which files are kept after the last process with their release has started or run its daily job. */
const KEPT_DAYS = 7;

type AssetEnv = Pick<Env, 'DATA_DIR' | 'WEB_DIR'>;

export const getKeptAssetsFolder = ({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): string => join(DATA_DIR, 'assets');

/**
 * Copies the files of this release to the kept ones, and removes those that no release has used for `KEPT_DAYS` days.
 * Only logs an error, because a full disk must stop nothing except uploads.
 */
export async function updateKeptAssets({
  env,
  log,
  now,
}: {
  env: AssetEnv;
  log: Pick<Logger, 'error'>;
  now: () => Date;
}): Promise<void> {
  try {
    await keepAssets(env, now());
    await removeOldAssets(env, now());
  } catch (error) {
    log.error({ err: error }, 'the scripts of this release cannot be kept');
  }
}

/** Copies the built files of this release to the kept ones, and marks all of them as used at `now`. */
async function keepAssets(env: AssetEnv, now: Date): Promise<void> {
  const [from, to] = [join(env.WEB_DIR, 'assets'), getKeptAssetsFolder(env)];
  await mkdir(to, { recursive: true });
  for (const name of env.WEB_DIR === '' ? [] : await readdir(from).catch(ignoreMissing)) {
    const isKept = await utimes(join(to, name), now, now).then(() => true, ignoreMissing);
    if (isKept === true) continue;
    // Others must not find a file that is only partly written. Containers that share the folder have equal process ids,
    // and the start and the daily job of one process may run at the same time.
    const partial = join(to, `.${randomUUID()}-${name}`);
    await copyFile(join(from, name), partial);
    await utimes(partial, now, now);
    await rename(partial, join(to, name));
  }
}

/** Removes the files that no release has used for `KEPT_DAYS` days. */
async function removeOldAssets(env: AssetEnv, now: Date): Promise<void> {
  const folder = getKeptAssetsFolder(env);
  for (const name of await readdir(folder).catch(ignoreMissing)) {
    const { mtimeMs } = await stat(join(folder, name));
    if (mtimeMs < now.getTime() - KEPT_DAYS * DAY_MS) await rm(join(folder, name), { force: true });
  }
}

/** Returns an empty list if the file or folder does not exist. */
function ignoreMissing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}
