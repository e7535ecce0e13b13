import { Card, Container, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHeader } from '../../ui/PageHeader.tsx';

/** The frame of the three screens for visitors. */
export function AuthScreen({
  title,
  description,
  children,
}: {
  title: string;
  description: string;
  children: ReactNode;
}) {
  return (
    <Container size={480} py={{ base: 'lg', sm: 48 }}>
      <PageHeader title={title} description={description} />
      <Card p={{ base: 'md', xs: 'xl' }}>{children}</Card>
      <Text size="sm" c="dimmed" ta="center" mt="md">
        Platform fee: 15%
      </Text>
    </Container>
  );
}
