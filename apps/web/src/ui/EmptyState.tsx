import { Box, Card, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './EmptyState.module.css';

/**
 * Explains why a page or list is empty or could not be loaded, and what to do next. With `wholeScreen`, the title is
 * the page's h1.
 */
export function EmptyState(props: {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  wholeScreen?: boolean;
}) {
  const { icon, title, text, action, wholeScreen = false } = props;
  return (
    <Card className={classes.empty ?? ''}>
      <Stack align="center" gap="sm" ta="center">
        {icon !== undefined && <span className={classes.icon}>{icon}</span>}
        <Title order={wholeScreen ? 1 : 2} fz="xl">
          {title}
        </Title>
        {text !== undefined && (
          <Text c="dimmed" maw={440}>
            {text}
          </Text>
        )}
        {action !== undefined && <Box mt="xs">{action}</Box>}
      </Stack>
    </Card>
  );
}
