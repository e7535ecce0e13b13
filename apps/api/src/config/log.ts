import { hostname } from 'node:os';
import { pino, type DestinationStream, type Logger } from 'pino';
import type { Env } from './env.ts';
import { VERSION } from './version.ts';

interface DescribedError {
  type: string;
  message: string;
  code?: string | number;
  /** The names of the table, column and constraint that a database error is about. */
  table?: string;
  column?: string;
  constraint?: string;
  stack?: string;
  cause?: DescribedError;
}

const STACK_FRAME_PATTERN = /^ {4}at /;
const readText = (error: Error, name: string): string | undefined => {
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' ? value : undefined;
};
const isDatabaseError = (error: Error): boolean => readText(error, 'severity') !== undefined;

/**
 * Describes an error without the data that it is about. PostgreSQL and mail servers repeat values of the user in their
 * messages, so quoted values, addresses and email addresses are removed, and other fields of the error are left out.
 */
export function describeError(error: unknown): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an Error' };
  const code: unknown = Reflect.get(error, 'code');
  const frames = error.stack?.split('\n').filter((line) => STACK_FRAME_PATTERN.test(line));
  const described: DescribedError = { type: error.name, message: removeValues(error.message) };
  if (typeof code === 'string' || typeof code === 'number') described.code = code;
  if (isDatabaseError(error)) {
    for (const name of ['table', 'column', 'constraint'] as const) {
      const value = readText(error, name);
      if (value !== undefined) described[name] = value;
    }
  }
  if (frames !== undefined && frames.length > 0) described.stack = frames.join('\n');
  if (error.cause instanceof Error) described.cause = describeError(error.cause);
  return described;
}

/** Removes everything from a message that could be a value: quoted text, URLs, email addresses and long tokens. */
const removeValues = (message: string): string =>
  message
    .slice(0, MAX_MESSAGE_LENGTH)
    .replaceAll(/"[^"]*"|'[^']*'|“[^”]*”|`[^`]*`/g, '"…"')
    .replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '…')
    .replaceAll(/\S+@\S+/g, '…')
    .replaceAll(/\b(?=\w*\d)[\w-]{12,}\b/g, '…');
const MAX_MESSAGE_LENGTH = 1_000;

/** Returns the error as one line of text, for example for the column `job.last_error`. */
export function summarizeError(error: unknown): string {
  const { type, message, code } = describeError(error);
  return `${type}: ${message}${code === undefined ? '' : ` (${code})`}`.replaceAll('\0', '');
}

/**
 * The fields that a log line may have, apart from `level`, `time`, `msg` and those that every line has. A field that is
 * not listed is not logged. Ids are fine, and so are numbers and values from a closed set. Text that users or other
 * services wrote is not.
 */
const LOGGED_FIELDS = new Set([
  // Requests and jobs
  'requestId',
  'method',
  'route',
  'status',
  'user',
  'calls',
  'ms',
  'outcome',
  'job',
  'jobId',
  'attempts',
  // Errors and figures
  'err',
  'code',
  'kind',
  'table',
  'figure',
  'deleted',
  'differences',
  'cents',
  'why',
  'role',
  'url',
  // Ids
  'accountId',
  'bookingId',
  'device',
  'disputeId',
  'intentId',
  'mailId',
  'refundId',
  'subject',
]);

/** Returns the fields that may be logged. */
function pickLoggedFields(fields: Record<string, unknown>): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (LOGGED_FIELDS.has(name)) picked[name] = value;
  return picked;
}

/**
 * Opens the structured log. It must not contain sensitive data (docs/safety.md "Access"), so it contains only the
 * fields of `LOGGED_FIELDS`. Each line names the version, because the reference of an error leads to its line, and two
 * versions run side by side during a release. `destination` replaces the standard output.
 */
export const openLog = (env: Pick<Env, 'LOG_LEVEL'>, destination?: DestinationStream): Logger => {
  const options = {
    level: env.LOG_LEVEL,
    base: { pid: process.pid, hostname: hostname(), version: VERSION },
    formatters: { log: pickLoggedFields },
    serializers: { err: describeError },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
};
