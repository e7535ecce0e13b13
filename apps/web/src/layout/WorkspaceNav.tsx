import { Container } from '@mantine/core';
import { Link, useLocation } from 'react-router-dom';
import type { SignedInUser } from '../session.ts';
import { useScrollToCurrentLink } from '../lib/useScrollToCurrentLink.ts';
import { listWorkspaceLinks } from './workspaceLinks.ts';
import classes from './WorkspaceNav.module.css';

/** Renders the second navigation bar, with the signed-in user's pages. It is shown on those pages only. */
export function WorkspaceNav({ user }: { user: SignedInUser }) {
  const { pathname } = useLocation();
  const bar = useScrollToCurrentLink<HTMLDivElement>();
  const links = listWorkspaceLinks(user).map((link) => ({
    ...link,
    isCurrent: [link.to, ...(link.also ?? [])].includes(pathname) || pathname.startsWith(`${link.to}/`),
  }));
  if (!links.some(({ isCurrent }) => isCurrent)) return null;
  return (
    <Container ref={bar} size="lg" component="nav" aria-label="Workspace" className={classes.bar ?? ''}>
      {links.map(({ to, label, isCurrent }) => (
        <Link key={to} to={to} className={classes.link ?? ''} aria-current={isCurrent ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </Container>
  );
}
