import { NavLink } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { useUser } from '../../session.ts';
import { useScrollToCurrentLink } from '../../lib/useScrollToCurrentLink.ts';
import classes from './SettingsTabs.module.css';

export function SettingsTabs() {
  const bar = useScrollToCurrentLink<HTMLElement>();
  const isCreator = useUser()?.userType === 'influencer';
  const tabs = [
    { to: paths.settings(), label: 'Profile' },
    ...(isCreator ? [{ to: paths.settingsAvailability(), label: 'Availability' }] : []),
    { to: paths.settingsBilling(), label: 'Billing' },
    { to: paths.settingsNotifications(), label: 'Notifications' },
    { to: paths.settingsAccount(), label: 'Account' },
  ];
  return (
    <nav ref={bar} aria-label="Settings" className={classes.tabs}>
      {tabs.map(({ to, label }) => (
        <NavLink key={to} to={to} end className={classes.tab ?? ''}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
