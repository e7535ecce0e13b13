import { Link } from 'react-router-dom';
import { Button } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';

/** Above a screen's title: the screen that it belongs to. Its text stands at the edge of the title's. */
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
