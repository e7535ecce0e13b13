/** The context of a call: dependencies, caller, network address and session. */
import type { Side } from '@marquee/booking';
import type { UserType } from '@marquee/validation';
import type { UserRole } from '../db/schema.ts';
import type { OpenIdProfile } from '../gateways/openid.ts';
import type { Deps } from './deps.ts';

/** The caller, as read from the database for this call. */
export interface SessionUser {
  id: string;
  username: string;
  fullName: string;
  email: string;
  /** Null until the address is confirmed. */
  emailVerifiedAt: Date | null;
  userType: UserType;
  profileImageUrl: string | null;
  payoutsEnabled: boolean;
  role: UserRole;
}

/** A person who is known to the OpenID provider and is creating an account. */
export interface Newcomer extends OpenIdProfile {
  next: string;
  /** An ISO time. */
  since: string;
}

/** The session operations of signing in and out. */
export interface RequestSession {
  /** Identifies this session in the list of a user's sessions. */
  readonly key: string;
  /**
   * Starts a session of this user with a new id, so that an earlier session id cannot be reused (session fixation).
   */
  begin(user: { id: string; signInVersion: number }): Promise<void>;
  /** Whether this user has signed in on this device before. */
  isKnownTo(userId: string): boolean;
  /** Keeps this session valid under a new version, which has ended all other sessions. */
  setSignInVersion(signInVersion: number): void;
  end(): Promise<void>;
  readonly newcomer: Newcomer | undefined;
  /** Stores a newcomer in a signed-out session with a new id. */
  storeNewcomer(newcomer: Newcomer): Promise<void>;
}

/** The context of a call: dependencies, caller, network address and, over HTTP, the session. */
export interface Ctx extends Deps {
  readonly user: SessionUser | null;
  readonly ip: string;
  readonly session: RequestSession | null;
  /**
   * The account that the caller's page was rendered for (`PAGE_USER_HEADER`): a user id, or `VISITOR_ID`. Undefined
   * for API clients, which do not send it.
   */
  readonly pageUser?: string | undefined;
  /** Identifies one intention of the caller, such as one click (core/idempotency.ts). Undefined if none was sent. */
  readonly idempotencyKey?: string | undefined;
  /** Results of reads within one request (`readOncePerRequest`). */
  readonly asked?: Map<string, Promise<unknown>> | undefined;
}

/**
 * Returns the result of `ask`, which runs once per request and name, because several parts of a page read the same
 * creator. Use it for reads only. Code that changes data reads again.
 */
export function readOncePerRequest<T>({ asked }: Pick<Ctx, 'asked'>, name: string, ask: () => Promise<T>): Promise<T> {
  const known = asked?.get(name) as Promise<T> | undefined;
  if (known !== undefined) return known;
  const answer = ask();
  asked?.set(name, answer);
  return answer;
}

/** A call by a signed-in user. */
export interface UserCtx extends Ctx {
  readonly user: SessionUser;
}

/** Returns the side of bookings and offers that a user is on. */
export const getUserSide = ({ userType }: Pick<SessionUser, 'userType'>): Side =>
  userType === 'brand' ? 'brand' : 'creator';
