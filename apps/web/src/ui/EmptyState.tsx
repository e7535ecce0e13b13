import { Box, Card, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** An empty or failed screen or list: what this is, and the one next step. `wholeScreen`: its title is the screen's h1. */
export function EmptyState(props: { icon?: ReactNode; title: string; text?: ReactNode; action?: ReactNode; wholeScreen?: boolean }) {
  const { icon, title, text, action, wholeScreen = false } = props;
  return (
    <Card py={48}>
      <Stack align="center" gap="sm" ta="center">
        {icon}
        <Title order={wholeScreen ? 1 : 2} fz="xl">
          {title}
        </Title>
        {text !== undefined && (
          <Text c="dimmed" maw={420}>
            {text}
          </Text>
        )}
        {action !== undefined && <Box mt="xs">{action}</Box>}
      </Stack>
    </Card>
  );
}
