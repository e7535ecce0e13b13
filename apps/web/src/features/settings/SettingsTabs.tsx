import { hasPermission } from '@marquee/validation';
import { useLocation } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { useUser } from '../../session.ts';
import { ChoiceLinks } from '../../ui/ChoiceLinks.tsx';
import { TabLinks } from '../../ui/TabLinks.tsx';

/**
 * Renders the tabs of the settings. The screens about members, budgets and agencies share the tab "Workspace". In a
 * workspace with one member, a section of the tab "Account" links to them instead (`WorkspaceSettingsSection`).
 */
export function SettingsTabs() {
  const user = useUser();
  const { pathname } = useLocation();
  const isCreator = user?.userType === 'influencer';
  // The people of an agency reach neither the creator's members nor the creator's consent.
  const isMember = user?.forAgency === null;
  const workspaceScreens = [
    { to: paths.settingsMembers(), label: 'Members' },
    isCreator
      ? { to: paths.settingsAgency(), label: 'Agency' }
      : {
          to: paths.settingsBudgets(),
          label: user?.isAlone === false ? 'Approvals and budgets' : 'Budgets and clients',
        },
    ...(user !== null && hasPermission(user.memberRole, 'members.manage')
      ? [{ to: paths.settingsLog(), label: 'Log' }]
      : []),
  ];
  const isInWorkspace = workspaceScreens.some(({ to }) => to === pathname);
  const hasWorkspaceTab = isMember && (!user.isAlone || isInWorkspace);
  return (
    <>
      <TabLinks
        label="Settings"
        tabs={[
          { to: paths.settings(), label: 'Profile' },
          ...(isCreator ? [{ to: paths.settingsAvailability(), label: 'Availability' }] : []),
          { to: paths.settingsBilling(), label: 'Billing' },
          // Marks the tab as the current one on each of its screens.
          ...(hasWorkspaceTab ? [{ to: isInWorkspace ? pathname : paths.settingsMembers(), label: 'Workspace' }] : []),
          { to: paths.settingsNotifications(), label: 'Notifications' },
          { to: paths.settingsAccount(), label: 'Account' },
        ]}
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
