import type { SignedInUser } from '../../session.ts';

/** Returns whether members can request orders, because the workspace is a brand’s and several people work in it. */
export const canHaveRequests = (user: SignedInUser | null): boolean => user?.userType === 'brand' && !user.isAlone;
