/** The texts for a user who may not act in the workspace in the address. */
import type { SignedInUser } from '../../../session.ts';

/**
 * Says why the user may not act in a workspace, and what to do. `before` is the user as they last acted in the
 * workspace, or null if they did not act in it since the page was opened. `username` is the one in the address.
 */
export function describeLostWorkspace(
  before: Pick<SignedInUser, 'workspaceName' | 'forAgency'> | null,
  username: string | null,
): { title: string; text: string } {
  if (before === null)
    return {
      title: `You are not a member of ${username ?? 'this workspace'}`,
      text: 'Ask an owner to invite you. If you had access before, you were removed, or the workspace was suspended or deleted.',
    };
  const { workspaceName, forAgency } = before;
  return forAgency === null
    ? {
        title: `You are no longer a member of ${workspaceName}`,
        text: 'You were removed, or the workspace was suspended or deleted. Ask an owner to make the changes that you had not saved yet.',
      }
    : {
        title: `${forAgency.name} no longer acts for ${workspaceName}`,
        text: `The consent to ${forAgency.name} has ended, you left the agency, or the workspace was suspended or deleted. Ask ${workspaceName} to make the changes that you had not saved yet.`,
      };
}
