import { READ_ONLY_SQLSTATE } from './client.ts';

/** Messages of pg and its pool for connections that were lost, could not be opened, or do not answer. */
const AWAY_MESSAGE_PATTERN =
  /^Connection terminated|^timeout (expired|exceeded)|^Query read timeout$|^Client has encountered a connection error|^No connection to a standby in time$|is not currently accepting connections$/;
const AWAY_CODE_PATTERN = /^(08...|53300|57P0[1235]|E(CONNREFUSED|CONNRESET|HOSTUNREACH|TIMEDOUT|PIPE))$/;

/**
 * Returns whether an error means that the database may soon be available: it refuses connections, the connection
 * broke (SQLSTATE class 08), PostgreSQL has no free connection (53300) or is stopping or starting (57P01 to 57P05), or
 * the responding server is still a standby. A wrong password or database name is not such an error.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseAway);
  if (!(error instanceof Error)) return false;
  if (AWAY_MESSAGE_PATTERN.test(error.message)) return true;
  const code = 'code' in error ? String(error.code) : '';
  return code === READ_ONLY_SQLSTATE || AWAY_CODE_PATTERN.test(code);
}
