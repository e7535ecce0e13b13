import { Group, Text, Title } from '@mantine/core';
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
    <div className={classes.header}>
      <div className={classes.words}>
        <Group gap="4px 14px">
          <Title order={1} className={classes.title ?? ''}>
            {title}
          </Title>
          {badge}
        </Group>
        {description !== undefined && (
          <Text c="dimmed" className={classes.description ?? ''}>
            {description}
          </Text>
        )}
      </div>
      {actions !== undefined && <Group gap="sm">{actions}</Group>}
    </div>
  );
}
