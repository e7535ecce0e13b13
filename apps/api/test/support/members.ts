/** Adds members to the workspaces of test users. */
import type { MemberRole } from '@marquee/contracts';
import type { SessionUser } from '../../src/core/ctx.ts';
import { newBrand } from '../../src/demo/builders.ts';
import type { Stack } from './stack.ts';

/** Creates a person who is a member of the brand's workspace, and returns them acting in it. */
export async function newMember(
  stack: Stack,
  brand: SessionUser,
  memberRole: MemberRole,
  fullName = 'Kim Booker',
  limits: { orderLimitCents?: number; monthLimitCents?: number } = {},
): Promise<SessionUser> {
  const person = await newBrand(stack.deps, { fullName });
  const { workspaceId, workspaceName, username } = brand;
  await stack.deps.db
    .insertInto('member')
    .values({ workspaceId, personId: person.id, role: memberRole, joinedAt: stack.deps.now(), ...limits })
    .execute();
  return { ...person, workspaceId, workspaceName, username, memberRole, isAlone: false, isHome: false };
}

/** Creates a person who is a member of the brand's workspace and has no workspace of their own. */
export async function newEmployee(stack: Stack, brand: SessionUser, memberRole: MemberRole): Promise<SessionUser> {
  const person = await newMember(stack, brand, memberRole);
  await stack.deps.db
    .deleteFrom('member')
    .where('personId', '=', person.id)
    .where('workspaceId', '<>', brand.workspaceId)
    .execute();
  return { ...person, isHome: true };
}
