/** Invites people to workspaces by email. */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import type { PersonId } from '@marquee/contracts';
import { LIMITS, type InvitationInput, type NewMemberInput } from '@marquee/validation';
import { DAY_MS } from '@marquee/time';
import { isConfirmed } from '../../../core/confirmations.ts';
import type { Ctx, UserCtx } from '../../../core/ctx.ts';
import { Failure } from '../../../core/failures.ts';
import { assertNotOperatorName } from '../../../core/operator-name.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import { requestOwnershipChange, WAITING_OWNER_ROLE } from './ownership-changes.service.ts';
import { recordSecurityAction } from '../ownership/ownership.service.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import { insertInvitedPerson, hashNewPassword } from '../auth/auth.service.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import {
  beginMailCode,
  findPublicLinkSubject,
  INVITATION_DAYS,
  MAIL_CODE_MINUTES,
  redeemMailCode,
} from '../../messaging/mail/links.service.ts';
import { assertRoleAvailable, getMembers } from './members.service.ts';
import { announceApprover, assertStillOwner } from './memberships.service.ts';
import {
  findOpenInvitation,
  insertInvitation,
  insertMember,
  listMembers,
  listWorkspacesByPerson,
  listOpenInvitations,
  lockWorkspace,
  revokeInvitations,
  setInvitationAccepted,
} from './workspaces.sql.ts';

const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/**
 * Emails an invitation to the acting workspace. It replaces an earlier one to the same address. Throws MEMBER_EXISTS,
 * MEMBERS_FULL, INVITATIONS_FULL, ROLE_NOT_AVAILABLE, EMAIL_UNCONFIRMED or TOO_MANY_REQUESTS.
 */
export async function inviteMember(deps: Deps, actor: Actor, { email, role }: InvitationInput) {
  const { workspaceId, id, userType, fullName, emailVerifiedAt } = actor;
  assertRoleAvailable(userType, role);
  // The email contains names that the sender has chosen.
  if (emailVerifiedAt === null) throw new Failure('EMAIL_UNCONFIRMED');
  await enforceRateLimit(deps, 'invitation', id);
  const at = deps.now();
  await inTransaction(deps, async (tx) => {
    const workspace = await lockWorkspace(tx.db, workspaceId);
    const members = await listMembers(tx.db, workspaceId);
    assertStillOwner(members, id);
    if (members.some((member) => isSameAddress(member.email, email))) throw new Failure('MEMBER_EXISTS');
    if (members.length >= LIMITS.members) throw new Failure('MEMBERS_FULL');
    await revokeInvitations(tx.db, workspaceId, { email }, at);
    if ((await listOpenInvitations(tx.db, workspaceId, at)).length >= LIMITS.invitations)
      throw new Failure('INVITATIONS_FULL');
    const expiresAt = new Date(at.getTime() + INVITATION_DAYS * DAY_MS);
    const invitation = await insertInvitation(tx.db, {
      workspaceId,
      email,
      role,
      invitedByPersonId: id,
      createdAt: at,
      expiresAt,
    });
    await recordSecurityAction(tx, { kind: 'member.invited', actor, data: { email, role }, at });
    await sendMail(tx, {
      kind: 'workspace_invitation',
      subject: invitation.id,
      to: { address: email },
      data: {
        subjectId: invitation.id,
        workspaceName: workspace?.fullName ?? '',
        inviterName: fullName,
        role,
        expiresAt: expiresAt.toISOString(),
      },
      at,
    });
  });
  return getMembers(deps, actor);
}

/** Withdraws an invitation. Does nothing if it was already accepted or withdrawn. */
export async function revokeInvitation(deps: Deps, actor: Actor, invitationId: string) {
  const { workspaceId } = actor;
  const at = deps.now();
  await inTransaction(deps, async (tx) => {
    for (const { email } of await revokeInvitations(tx.db, workspaceId, { id: invitationId }, at))
      await recordAction(tx.db, { kind: 'member.invitation_withdrawn', actor, data: { email }, at });
  });
  return getMembers(deps, actor);
}

type Invitation = NonNullable<Awaited<ReturnType<typeof findOpenInvitation>>>;

/** Finds the invitation of a link. Throws INVITATION_INVALID or TOO_MANY_REQUESTS. */
async function readInvitation(ctx: Ctx, token: string): Promise<Invitation> {
  await enforceRateLimit(ctx.deps, 'mail link', ctx.request.ip);
  const id = await findPublicLinkSubject(ctx.deps, 'invitation', token);
  const invitation = id === undefined ? undefined : await findOpenInvitation(ctx.deps.db, id, ctx.deps.now());
  if (!invitation) throw new Failure('INVITATION_INVALID');
  return invitation;
}

/**
 * Returns the workspace and the role of an invitation, and whether it was sent to the signed-in user. Throws
 * INVITATION_INVALID or TOO_MANY_REQUESTS.
 */
export async function describeInvitation(ctx: Ctx, token: string) {
  const invitation = await readInvitation(ctx, token);
  const { workspaceName, userType, profileImageUrl, inviterName, email, role, expiresAt } = invitation;
  const isForCaller = ctx.user !== null && isSameAddress(ctx.user.email, email);
  const needsCode = needsEmailCode(invitation);
  return { workspaceName, userType, profileImageUrl, inviterName, email, role, expiresAt, isForCaller, needsCode };
}

/**
 * Whether a person without an account has to enter a code from an email, because the link may have been forwarded and
 * an owner can do everything.
 */
