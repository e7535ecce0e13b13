/**
 * Checks the money of the installation that the environment describes. Built as apps/api/dist/check-money.js, so that
 * it runs where only the built product is, such as in the container. Exits with code 1 if a rule is broken.
 */
import { InvalidEnvironmentError, parseEnv } from '../../apps/api/src/config/env.ts';
import { MAX_WAIT_MS, NothingToCheckError, openStripeBooks, runMoneyCheck } from './run.ts';

try {
  const env = parseEnv(process.env);
  const books = openStripeBooks(env.STRIPE_SECRET_KEY, env.STRIPE_API_BASE === '' ? undefined : env.STRIPE_API_BASE);
  process.exitCode = (await runMoneyCheck(env.DATABASE_DIRECT_URL, books, MAX_WAIT_MS)) === 0 ? 0 : 1;
} catch (error) {
  const why = error instanceof Error ? error.message : String(error);
  const isExpected = error instanceof InvalidEnvironmentError || error instanceof NothingToCheckError;
  process.stderr.write(isExpected ? `${why}\n` : `The money could not be checked: ${why}\n`);
  process.exitCode = 1;
}
