/** Defines the actor of a service call. Services take it, so that they depend on neither a request nor a session. */
import type { PersonId, UserType, WorkspaceId, WorkspaceRole } from '@marquee/contracts';
import type { UserRole } from '../db/schema.ts';

/** A person in a workspace, as loaded from the database for this call. */
export interface Member {
  /** The person. Sessions, factors, notifications and staff actions belong to people. */
  id: PersonId;
  fullName: string;
  email: string;
  /** Null until the person has confirmed their email address. */
  emailVerifiedAt: Date | null;
  /** The acting workspace. It owns packages, bookings, conversations, documents and the payout account. */
  workspaceId: WorkspaceId;
  workspaceName: string;
  username: string;
  userType: UserType;
  profileImageUrl: string | null;
  payoutsEnabled: boolean;
  /** Whether the acting workspace is locked until staff have checked it, because a change of it was reported. */
  isReported: boolean;
  /** The person's role in the acting workspace. */
  memberRole: WorkspaceRole;
  /** Whether the person is the only member of the acting workspace. */
  isAlone: boolean;
  /** 'admin' for people who work for the operator. `isStaff` decides whether they have the rights of staff. */
  role: UserRole;
  /** Whether the account has a second factor: a passkey or an authenticator app. */
  hasFactor: boolean;
  /** The agency for which the person acts in the workspace of a creator, or null for a member. */
  forAgency: { id: string; name: string } | null;
}

/** A member who acts. */
export interface Actor extends Member {
  /**
   * Identifies one action of the member, such as a click, so that a repeated request takes effect once
   * (core/idempotency.ts). Undefined if the caller sent no key.
   */
  readonly idempotencyKey?: string | undefined;
}
