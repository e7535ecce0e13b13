/**
 * Migrates the database and ends, for deployments that migrate before they start the processes. Built as
 * apps/api/dist/migrate.js. The processes themselves migrate at their start, too.
 */
import './node-version.ts';
import { InvalidEnvironmentError, parseEnv } from '../config/env.ts';
import { openLog } from '../config/log.ts';
import { boot, prepareDatabase } from './boot.ts';
import { retryUntilReachable } from './database-wait.ts';

try {
  const env = parseEnv(process.env);
  const deps = boot(env, openLog(env));
  try {
    await retryUntilReachable(() => prepareDatabase(deps), deps);
    process.stdout.write('The database is up to date.\n');
  } finally {
    await deps.close();
  }
} catch (error) {
  const isInvalid = error instanceof InvalidEnvironmentError;
  const message = error instanceof Error ? error.message || String(error) : String(error);
  process.stderr.write(
    `${isInvalid ? 'The environment is not valid:\n' : 'The database cannot be used: '}${message}\n`,
  );
  process.exitCode = 1;
}
