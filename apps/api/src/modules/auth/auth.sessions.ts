/** Sessions in PostgreSQL, one row per sign-in, behind @fastify/session. */
import { createHash } from 'node:crypto';
import type { SessionStore } from '@fastify/session';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { Failure } from '../../failures.ts';
import { deleteSession, findSession, setSessionSeen, upsertSession } from './auth.sql.ts';

declare module 'fastify' {
  interface Session {
    userId?: string;
    userAgent?: string;
    ip?: string;
  }
}

/** What signing in and out does to the request's session. */
export interface RequestSession {
  /** Starts a session of this user under a new id; one from before cannot be carried over. */
  begin(userId: string): Promise<void>;
  end(): Promise<void>;
}

/** The session of a request. `regenerate` hangs a new object on the request, so it is read there each time. */
export const sessionOf = (request: FastifyRequest): RequestSession => ({
  async begin(userId) {
    if (isEnded(request)) throw new Failure('SIGNED_OUT');
    await request.session.regenerate();
    request.session.userId = userId;
    request.session.userAgent = (request.headers['user-agent'] ?? '').slice(0, 300);
    request.session.ip = request.ip;
  },
  async end() {
    if (!isEnded(request)) await request.session.destroy();
  },
});

/** Signing out leaves the request without a session, whatever the type says: calls that came in one batch with it find none. */
const isEnded = (request: FastifyRequest): boolean => (request.session as unknown) === null;

const HOUR = 3_600_000;
/** A session ends after 30 days, or after 7 days without use. */
export const SESSION_MS = 30 * 24 * HOUR;
const IDLE_MS = 7 * 24 * HOUR;
/** "Last seen" is written at most this often: reading a page is not a write. */
const SEEN_EVERY_MS = HOUR / 4;

const hash = (id: string) => createHash('sha256').update(id).digest('base64url');

/** The store that @fastify/session calls. Only the hash of a session id is stored. */
export function sessionStore({ db, now }: Pick<Deps, 'db' | 'now'>): SessionStore {
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
      deleteSession(db, hash(id)).then(() => done(), done);
    },
  };
}
