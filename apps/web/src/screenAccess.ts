/** Tells which screens a member may open, so that navigation offers no screen that the server would refuse. */
import { hasPermission, type Permission, type UserType } from '@marquee/contracts';
import { paths } from './paths.ts';
import type { SignedInUser } from './session.ts';

interface ScreenAccess {
  /** The type of the workspaces that have the screen. Both types if omitted. */
  userType?: UserType;
  /** The permission that the procedures of the screen's loader require. */
  permission?: Permission;
  /** False if the people of a creator's agency may not open the screen of that creator. */
  agencies?: false;
}

/** The access of screens by path. All members may open a screen without an entry. */
const SCREEN_ACCESS: Readonly<Record<string, ScreenAccess>> = {
  [paths.packages()]: { userType: 'influencer' },
  [paths.questionnaireBuilder()]: { userType: 'influencer' },
  [paths.customerInfo()]: { userType: 'brand' },
  [paths.analytics()]: { permission: 'documents.read' },
  [paths.payouts()]: { userType: 'influencer', permission: 'documents.read' },
  [paths.statements()]: { userType: 'influencer', permission: 'documents.read' },
  [paths.receipts()]: { userType: 'brand', permission: 'documents.read' },
  [paths.settingsAvailability()]: { userType: 'influencer' },
  [paths.settingsBilling()]: { agencies: false },
  [paths.settingsMembers()]: { agencies: false },
  [paths.settingsBudgets()]: { userType: 'brand' },
  [paths.settingsAgency()]: { userType: 'influencer', permission: 'documents.read', agencies: false },
  [paths.settingsLog()]: { permission: 'members.manage', agencies: false },
};

/** The properties of the signed-in user on which the access to screens depends. */
export type ScreenVisitor = Pick<SignedInUser, 'userType' | 'memberRole' | 'forAgency'>;

/** Returns whether the user may open the screen at `to`, a path that may have a query. */
export function mayOpenScreen({ userType, memberRole, forAgency }: ScreenVisitor, to: string): boolean {
  const [path = ''] = to.split('?');
  const access = SCREEN_ACCESS[path] ?? {};
  return (
    (access.userType === undefined || access.userType === userType) &&
    (access.permission === undefined || hasPermission(memberRole, access.permission)) &&
    (access.agencies !== false || forAgency === null)
  );
}
