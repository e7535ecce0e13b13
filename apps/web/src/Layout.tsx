/** The frame around every screen: navigation, the screen, footer. */
import { ActionIcon, Avatar, Box, Burger, Button, Collapse, Container, Group, Menu, Stack, Text, UnstyledButton, VisuallyHidden, useMantineColorScheme, useComputedColorScheme } from '@mantine/core';
import { useDisclosure, useWindowEvent } from '@mantine/hooks';
import { Moon, Sun } from 'lucide-react';
import { useEffect, useRef, type Ref } from 'react';
import { Link, NavLink, Outlet, ScrollRestoration, useLocation, useNavigation, useSearchParams } from 'react-router-dom';
import classes from './Layout.module.css';
import { paths } from './paths.ts';
import { useUser, type User } from './session.ts';
import { trpc } from './trpc.ts';
import { notifyAfterLoad, showWaiting } from './ui/notify.ts';

export function Layout() {
  const user = useUser();
  const links = linksFor(user);
  const isLoading = useNavigation().state !== 'idle';
  const { opened, toggle, button } = useMenu();
  useEffect(showWaiting, []);
  useReloadWhenRestored();

  return (
    <Box className={classes.page}>
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      {isLoading && <div className={classes.progress} aria-hidden />}
      <header className={classes.header}>
        <Container size="lg">
          <Group h="100%" justify="space-between" wrap="nowrap">
            <Group gap="xl" wrap="nowrap">
              <Link to={paths.home()} className={classes.logo} aria-label="Marquee home">
                <img src="/favicon.svg" alt="" width={28} height={28} />
                <span>Marquee</span>
              </Link>
              <Group gap={4} visibleFrom="sm" component="nav" aria-label="Main">
                <NavLinks links={links} />
              </Group>
            </Group>
            <Group gap={6} wrap="nowrap">
              <SchemeSwitch />
              {user ? <UserMenu user={user} /> : <SignInLinks />}
              {links.length > 0 && <MenuButton ref={button} opened={opened} onToggle={toggle} />}
            </Group>
          </Group>
        </Container>
        <Collapse expanded={opened} hiddenFrom="sm">
          <Stack gap={0} className={classes.drawer ?? ''} component="nav" aria-label="Main" id={MENU}>
            <NavLinks links={links} />
          </Stack>
        </Collapse>
      </header>
      <main id="content" className={classes.main}>
        <Outlet />
      </main>
      <footer className={classes.footer}>
        <Container size="lg">
          <Text size="sm" c="dimmed">
            Marquee · Creator Economy Platform · Platform fee: 15%
          </Text>
        </Container>
      </footer>
      <ScrollRestoration />
    </Box>
  );
}

/** The browser may bring a left page back as it was ("back" after signing in or out, or from Stripe): it is loaded anew. */
function useReloadWhenRestored() {
  useEffect(() => {
    const reload = (event: PageTransitionEvent) => {
      if (event.persisted) location.reload();
    };
    window.addEventListener('pageshow', reload);
    return () => window.removeEventListener('pageshow', reload);
  }, []);
}

const MENU = 'menu';

/** The menu of a narrow screen: closed by Escape, and by going to another screen. */
function useMenu() {
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

const MenuButton = ({ ref, opened, onToggle }: { ref: Ref<HTMLButtonElement>; opened: boolean; onToggle: () => void }) => (
  <Burger
    ref={ref}
    hiddenFrom="sm"
    opened={opened}
    onClick={onToggle}
    aria-label={opened ? 'Close menu' : 'Open menu'}
    aria-expanded={opened}
    aria-controls={MENU}
    size="sm"
    className={classes.burger ?? ''}
  />
);

const NavLinks = ({ links }: { links: readonly NavigationLink[] }) =>
  links.map((link) => (
    <NavLink key={link.to} to={link.to} className={classes.link ?? ''}>
      {link.label}
    </NavLink>
  ));

interface NavigationLink {
  to: string;
  label: string;
}

function linksFor(user: User | null): NavigationLink[] {
  if (user === null) return [];
  return [
    { to: paths.dashboard(), label: 'Dashboard' },
    { to: paths.bookings(), label: 'Bookings' },
    ...(user.userType === 'influencer'
      ? [
          { to: paths.packages(), label: 'Packages' },
          { to: paths.questionnaireBuilder(), label: 'Questions' },
        ]
      : []),
  ];
}

function SchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <ActionIcon variant="subtle" color="gray" onClick={() => setColorScheme(isDark ? 'light' : 'dark')} aria-label={isDark ? 'Use light colours' : 'Use dark colours'}>
      {isDark ? <Sun size={18} aria-hidden /> : <Moon size={18} aria-hidden />}
    </ActionIcon>
  );
}

function SignInLinks() {
  // Somebody who was sent to sign in and goes to the other form still returns to where he came from.
  const next = useSearchParams()[0].get('next');
  const to = next === null ? {} : { next };
  return (
    <Group gap={4} wrap="nowrap" className={classes.entry ?? ''}>
      <Button component={Link} to={paths.auth(to)} variant="subtle" size="sm">
        Sign In
      </Button>
      <Button component={Link} to={paths.auth({ mode: 'signup', ...to })} size="sm">
        Sign Up
      </Button>
    </Group>
  );
}

function UserMenu({ user }: { user: User }) {
  const signOut = trpc.auth.signOut.useMutation({
    // Spec §4: logout clears the user and sends the browser home, even if the call fails. A full load forgets everything.
    onSettled: () => {
      notifyAfterLoad('Logged out successfully');
      location.assign(paths.home());
    },
  });
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton className={classes.user}>
          <VisuallyHidden>Account of {user.fullName}</VisuallyHidden>
          <Avatar src={user.profileImageUrl} name={user.fullName} size={40} alt="" aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          {user.fullName}
          <br />
          {user.email}
        </Menu.Label>
        <Menu.Item component={Link} to={paths.dashboard()}>
          Dashboard
        </Menu.Item>
        {user.userType === 'influencer' && (
          <Menu.Item component={Link} to={paths.profile(user)}>
            View Profile
          </Menu.Item>
        )}
        {user.userType === 'influencer' ? (
          <Menu.Item component={Link} to={paths.payouts()}>
            Payouts
          </Menu.Item>
        ) : (
          <Menu.Item component={Link} to={paths.receipts()}>
            Receipts
          </Menu.Item>
        )}
        {user.role === 'admin' && <Menu.Item component={Link} to={paths.admin()}>Admin</Menu.Item>}
        <Menu.Divider />
        <Menu.Item onClick={() => signOut.mutate()}>Logout</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
