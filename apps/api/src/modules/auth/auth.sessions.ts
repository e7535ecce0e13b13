/** Sessions in PostgreSQL, one row per sign-in, behind @fastify/session. */
import { DAY_MS, HOUR_MS } from '@marquee/booking';
import { createHash } from 'node:crypto';
import type { SessionStore } from '@fastify/session';
import type { FastifyRequest } from 'fastify';
import type { Newcomer, RequestSession } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { Failure } from '../../core/failures.ts';
import { deleteSession, findSession, listGoodSessions, setSessionSeen, upsertSession } from './auth.sql.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who signed in with this request. */
    signedIn?: string;
  }
  interface Session {
    userId?: string;
    /** The user's `signInVersion` when this session began; a session with another number is over. */
    signInVersion?: number;
    /** Who came back from the provider and has no account yet (the /welcome screen). */
    newcomer?: Newcomer;
    userAgent?: string;
    ip?: string;
  }
}

/**
 * The session of a request, on a device where `known` signed in before. `regenerate` hangs a new object on the request,
 * so it is read there each time.
 */
export const sessionOf = (request: FastifyRequest, known: () => readonly string[]): RequestSession => ({
  get key() {
    return isEnded(request) ? '' : hash(request.session.sessionId);
  },
  async begin({ id, signInVersion }) {
    await startOver(request);
    Object.assign(request.session, { userId: id, signInVersion });
    request.signedIn = id;
  },
  isKnownTo: (userId) => known().includes(userId),
  keep(signInVersion) {
    if (!isEnded(request)) request.session.signInVersion = signInVersion;
  },
  get newcomer() {
    return isEnded(request) ? undefined : request.session.newcomer;
  },
  async welcome(newcomer) {
    await startOver(request);
    request.session.newcomer = newcomer;
  },
  async end() {
    if (!isEnded(request)) await request.session.destroy();
  },
});

async function startOver(request: FastifyRequest): Promise<void> {
  if (isEnded(request)) throw new Failure('SIGNED_OUT');
  await request.session.regenerate();
  request.session.userAgent = (request.headers['user-agent'] ?? '').slice(0, 300);
  request.session.ip = request.ip;
}

/**
 * Signing out leaves the request without a session, whatever the
 * type says: calls that came in one batch with it find none.
 */
export const isEnded = (request: FastifyRequest): boolean => (request.session as unknown) === null;

/** A session ends after 30 days, or after 7 days without use. */
export const SESSION_MS = 30 * DAY_MS;
export const IDLE_MS = 7 * DAY_MS;
/** "Last seen" is written at most this often: reading a page is not a write. */
const SEEN_EVERY_MS = HOUR_MS / 4;

const hash = (id: string) => createHash('sha256').update(id).digest('base64url');

/** The store that @fastify/session calls. Only the hash of a session id is stored. */
export function sessionStore({ db, live, now }: Pick<Deps, 'db' | 'live' | 'now'>): SessionStore {
  const read = async (id: string) => {
    const row = await findSession(db, hash(id));
    if (!row || row.expiresAt <= now() || row.lastSeenAt.getTime() + IDLE_MS <= now().getTime()) return null;
    if (row.lastSeenAt.getTime() + SEEN_EVERY_MS < now().getTime()) await setSessionSeen(db, hash(id), now());
    const session = row.data as unknown as Parameters<SessionStore['set']>[1];
    // JSON turned the cookie's expiry into text; @fastify/session compares it as a Date.
    return { ...session, cookie: { ...session.cookie, expires: row.expiresAt } };
  };

  return {
    get: (id, done) => {
      read(id).then((session) => done(null, session), done);
    },
    set: (id, session, done) => {
      upsertSession(db, {
        idHash: hash(id),
        userId: session.userId ?? null,
        data: JSON.stringify(session),
        userAgent: session.userAgent ?? null,
        ip: session.ip ?? null,
        createdAt: now(),
        lastSeenAt: now(),
        expiresAt: session.cookie.expires ?? new Date(now().getTime() + SESSION_MS),
      }).then(() => done(), done);
    },
    destroy: (id, done) => {
      const remove = async () => {
        const session = await deleteSession(db, hash(id));
        if (session?.userId) live.tell({ kind: 'access', to: [session.userId] });
      };
      remove().then(() => done(), done);
    },
  };
}

/** Which of these sessions (by `RequestSession.key`) are still good. */
export async function goodSessions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  keys: readonly string[],
): Promise<Set<string>> {
  const good = await listGoodSessions(db, keys, now());
  return new Set(good.map(({ idHash }) => idHash));
}

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  // Those that name another one as well come first.
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** A device in plain words from its user agent: 'Chrome on Windows'. */
export function deviceOf(userAgent: string | null): string {
  const of = (list: typeof BROWSERS) => list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [of(BROWSERS), of(SYSTEMS)];
  return browser === undefined && system === undefined
    ? 'Unknown device'
    : [browser ?? 'An app', system].filter(Boolean).join(' on ');
}
