/** Stores sessions in PostgreSQL for @fastify/session, one row per sign-in. */
import type { PersonId } from '@marquee/contracts';
import { DAY_MS, HOUR_MS } from '@marquee/time';
import { createHash } from 'node:crypto';
import type { SessionStore } from '@fastify/session';
import type { FastifyRequest, Session } from 'fastify';
import type { Confirmation, DevicePerson, Newcomer, PendingSignIn, RequestSession } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { getPersonChannel } from '../../../core/live.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { ConfirmationMethod, Db, PasskeyChallenge } from '../../../db/schema.ts';
import { incrementSignInVersion } from './accounts.sql.ts';
import {
  deleteChallenge,
  deleteSession,
  deleteSessionsExcept,
  findSession,
  insertSession,
  listValidSessions,
  setChallenge,
  setSessionSeen,
  setSessionVersion,
  updateSession,
} from './sessions.sql.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the user if this request signed them in. */
    signedIn?: string;
  }
  interface Session {
    personId?: PersonId;
    /** The user's `signInVersion` at sign-in. The session is invalid as soon as the account's version differs. */
    signInVersion?: number;
    /**
     * Set for a user who signed in at the OpenID provider but has no account yet. They finish registering on
     * /welcome.
     */
    newcomer?: Newcomer;
    /** Set after the first step of a sign-in that needs a second one. */
    pendingSignIn?: PendingSignIn;
    /** The ISO time of the last confirmation. */
    confirmedAt?: string;
    confirmedBy?: ConfirmationMethod;
    /** The ISO time from which staff can use the confirming passkey for actions that move money. */
    passkeyTrustedFrom?: string | undefined;
    guestIds?: string[];
    userAgent?: string;
    ip?: string;
  }
}

/**
 * The session of an HTTP request. Each operation reads `request.session` again, because `regenerate` replaces it. It is
 * a class, so that a request creates no functions.
 */
export class HttpSession implements RequestSession {
  readonly isStored = true;
  readonly #db: Db;
  readonly #request: FastifyRequest;
  readonly #listDevicePeople: (request: FastifyRequest) => readonly DevicePerson[];

  /**
   * Challenges are stored in `db`. `listDevicePeople` returns the people who have signed in on the device of a request
   * before.
   */
  constructor(db: Db, request: FastifyRequest, listDevicePeople: (request: FastifyRequest) => readonly DevicePerson[]) {
    this.#db = db;
    this.#request = request;
    this.#listDevicePeople = listDevicePeople;
  }

  /** Undefined after the session has ended. */
  get #session(): FastifyRequest['session'] | undefined {
    return isSessionEnded(this.#request) ? undefined : this.#request.session;
  }

  get key(): string {
    const session = this.#session;
    return session === undefined ? '' : hashSessionId(session.sessionId);
  }

