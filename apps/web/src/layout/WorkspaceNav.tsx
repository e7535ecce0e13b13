import { Container } from '@mantine/core';
import { Link, useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';
import type { SignedInUser } from '../session.ts';
import { isInSection, listWorkspaceLinks } from './workspaceLinks.ts';
import classes from './WorkspaceNav.module.css';

/**
 * Renders the second navigation bar, with the signed-in user's pages. Every screen shows it, so that headings do not
 * move from screen to screen.
 */
export function WorkspaceNav({ user }: { user: SignedInUser }) {
  const { pathname } = useLocation();
  return (
    <Container size="lg" component="nav" aria-label="Workspace" className={classes.bar ?? ''}>
      {listWorkspaceLinks(user).map((link) => (
        <Link
          key={link.to}
          to={link.to}
          className={classes.link}
          data-in-header={link.to === paths.dashboard() || undefined}
          aria-current={pathname === link.to ? 'page' : isInSection(pathname, link) || undefined}
        >
          <link.icon size={20} aria-hidden />
          {link.label}
        </Link>
      ))}
    </Container>
  );
}
