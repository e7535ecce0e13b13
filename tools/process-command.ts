/** Runs a command of apps/api/src/process on the database in DATABASE_URL, or on the local one. */
import { join } from 'node:path';
import { spawnGuarded } from './guarded.mjs';
import { exitWithMessage, ROOT } from './install.mjs';
import { PostgresFailure, findRunningPostgresUrl, startPostgres } from './local/postgres.ts';
import { LOCAL_KEYS, readSettings, StartRefusedError } from './local/services.ts';

/**
 * Runs `script` with the arguments of this process, and exits with its code. Without DATABASE_URL, uses the local
 * database and starts it if necessary.
 */
export async function runProcessCommand(script: string): Promise<void> {
  let code: number;
  try {
    const { dataDir, given } = await readSettings();
    const dir = join(dataDir, 'postgres');
    const url = given['DATABASE_URL'] ?? findRunningPostgresUrl(dir);
    const started = url === undefined ? await startPostgres({ dir }) : undefined;
    try {
      const env = {
        LOG_LEVEL: 'warn',
        ...LOCAL_KEYS,
        ...given,
        DATA_DIR: dataDir,
        DATABASE_URL: url ?? started?.url ?? '',
      };
      const path = join(ROOT, 'apps/api/src/process', script);
      code = await spawnGuarded(process.execPath, [path, ...process.argv.slice(2)], { env }).ended;
    } finally {
      await started?.stop();
    }
  } catch (error) {
    if (error instanceof StartRefusedError || error instanceof PostgresFailure) exitWithMessage(error.message);
    throw error;
  }
  process.exit(code);
}