  get userAgent(): string {
    return getUserAgent(this.#request);
  }

  get confirmedAt(): Date | null {
    const at = this.#session?.confirmedAt;
    return at === undefined ? null : new Date(at);
  }

  get confirmedBy(): ConfirmationMethod | null {
    return this.#session?.confirmedBy ?? null;
  }

  get passkeyTrustedFrom(): Date | null {
    const at = this.#session?.passkeyTrustedFrom;
    return at === undefined ? null : new Date(at);
  }

  confirm(confirmation: Confirmation): void {
    Object.assign(this.#session ?? {}, toSessionFields(confirmation));
  }

  async begin({ id, signInVersion }: { id: PersonId; signInVersion: number }, confirmation: Confirmation | null) {
    await regenerateSession(this.#request);
    Object.assign(this.#request.session, { personId: id, signInVersion, ...toSessionFields(confirmation) });
    this.#request.signedIn = id;
  }

  get pendingSignIn(): PendingSignIn | undefined {
    return this.#session?.pendingSignIn;
  }

  async storePendingSignIn(pending: PendingSignIn) {
    await regenerateSession(this.#request);
    this.#request.session.pendingSignIn = pending;
  }

  async storeChallenge(challenge: PasskeyChallenge) {
    const session = this.#session;
    if (session === undefined) throw new Failure('SIGNED_OUT');
    // A visitor's session is stored only if it contains something.
    if (session.userAgent === undefined) await regenerateSession(this.#request);
    await this.#request.session.save();
    await setChallenge(this.#db, hashSessionId(this.#request.session.sessionId), challenge);
  }

  async takeChallenge(): Promise<PasskeyChallenge | null> {
    const session = this.#session;
    return session === undefined ? null : deleteChallenge(this.#db, hashSessionId(session.sessionId));
  }

  async endOthers(tx: UnitOfWork, personId: PersonId) {
    const { key } = this;
    const version = await incrementSignInVersion(tx.db, personId);
    await deleteSessionsExcept(tx.db, personId, key);
    await setSessionVersion(tx.db, key, version);
    tx.publishAfterCommit({ kind: 'access', to: [getPersonChannel(personId)] });
    this.setSignInVersion(version);
  }

  get devicePersonIds(): readonly PersonId[] {
    return this.#listDevicePeople(this.#request).map(({ id }) => id);
  }

  findKnownSince(personId: PersonId): Date | null {
    return this.#listDevicePeople(this.#request).find(({ id }) => id === personId)?.since ?? null;
  }

  setSignInVersion(signInVersion: number): void {
    const session = this.#session;
    if (session !== undefined) session.signInVersion = signInVersion;
  }

  get newcomer(): Newcomer | undefined {
    return this.#session?.newcomer;
  }

  async storeNewcomer(newcomer: Newcomer) {
    await regenerateSession(this.#request);
    this.#request.session.newcomer = newcomer;
  }

  get guestIds(): readonly string[] {
    return this.#session?.guestIds ?? [];
  }

  async addGuest(guestId: string) {
    const guestIds = [...this.guestIds.filter((id) => id !== guestId), guestId].slice(-MAX_SESSION_GUESTS);
    if (this.#session?.personId === undefined) await regenerateSession(this.#request);
    this.#request.session.guestIds = guestIds;
  }

  async end() {
    await this.#session?.destroy();
  }
}

/** A session forgets its oldest guest if there are more. The guest can then confirm the address again. */
const MAX_SESSION_GUESTS = 20;

const getUserAgent = (request: FastifyRequest): string => (request.headers['user-agent'] ?? '').slice(0, 300);

const toSessionFields = (confirmation: Confirmation | null) =>
  confirmation && {
    confirmedAt: confirmation.at.toISOString(),
    confirmedBy: confirmation.by,
    passkeyTrustedFrom: confirmation.trustedFrom?.toISOString(),
  };

async function regenerateSession(request: FastifyRequest): Promise<void> {
  if (isSessionEnded(request)) throw new Failure('SIGNED_OUT');
  await request.session.regenerate();
  request.session.userAgent = getUserAgent(request);
  request.session.ip = request.ip;
}

/**
 * Whether the request's session has ended. If one call of a batch signs the user out, `request.session` is null for
 * the other calls, although its type does not allow null.
 */
export const isSessionEnded = (request: FastifyRequest): boolean => (request.session as unknown) === null;

/** Sessions end after 30 days, or after 7 days without use. */
export const SESSION_MS = 30 * DAY_MS;
export const SESSION_IDLE_MS = 7 * DAY_MS;
/** Minimum time between two writes of "last seen", so that most requests do not write. */
const LAST_SEEN_INTERVAL_MS = HOUR_MS / 4;

const hashSessionId = (id: string) => createHash('sha256').update(id).digest('base64url');

/**
 * Whether a session is stored for the first time. `regenerate` of @fastify/session stores an empty session under the
 * new id, and `regenerateSession` fills it right after that. A session that contains something is only updated, never
 * inserted, because it may have ended since the request began.
 */
const isNewSession = ({ personId, userAgent }: Pick<Session, 'personId' | 'userAgent'>): boolean =>
  personId === undefined && userAgent === undefined;

/** The store for @fastify/session. It stores only the hash of a session id. */
export function sessionStore({ db, live, now }: Pick<Deps, 'db' | 'live' | 'now'>): SessionStore {
  const read = async (id: string) => {
    const row = await findSession(db, hashSessionId(id));
    if (!row || row.expiresAt <= now() || row.lastSeenAt.getTime() + SESSION_IDLE_MS <= now().getTime()) return null;
    if (row.lastSeenAt.getTime() + LAST_SEEN_INTERVAL_MS < now().getTime())
      await setSessionSeen(db, hashSessionId(id), now());
    const session = row.data as unknown as Parameters<SessionStore['set']>[1];
    // @fastify/session compares the expiry as a Date, but JSON stores it as text.
    return { ...session, cookie: { ...session.cookie, expires: row.expiresAt } };
  };

  return {
    get: (id, done) => {
      read(id).then((session) => done(null, session), done);
    },
    set: (id, session, done) => {
      const row = {
        idHash: hashSessionId(id),
        personId: session.personId ?? null,
        data: JSON.stringify(session),
        userAgent: session.userAgent ?? null,
        ip: session.ip ?? null,
        lastSeenAt: now(),
        expiresAt: session.cookie.expires ?? new Date(now().getTime() + SESSION_MS),
      };
      const store = isNewSession(session) ? insertSession(db, { ...row, createdAt: now() }) : updateSession(db, row);
      store.then(() => done(), done);
    },
    destroy: (id, done) => {
      const remove = async () => {
        const session = await deleteSession(db, hashSessionId(id));
        if (session?.personId) live.publish({ kind: 'access', to: [getPersonChannel(session.personId)] });
      };
      remove().then(() => done(), done);
    },
  };
}

/** Returns those of the `keys` (see `RequestSession.key`) whose sessions are valid. */
export async function filterValidSessionKeys(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  keys: readonly string[],
): Promise<Set<string>> {
  const good = await listValidSessions(db, keys, now());
  return new Set(good.map(({ idHash }) => idHash));
}
