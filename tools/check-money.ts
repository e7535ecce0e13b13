/**
 * Checks the money of one installation, whether it is running or not. Compares the database in DATABASE_URL (or the
 * local one) with Stripe (or with the journal of the local Stripe stand-in).
 */
import { join } from 'node:path';
import { exitWithMessage } from './install.mjs';
import { PostgresFailure, findRunningPostgresUrl, startPostgres } from './local/postgres.ts';
import { readSettings, StartRefusedError } from './local/services.ts';
import { readJournalBooks } from './money/journal.ts';
import { MAX_WAIT_MS, NothingToCheckError, openStripeBooks, runMoneyCheck } from './money/run.ts';

/**
 * Prints one line per rule. Exits with code 0 if every rule holds, or 1 if a rule is broken or could not be checked.
 */
export async function main(): Promise<void> {
  let violations: number;
  try {
    const { dataDir, given } = await readSettings();
    const dir = join(dataDir, 'postgres');
    const running = given['DATABASE_URL'] ?? findRunningPostgresUrl(dir);
    const started = running === undefined ? await startPostgres({ dir }) : undefined;
    try {
      violations = await runMoneyCheck(
        running ?? started?.url ?? '',
        given['STRIPE_SECRET_KEY'] === undefined
          ? () => readJournalBooks(join(dataDir, 'stripe'))
          : openStripeBooks(given['STRIPE_SECRET_KEY'], given['STRIPE_API_BASE']),
        running === undefined ? 0 : MAX_WAIT_MS,
      );
    } finally {
      await started?.stop();
    }
  } catch (error) {
    if (error instanceof StartRefusedError || error instanceof PostgresFailure || error instanceof NothingToCheckError)
      exitWithMessage(error.message);
    throw error;
  }
  process.exit(violations === 0 ? 0 : 1);
}
