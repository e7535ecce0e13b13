import { isStaff } from '@marquee/contracts';
import { useLocation } from 'react-router-dom';
import { paths } from '../paths.ts';
import type { SignedInUser } from '../session.ts';
import { SectionNav } from '../ui/SectionNav.tsx';
import { listWorkspaceLinks } from './workspaceLinks.ts';

/**
 * Renders the second navigation bar, with the signed-in user's pages. Every screen shows it, so that headings do not
 * move from screen to screen. The admin pages have a bar of their own in the same place.
 */
export function WorkspaceNav({ user }: { user: SignedInUser }) {
  const { pathname } = useLocation();
  if (pathname.startsWith(paths.admin()) && isStaff(user)) return null;
  return <SectionNav label="Workspace" links={listWorkspaceLinks(user)} />;
}
