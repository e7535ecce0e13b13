import { Card, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** An empty or failed screen or list: what this is, and the one next step. */
export function EmptyState({ icon, title, text, action }: { icon?: ReactNode; title: string; text?: ReactNode; action?: ReactNode }) {
  return (
    <Card py={48}>
      <Stack align="center" gap="sm" ta="center">
        {icon}
        <Title order={2} fz="xl">
          {title}
        </Title>
        {text !== undefined && (
          <Text c="dimmed" maw={420}>
            {text}
          </Text>
        )}
        {action}
      </Stack>
    </Card>
  );
}
