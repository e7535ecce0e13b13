/**
 * Runs the admin command on the database in DATABASE_URL. Without that variable, uses the local database and starts
 * it if necessary.
 */
import { join } from 'node:path';
import { spawnGuarded } from './guarded.mjs';
import { exitWithMessage, ROOT } from './install.mjs';
import { PostgresFailure, findRunningPostgresUrl, startPostgres } from './local/postgres.ts';
import { LOCAL_KEYS, readSettings, StartRefusedError } from './local/services.ts';

export async function main(): Promise<void> {
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
      const command = spawnGuarded(
        process.execPath,
        [join(ROOT, 'apps/api/src/process/grant-admin.ts'), ...process.argv.slice(2)],
        { env },
      );
      code = await command.ended;
    } finally {
      await started?.stop();
    }
  } catch (error) {
    if (error instanceof StartRefusedError || error instanceof PostgresFailure) exitWithMessage(error.message);
    throw error;
  }
  process.exit(code);
}
