import { FEE_PERCENT } from '@marquee/money';
import { Card, Container, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHeader } from '../../ui/PageHeader.tsx';

/** The frame of the screens for accounts. */
export function AuthScreen({
  title,
  description,
  showsFee = false,
  children,
}: {
  title: string;
  description: string;
  /** Spec §2: on the screens for signing in and registering. */
  showsFee?: boolean;
  children: ReactNode;
}) {
  return (
    <Container size={480} py={{ base: 'lg', sm: 48 }}>
      <PageHeader title={title} description={description} />
      <Card p={{ base: 'md', xs: 'xl' }}>{children}</Card>
      {showsFee && (
        <Text size="sm" c="dimmed" ta="center" mt="md">
          Platform fee: {FEE_PERCENT}%
        </Text>
      )}
    </Container>
  );
}