const needsEmailCode = ({ role }: Pick<Invitation, 'role'>): boolean => role === 'owner';

/**
 * Emails a code to the address of an invitation. Returns the id of the code, which the visitor sends with it. Throws
 * INVITATION_INVALID or TOO_MANY_REQUESTS.
 */
export async function requestInvitationCode(ctx: Ctx, token: string): Promise<{ codeId: string }> {
  const { id, email, workspaceName } = await readInvitation(ctx, token);
  const { codeId } = await beginMailCode(ctx, id);
  await inTransaction(ctx.deps, (tx) =>
    sendMail(tx, {
      kind: 'invitation_code',
      subject: codeId,
      to: { address: email },
      data: { subjectId: id, codeId, workspaceName, minutes: MAIL_CODE_MINUTES },
      at: ctx.deps.now(),
    }),
  );
  return { codeId };
}

/**
 * Makes the signed-in user a member. Returns the username of the workspace. Throws INVITATION_INVALID,
 * INVITATION_OTHER_EMAIL, CONFIRMATION_REQUIRED, MEMBERS_FULL, MEMBERSHIPS_FULL or TOO_MANY_REQUESTS.
 */
export async function acceptInvitation(ctx: UserCtx, token: string): Promise<{ username: string }> {
  const invitation = await readInvitation(ctx, token);
  if (!isSameAddress(ctx.user.email, invitation.email)) throw new Failure('INVITATION_OTHER_EMAIL');
  // An owner can change where payouts go.
  if (invitation.role === 'owner' && !isConfirmed(ctx)) throw new Failure('CONFIRMATION_REQUIRED');
  await inTransaction(ctx.deps, (tx) => join(tx, ctx.deps, invitation, ctx.user.id));
  return { username: invitation.username };
}

/**
 * Creates a person without a workspace of their own and makes them a member. The link proves the email address, and
 * for an owner also the code. Throws INVITATION_INVALID, INVITATION_CODE_WRONG, NAME_RESERVED, EMAIL_TAKEN,
 * PASSWORD_COMMON, MEMBERS_FULL, TOO_MANY_REQUESTS or TOO_BUSY.
 */
export async function joinAsNewPerson(
  ctx: Ctx,
  { token, fullName, password, emailCode }: NewMemberInput,
): Promise<{ email: string }> {
  const invitation = await readInvitation(ctx, token);
  assertNotOperatorName(ctx.deps, fullName);
  await enforceRateLimit(ctx.deps, 'register', ctx.request.ip);
  const passwordHash = await hashNewPassword(ctx, password);
  if (needsEmailCode(invitation)) await assertEmailCode(ctx.deps, invitation, emailCode);
  const at = ctx.deps.now();
  await inTransaction(ctx.deps, async (tx) => {
    const { email } = invitation;
    const id = await insertInvitedPerson(tx.db, { fullName, email, passwordHash, at });
    await join(tx, ctx.deps, invitation, id);
  });
  return { email: invitation.email };
}

/** Uses up the code that was emailed to the address of an invitation. Throws INVITATION_CODE_WRONG. */
async function assertEmailCode(
  deps: Deps,
  { id: subjectId }: Invitation,
  emailCode: NewMemberInput['emailCode'],
): Promise<void> {
  if (emailCode === undefined || !(await redeemMailCode(deps, { id: emailCode.codeId, subjectId }, emailCode.code)))
    throw new Failure('INVITATION_CODE_WRONG');
}

/**
 * Makes a person a member in the caller's transaction, and emails the owners. A person who was invited as an owner has
 * a lower role until the change of ownership takes effect (ownership-changes.service.ts), and may not order for more
 * than the owner who invited them.
 */
async function join(
  tx: UnitOfWork,
  deps: Deps,
  { id, workspaceId, userType, role: invitedRole, invitedByPersonId }: Invitation,
  personId: PersonId,
): Promise<void> {
  const at = deps.now();
  const workspace = await lockWorkspace(tx.db, workspaceId);
  if (!workspace || workspace.reportedAt !== null) throw new Failure('WORKSPACE_REPORTED');
  if (!(await setInvitationAccepted(tx.db, id, { at, by: personId }))) throw new Failure('INVITATION_INVALID');
  const members = await listMembers(tx.db, workspaceId);
  if (members.some((member) => member.id === personId)) return;
  if (members.length >= LIMITS.members) throw new Failure('MEMBERS_FULL');
  if ((await listWorkspacesByPerson(tx.db, personId)).length >= LIMITS.memberships)
    throw new Failure('MEMBERSHIPS_FULL');
  const isNewOwner = invitedRole === 'owner';
  const role = isNewOwner ? WAITING_OWNER_ROLE[userType] : invitedRole;
  const limits = isNewOwner ? members.find((member) => member.id === invitedByPersonId) : undefined;
  await insertMember(tx.db, {
    workspaceId,
    personId,
    role,
    orderLimitCents: limits?.orderLimitCents ?? null,
    monthLimitCents: limits?.monthLimitCents ?? null,
    joinedAt: at,
  });
  await recordSecurityAction(tx, { kind: 'member.joined', actor: { workspaceId, id: personId }, data: { role }, at });
  announceApprover(tx, { workspaceId, personId }, role, at);
  if (isNewOwner)
    await requestOwnershipChange(tx, deps, {
      workspaceId,
      requestedBy: invitedByPersonId,
      personId,
      change: { kind: 'grant' },
    });
}
