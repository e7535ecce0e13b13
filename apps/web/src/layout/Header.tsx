/** Renders the navigation bar (requirements R2.21). */
import { ActionIcon, Button, Container, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { PRODUCT_NAME } from '@marquee/brand';
import { useDisclosure, useWindowEvent } from '@mantine/hooks';
import { Menu as MenuIcon, Moon, Sun, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, type ComponentType } from 'react';
import { Link, NavLink, useLocation, useSearchParams } from 'react-router-dom';
import { paths } from '../paths.ts';
import type { SignedInUser } from '../session.ts';
import { getFailureCode } from '../lib/errors.ts';
import { trpc } from '../trpc.ts';
import { notifyAfterLoad } from '../lib/notify.ts';
import classes from './Header.module.css';
import { CommandPaletteButton } from './CommandPaletteButton.tsx';
import { UserMenuButton } from './UserMenuButton.tsx';

/**
 * The parts of the header for signed-in users. The browser loads them on demand. The server renders in one pass, so
 * it replaces them with the components themselves (ssr/entry-server.tsx).
 */
export const signedInComponents: { LiveUpdates: ComponentType } = {
  LiveUpdates: lazy(() => import('./InboxLinks.tsx').then((module) => ({ default: module.InboxLinks }))),
};

const PUBLIC_LINKS = [
  { to: paths.home(), label: 'Home' },
  { to: paths.findInfluencers(), label: 'Browse' },
  { to: paths.pricingGuide(), label: 'Pricing' },
  { to: paths.resources(), label: 'Resources' },
  { to: paths.contact(), label: 'Contact' },
] as const;

/** The content and the link targets of the header and the footer. */
export interface HeaderProps {
  /** The signed-in user. It is null for visitors and in workspaces that the user is not a member of. */
  user: SignedInUser | null;
  isVisitor: boolean;
  toTarget: (path: string) => string;
}

export function Header({ user, isVisitor, toTarget }: HeaderProps) {
  const { opened, toggle, button } = useNarrowMenu();
  const links = <HeaderLinks isVisitor={isVisitor} toTarget={toTarget} />;
  return (
    <header className={classes.header}>
      <Container size="lg" className={classes.bar ?? ''}>
        <Link to={toTarget(paths.home())} className={classes.logo} aria-label={`${PRODUCT_NAME} home`}>
          <img src="/favicon.svg" alt="" width={30} height={30} />
          <span>{PRODUCT_NAME}</span>
        </Link>
        <nav aria-label="Main" className={classes.links}>
          {links}
        </nav>
        <div className={classes.side}>
          <span className={classes.scheme}>
            {user !== null && <CommandPaletteButton user={user} />}
            <ColorSchemeSwitch />
          </span>
          {user !== null && (
            <Suspense fallback={<span className={classes.messagesPlace} />}>
              <signedInComponents.LiveUpdates key={`${user.id} ${user.workspaceId}`} />
            </Suspense>
          )}
          {isVisitor && <SignInLinks />}
          {user !== null && <UserMenuButton user={user} />}
          {!isVisitor && <SignOutButton className={classes.signOut ?? ''} />}
          <button
            ref={button}
            type="button"
            className={classes.menuButton}
            onClick={toggle}
            aria-label={opened ? 'Close menu' : 'Open menu'}
            aria-expanded={opened}
            aria-controls={MENU_ID}
          >
            {opened ? <X size={22} aria-hidden /> : <MenuIcon size={22} aria-hidden />}
          </button>
        </div>
      </Container>
      {opened && (
        <nav aria-label="Main" id={MENU_ID} className={classes.drawer}>
          {links}
          {!isVisitor && <SignOutButton className={classes.link ?? ''} />}
          <span className={classes.drawerScheme}>
            <ColorSchemeSwitch /> Light or dark mode
          </span>
        </nav>
      )}
    </header>
  );
}

const HeaderLinks = ({ isVisitor, toTarget }: Pick<HeaderProps, 'isVisitor' | 'toTarget'>) => {
  const links = isVisitor ? PUBLIC_LINKS : [...PUBLIC_LINKS, { to: paths.dashboard(), label: 'Dashboard' }];
  return links.map(({ to, label }) => (
    <NavLink key={to} to={toTarget(to)} end={to === paths.home()} className={classes.link ?? ''}>
      {label}
    </NavLink>
  ));
};

function SignOutButton({ className }: { className: string }) {
  const signOut = useSignOut();
  return (
    <button type="button" className={className} onClick={signOut}>
      Logout
    </button>
  );
}

function SignInLinks() {
  // Passes on the return path, so that a visitor who switches between sign-in and registration still returns to the
  // page they requested.
  const next = useSearchParams()[0].get('next');
  const to = next === null ? {} : { next };
  return (
    <>
      <Button component={Link} to={paths.auth(to)} variant="subtle" size="sm" className={classes.entry ?? ''}>
        Sign In
      </Button>
      <Button component={Link} to={paths.auth({ mode: 'signup', ...to })} size="sm" className={classes.entry ?? ''}>
        Sign Up
      </Button>
    </>
  );
}

const MENU_ID = 'menu';

/** Manages the menu on narrow screens, which Escape and navigation close. */
function useNarrowMenu() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const { key } = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(close, [close, key]);
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || !opened) return;
    close();
    button.current?.focus();
  });
  return { opened, toggle, button };
}

/**
 * Switches between the light and the dark color scheme. CSS decides which icon is visible, because the server does
 * not know the scheme.
 */
function ColorSchemeSwitch() {
  // Keeps transitions. Mantine would disable them with a style element, which the content security policy forbids.
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true });
  const isDark = useComputedColorScheme('light') === 'dark';
  const change = () => setColorScheme(isDark ? 'light' : 'dark');
  return (
    <ActionIcon variant="subtle" color="gray" onClick={change} aria-label="Switch between light and dark mode">
      <Moon size={18} aria-hidden className={classes.light} />
      <Sun size={18} aria-hidden className={classes.dark} />
    </ActionIcon>
  );
}

/**
 * Returns a function that signs out and loads the home page with a full page load, which discards all data in memory.
 * This happens even if the sign-out request fails (requirements R4.2). In that case, the browser opens the URL that
 * ends the session.
 */
function useSignOut(): () => void {
  const leaveFor = (address: string) => {
    notifyAfterLoad('Logged out successfully', undefined, { forVisitors: true });
    location.assign(address);
  };
  const signOut = trpc.auth.signOut.useMutation({
    onSuccess: () => leaveFor(paths.home()),
    onError: (error) => {
      // If another user has signed in since, their session must not be ended. The page reloads instead.
      if (getFailureCode(error) !== 'ACCOUNT_CHANGED') leaveFor(paths.externalSignOut());
    },
  });
  return () => signOut.mutate();
}
