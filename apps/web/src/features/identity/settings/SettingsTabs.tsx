import { hasPermission } from '@marquee/contracts';
import { useLocation } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { mayOpenScreen } from '../../../screenAccess.ts';
import { useUser, type SignedInUser } from '../../../session.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { ChoiceLinks } from '../../../ui/ChoiceLinks.tsx';
import { TabLinks } from '../../../ui/TabLinks.tsx';

const isBrandAlone = ({ userType, isAlone }: SignedInUser) => userType === 'brand' && isAlone;

/** Loads the data that decides which tabs are shown, so that no tab appears late. */
export const loadSettingsTabs = async (user: SignedInUser): Promise<unknown> =>
  isBrandAlone(user) && Promise.all([queryUtils.clients.list.ensureData(), queryUtils.budgets.list.ensureData()]);

/**
 * Renders the tabs of the settings. The screens about members, budgets and agencies share the tab "Workspace". In a
 * workspace with one member, the tab appears once there are clients or budgets, and a section of the tab "Account"
 * links to these screens (`WorkspaceSettingsSection`).
 */
export function SettingsTabs() {
  const user = useUser();
  const { pathname } = useLocation();
  const isAlone = user !== null && isBrandAlone(user);
  const { data: clients = [] } = trpc.clients.list.useQuery(undefined, { enabled: isAlone });
  const { data: budgets = [] } = trpc.budgets.list.useQuery(undefined, { enabled: isAlone });
  const canManage = user !== null && hasPermission(user.memberRole, 'members.manage');
  const mayOpen = ({ to }: { to: string }) => user === null || mayOpenScreen(user, to);
  const workspaceScreens = [
    { to: paths.settingsMembers(), label: 'Members' },
    { to: paths.settingsAgency(), label: 'Agency' },
    {
      to: paths.settingsBudgets(),
      label: canManage && !user.isAlone ? 'Approvals and budgets' : 'Budgets and clients',
    },
    { to: paths.settingsLog(), label: 'Log' },
  ].filter(mayOpen);
  const isInWorkspace = workspaceScreens.some(({ to }) => to === pathname);
  const hasBudgets = isAlone && (clients.length > 0 || budgets.length > 0);
  const hasWorkspaceTab =
    user !== null && workspaceScreens.length > 0 && (!user.isAlone || isInWorkspace || hasBudgets);
  const workspacePath = isInWorkspace ? pathname : hasBudgets ? paths.settingsBudgets() : paths.settingsMembers();
  return (
    <>
      <TabLinks
        label="Settings"
        tabs={[
          { to: paths.settings(), label: 'Profile' },
          { to: paths.settingsAvailability(), label: 'Availability' },
          { to: paths.settingsBilling(), label: 'Billing' },
          // Marks the tab as the current one on each of its screens.
          ...(hasWorkspaceTab ? [{ to: workspacePath, label: 'Workspace' }] : []),
          { to: paths.settingsNotifications(), label: 'Notifications' },
          { to: paths.settingsAccount(), label: 'Account' },
        ].filter(mayOpen)}
      />
      {isInWorkspace && (
        <ChoiceLinks
          label="Workspace settings"
          choices={workspaceScreens.map(({ to, label }) => ({ to, label, chosen: to === pathname }))}
        />
      )}
    </>
  );
}
