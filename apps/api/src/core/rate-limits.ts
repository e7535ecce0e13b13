/** Rate limits, stored in PostgreSQL so that all processes share them. */
import { createHash } from 'node:crypto';
import { LIMITS as SIZES } from '@marquee/validation';
import type pg from 'pg';
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Env } from '../config/env.ts';
import { Failure } from './failures.ts';
import { toNetwork } from './network.ts';

/** The number of points that each key (a network or an account) has per `duration` in seconds. */
const RATE_LIMITS = {
  register: { points: 20, duration: 3600 },
  'sign-in': { points: 60, duration: 300 },
  // 'sign-in account' limits password checks for one account from one network. 'sign-in address' limits them across
  // all networks, with a limit so high that a few networks cannot lock out the owner. 'sign-in device' replaces both
  // on devices where the owner has signed in before.
  'sign-in account': { points: 10, duration: 300 },
  'sign-in address': { points: 200, duration: 300 },
  'sign-in device': { points: 20, duration: 300 },
  'external sign-in': { points: 60, duration: 300 },
  'forgot password': { points: 20, duration: 3600 },
  'forgot password account': { points: 5, duration: 3600 },
  'mail link': { points: 60, duration: 3600 },
  invitation: { points: 60, duration: 86_400 },
  // Invitations by one workspace.
  'guest invitation': { points: 60, duration: 86_400 },
  // Codes to one address that one network asks for, and those of all networks. The second limit is higher, so that a
  // stranger with a forwarded link does not lock out the recipient.
  'mail code': { points: 10, duration: 86_400 },
  'mail code address': { points: 30, duration: 86_400 },
  'guest review': { points: 60, duration: 3600 },
  'account mail': { points: 10, duration: 3600 },
  'account change': { points: 20, duration: 900 },
  'account download': { points: 10, duration: 3600 },
  'availability change': { points: 60, duration: 3600 },
  'brief saved': { points: 120, duration: 3600 },
  calendar: { points: 60, duration: 600 },
  'calendar made': { points: 20, duration: 86_400 },
  // Each of these requests calls Stripe, which checks the card with its bank.
  card: { points: 30, duration: 3600 },
  checkout: { points: 60, duration: 60 },
  contact: { points: 5, duration: 3600 },
  'contact received': { points: 1, duration: 3600 },
  delivery: { points: 120, duration: 3600 },
  // Each of these requests calls Stripe.
  'payment return': { points: 120, duration: 60 },
  product: { points: 60, duration: 3600 },
  results: { points: 120, duration: 3600 },
  // The limits for new files, uploaded parts, and downloads. The limit for downloads is high, because watching a
  // video requests many ranges of a file.
  file: { points: 200, duration: 3600 },
  'message file': { points: 100, duration: 3600 },
  'file part': { points: 1200, duration: 3600 },
  'file read': { points: 1200, duration: 600 },
  // A PDF takes about 45 ms to render, during which the process does nothing else. An account can use 2% of a core for
  // PDF and CSV files, and all accounts of a network together 7%. An archive contains up to 100 documents, so it takes
  // up to 5 s.
  document: { points: 30, duration: 60 },
  'document network': { points: 90, duration: 60 },
  'document archive': { points: 10, duration: 3600 },
  'document archive network': { points: 30, duration: 3600 },
  'document check': { points: 30, duration: 60 },
  // Reads of up to 5,000 rows at once, which take up to half a second each.
  export: { points: 30, duration: 600 },
  'agency invitation': { points: 20, duration: 3600 },
  // Brands asking a creator for an offer.
  'offer asked': { points: 3, duration: 3600 },
  'offer version': { points: 60, duration: 3600 },
  'package made': { points: 60, duration: 3600 },
  'package saved': { points: 300, duration: 3600 },
  'profile view': { points: 120, duration: 60 },
  upload: { points: 60, duration: 600 },
  'picture kilobytes': { points: SIZES.networkPictureBytes / 1024, duration: 86_400 },
  saving: { points: 300, duration: 3600 },
  'new person': { points: SIZES.newPeople, duration: 86_400 },
  'message before booking': { points: SIZES.messagesBeforeBooking, duration: 3600 },
  message: { points: SIZES.messages, duration: 3600 },
  'message search': { points: 120, duration: 60 },
  block: { points: 60, duration: 3600 },
  review: { points: 60, duration: 3600 },
  report: { points: 20, duration: 86_400 },
  thread: { points: 10, duration: 3600 },
  'waiting list': { points: 40, duration: 3600 },
  // Changes of budgets, clients, approval rules, billing details and the time zone, each of which is added to the log.
  'workspace change': { points: 120, duration: 3600 },
  'username change': { points: 5, duration: 86_400 },
} as const;

type RateName = keyof typeof RATE_LIMITS;

/** The counters of a database. */
export interface RateLimits {
  /** Counts `points` for `key`. Rejects with a RateLimiterRes if the key is over its limit. */
  consume(rate: RateName, key: string, points: number): Promise<unknown>;
}

/** The dependencies that the limits need (core/deps.ts). */
interface RateLimitDeps {
  readonly env: Env;
  readonly memory: { readonly rateLimits: RateLimits };
}

/** Creates the limiter of a rate at its first use, because each one also deletes expired rows. */
export function createRateLimits(pool: pg.Pool): RateLimits {
  const limiters = new Map<RateName, RateLimiterPostgres>();
  const createLimiter = (rate: RateName) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: rate,
      ...RATE_LIMITS[rate],
    });
  return {
    consume(rate, key, points) {
      const limiter = limiters.get(rate) ?? createLimiter(rate);
      limiters.set(rate, limiter);
      return limiter.consume(key, points);
    },
  };
}

/**
 * Counts `points` for `key`. An IP address counts as its network. Throws TOO_MANY_REQUESTS if the key is over its
 * limit. RATE_LIMIT=off disables this.
 */
export async function enforceRateLimit(deps: RateLimitDeps, rate: RateName, key: string, points = 1): Promise<void> {
  if (deps.env.RATE_LIMIT === 'off') return;
  try {
    // The key is hashed, so that the table contains no IP addresses and keys fit their column.
    const hash = createHash('sha256').update(toNetwork(key)).digest('base64url');
    await deps.memory.rateLimits.consume(rate, hash, points);
  } catch (error) {
    if (isLimitExceeded(error)) throw new Failure('TOO_MANY_REQUESTS', undefined, error.msBeforeNext);
    throw error;
  }
}

/** Like `enforceRateLimit`, but returns false if the key is over its limit, for actions that are skipped silently. */
export async function tryRateLimit(deps: RateLimitDeps, rate: RateName, key: string, points = 1): Promise<boolean> {
  try {
    await enforceRateLimit(deps, rate, key, points);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** The library rejects with its result if the limit is exceeded, and with an Error if the store fails. */
const isLimitExceeded = (error: unknown): error is RateLimiterRes => !(error instanceof Error);
