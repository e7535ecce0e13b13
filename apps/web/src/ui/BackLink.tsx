import { Link } from 'react-router-dom';
import { Button } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './BackLink.module.css';

/**
 * Links to the parent page. It is in the space above the page's title and adds no height, so that titles are at
 * the same height with and without it.
 */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button
      component={Link}
      to={to}
      variant="subtle"
      size="sm"
      className={classes.link ?? ''}
      leftSection={<ArrowLeft size={16} aria-hidden />}
    >
      {children}
    </Button>
  );
}
