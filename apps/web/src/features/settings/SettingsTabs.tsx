import { paths } from '../../paths.ts';
import { useUser } from '../../session.ts';
import { TabLinks } from '../../ui/TabLinks.tsx';

export function SettingsTabs() {
  const user = useUser();
  const isCreator = user?.userType === 'influencer';
  return (
    <TabLinks
      label="Settings"
      tabs={[
        { to: paths.settings(), label: 'Profile' },
        ...(isCreator ? [{ to: paths.settingsAvailability(), label: 'Availability' }] : []),
        { to: paths.settingsBilling(), label: 'Billing' },
        isCreator
          ? { to: paths.settingsAgency(), label: 'Agency' }
          : { to: paths.settingsBudgets(), label: user?.isAlone === false ? 'Approvals and budgets' : 'Budgets' },
        { to: paths.settingsMembers(), label: 'Members' },
        { to: paths.settingsNotifications(), label: 'Notifications' },
        { to: paths.settingsAccount(), label: 'Account' },
      ]}
    />
  );
}
