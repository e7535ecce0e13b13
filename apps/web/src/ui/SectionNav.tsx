import { Container, VisuallyHidden } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import { CountBadge } from './CountBadge.tsx';
import classes from './SectionNav.module.css';

export interface SectionLink {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Other paths that belong to this link, as do the paths below them. */
  also?: readonly string[];
  /** The number of entries that need action. */
  count?: number | undefined;
  /** True for a link that wide screens already show in the header. */
  isInHeader?: boolean;
}

/** Renders the navigation bar below the header. It has at most six links, so that all of them fit on a phone. */
export function SectionNav({ label, links }: { label: string; links: readonly SectionLink[] }) {
  const { pathname } = useLocation();
  return (
    <Container size="lg" component="nav" aria-label={label} className={classes.bar ?? ''}>
      {links.map(({ to, label: name, icon: Icon, also = [], count = 0, isInHeader = false }) => (
        <Link
          key={to}
          to={to}
          className={classes.link}
          data-in-header={isInHeader || undefined}
          aria-current={pathname === to ? 'page' : also.some((path) => isBelow(pathname, path)) || undefined}
        >
          <Icon size={20} aria-hidden />
          {name}
          {count > 0 && (
            <CountBadge className={classes.count ?? ''}>
              {count}
              <VisuallyHidden> open</VisuallyHidden>
            </CountBadge>
          )}
        </Link>
      ))}
    </Container>
  );
}

/** Tells whether a page belongs to a path, for example /offers/new to /offers. */
const isBelow = (pathname: string, path: string) => pathname === path || pathname.startsWith(`${path}/`);
