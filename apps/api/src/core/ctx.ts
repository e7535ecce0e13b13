import type { PersonId } from '@marquee/contracts';
import type { Side } from '@marquee/booking';
import type { ConfirmationMethod, PasskeyChallenge } from '../db/schema.ts';
import type { OpenIdProfile } from '../gateways/openid.ts';
import type { Actor, Member } from './actor.ts';
import type { Deps } from './deps.ts';
import type { Outcome } from './metrics.ts';
import type { UnitOfWork } from './unit-of-work.ts';

/** The signed-in person and the workspace in which they act. */
export interface SessionUser extends Member {
  /** Whether the acting workspace is the one that opens without a workspace in the address. */
  isHome: boolean;
  /** The time since which the account has had a factor without interruption, or null without one. */
  factorSince: Date | null;
}

/** A person who signed in at the OpenID provider and has not finished creating an account here. */
export interface Newcomer extends OpenIdProfile {
  next: string;
  /** The ISO time at which they returned from the provider. */
  since: string;
}

/** A sign-in whose second step is missing. */
export interface PendingSignIn {
  personId: PersonId;
  signInVersion: number;
  /** The ISO time of the first step. */
  since: string;
  /** The identity of the OpenID provider that is connected to the account after the second step. */
  toConnect?: OpenIdProfile | undefined;
}

/** A proof of the user's identity. */
export interface Proof {
  by: ConfirmationMethod;
  /** Only for a passkey: the time from which staff can use it for actions that move money. */
  trustedFrom?: Date;
}

export interface Confirmation extends Proof {
  at: Date;
}

/** A person who has signed in on a device, and the time of the first time. */
export interface DevicePerson {
  id: PersonId;
  since: Date;
}

/** The session operations for signing in and out. */
export interface RequestSession {
  /** Whether the session is in the database. False only for the demo data and for tests, which call without HTTP. */
  readonly isStored: boolean;
  /** Identifies this session in the list of the user's sessions. */
  readonly key: string;
  readonly userAgent: string;
  /** The time of the last confirmation, or null. A sign-in counts as one. */
  readonly confirmedAt: Date | null;
  readonly confirmedBy: ConfirmationMethod | null;
  /** The `trustedFrom` of the last confirmation, or null. */
  readonly passkeyTrustedFrom: Date | null;
  /** Stores a confirmation. `core/confirmations.ts` decides how long it is valid. */
  confirm(confirmation: Confirmation): void;
  /** Starts a session for `user` with a new id, so that an earlier session id cannot be reused (session fixation). */
  begin(user: { id: PersonId; signInVersion: number }, confirmation: Confirmation | null): Promise<void>;
  readonly pendingSignIn: PendingSignIn | undefined;
  /** Stores a sign-in whose second step is missing in a signed-out session with a new id. */
  storePendingSignIn(pending: PendingSignIn): Promise<void>;
  /** Stores the challenge of a passkey request. It replaces the one before. */
  storeChallenge(challenge: PasskeyChallenge): Promise<void>;
  /** Returns the stored challenge and removes it. If two calls run at the same time, only one gets it. */
  takeChallenge(): Promise<PasskeyChallenge | null>;
  /**
   * Ends all other sessions of the user in the caller's transaction, even those that are just starting. The caller
   * has locked the account.
   */
  endOthers(tx: UnitOfWork, personId: PersonId): Promise<void>;
  /** The ids of the people who have signed in on this device, the latest first. */
  readonly devicePersonIds: readonly PersonId[];
  /** Returns the time of the user's first sign-in on this device, or null if they have not signed in on it. */
  findKnownSince(personId: PersonId): Date | null;
  /**
   * Keeps this session valid after the user's sign-in version has changed. All other sessions end because their
   * version is outdated.
   */
  setSignInVersion(signInVersion: number): void;
  end(): Promise<void>;
  /**
   * The guests (`review_guest`) with an email address that was confirmed in this session. Guests have no access to an
   * account.
   */
  readonly guestIds: readonly string[];
  /** Adds a guest. A visitor's session gets a new id, so that an earlier session id cannot be reused. */
  addGuest(guestId: string): Promise<void>;
  readonly newcomer: Newcomer | undefined;
  /** Stores `newcomer` in a signed-out session with a new id. */
  storeNewcomer(newcomer: Newcomer): Promise<void>;
}

/** A procedure that a request called, for the request's log line. */
export interface CallRecord {
  procedure: string;
  ms: number;
  outcome: Outcome;
}

/** The properties of an HTTP request that its calls use. */
export interface CallRequest {
  readonly ip: string;
  /** Undefined for calls without HTTP. Users see it as the reference of an error. */
  readonly id?: string | undefined;
  /**
   * The account that the caller's page was rendered for, from the header `PAGE_USER_HEADER`. Either a user id or
   * `VISITOR_ID`. Undefined for API clients that do not send the header.
   */
  readonly pageUser?: string | undefined;
  /**
   * Identifies one user action, such as a click, so that a repeated request takes effect once (core/idempotency.ts).
   * Undefined if the caller sent no key.
   */
  readonly idempotencyKey?: string | undefined;
  /** The procedures that the request has called so far. */
  readonly calls?: CallRecord[] | undefined;
  /** Results of reads that this request has already made (`readOncePerRequest`). */
  readonly reads?: Map<string, Promise<unknown>> | undefined;
}

/**
 * The context of a call. It has few fields, because tRPC copies it at every step of a procedure. Only the edge
 * (routers, http/) and services that read or change the session take it. All others take `deps` and an actor.
 */
export interface Ctx {
  readonly deps: Deps;
  readonly user: SessionUser | null;
  readonly request: CallRequest;
  /** Null for calls without HTTP. */
  readonly session: RequestSession | null;
}

/** The context of a call by a signed-in user. */
export interface UserCtx extends Ctx {
  readonly user: SessionUser;
  readonly actor: Actor;
}

/** Returns the actor of a call. */
export const toActor = (user: SessionUser, { idempotencyKey }: CallRequest): Actor => ({ ...user, idempotencyKey });

/**
 * Runs `read` once per request and `name`, and returns the same result for each further call. Useful because several
 * parts of a page read the same creator, for example. Use this for reads only, because code that changes data needs
 * the current rows.
 */
export function readOncePerRequest<T>(
  { reads }: Pick<CallRequest, 'reads'>,
  name: string,
  read: () => Promise<T>,
): Promise<T> {
  const earlier = reads?.get(name) as Promise<T> | undefined;
  if (earlier !== undefined) return earlier;
  const result = read();
  reads?.set(name, result);
  return result;
}

/** Returns the side that a user takes in bookings and offers, which depends on the type of the acting workspace. */
export const getUserSide = ({ userType }: Pick<Member, 'userType'>): Side =>
  userType === 'brand' ? 'brand' : 'creator';
