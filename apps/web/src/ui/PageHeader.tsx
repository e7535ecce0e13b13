import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

interface PageHeaderProps {
  title: string;
  /** Beside the title: what kind of thing this is, or how it stands. */
  badge?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

/** The head of a screen: its one h1, what it is for, and its main actions. */
export function PageHeader({ title, badge, description, actions }: PageHeaderProps) {
  return (
    <Group justify="space-between" align="flex-end" gap="md" mb="lg">
      <Stack gap={4} maw={640} miw={0}>
        <Group gap="4px 14px">
          <Title order={1} fz={{ base: 26, sm: 32 }} className={classes.title ?? ''}>
            {title}
          </Title>
          {badge}
        </Group>
        {description !== undefined && (
          <Text c="dimmed" className={classes.description ?? ''}>
            {description}
          </Text>
        )}
      </Stack>
      {actions !== undefined && <Group gap="sm">{actions}</Group>}
    </Group>
  );
}
