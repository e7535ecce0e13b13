import { Box, Container } from '@mantine/core';
import type { ReactNode } from 'react';

/** Limits the width of forms and text on a page. The title starts at the same place as on wider pages. */
export const NarrowContainer = ({ children }: { children: ReactNode }) => (
  <Container size="lg" py="xl">
    <Box maw={928}>{children}</Box>
  </Container>
);
