/** What a call carries: the product's parts, who is calling, from where, and the session it may change. */
import type { Side } from '@marquee/booking';
import type { UserType } from '@marquee/validation';
import type { UserRole } from '../db/schema.ts';
import type { OpenIdProfile } from '../gateways/openid.ts';
import type { Deps } from './deps.ts';

/** The caller as the database has it now. */
export interface SessionUser {
  id: string;
  username: string;
  fullName: string;
  email: string;
  /** Null: nobody has confirmed the address yet. */
  emailVerifiedAt: Date | null;
  userType: UserType;
  profileImageUrl: string | null;
  payoutsEnabled: boolean;
  role: UserRole;
}

/** Somebody whom the provider knows and we do not, on the way to an account. */
export interface Newcomer extends OpenIdProfile {
  next: string;
  /** ISO text. */
  since: string;
}

/** What signing in and out does to the request's session. */
export interface RequestSession {
  /** Names this session in the list of a user's sessions. */
  readonly key: string;
  /** Starts a session of this user under a new id; one from before cannot be carried over. */
  begin(user: { id: string; signInVersion: number }): Promise<void>;
  /** Whether this user has signed in on this device before. */
  isKnownTo(userId: string): boolean;
  /** This session goes on under another version, which has ended all others. */
  setSignInVersion(signInVersion: number): void;
  end(): Promise<void>;
  readonly newcomer: Newcomer | undefined;
  /** Remembers a newcomer, signed in as nobody, under a new id. */
  storeNewcomer(newcomer: Newcomer): Promise<void>;
}

/** A call: what services need, who is calling, from where, and (over HTTP) the session it may change. */
export interface Ctx extends Deps {
  readonly user: SessionUser | null;
  readonly ip: string;
  readonly session: RequestSession | null;
  /**
   * The account that the caller's page was rendered for (`PAGE_USER_HEADER`): a user id, or `NOBODY`. Undefined for
   * programs, which do not send it.
   */
  readonly pageUser?: string | undefined;
  /**
   * Names one intention of the caller, such as one press of a button (core/idempotency.ts). Undefined if none was sent.
   */
  readonly idempotencyKey?: string | undefined;
  /** What the reads of one request have asked for already (`askedOnce`). */
  readonly asked?: Map<string, Promise<unknown>> | undefined;
}

/**
 * What `ask` answers, asked once a request under this name: the parts of a page look for the same creator. For reads
 * only: who changes something reads anew.
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
