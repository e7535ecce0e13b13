import { Link } from 'react-router-dom';
import { Button } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';

/** Links to the parent page, above the page's title and aligned with it. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Button
      component={Link}
      to={to}
      variant="subtle"
      size="sm"
      mt={-12}
      mb={4}
      px={8}
      ml={-8}
      leftSection={<ArrowLeft size={16} aria-hidden />}
    >
      {children}
    </Button>
  );
}
