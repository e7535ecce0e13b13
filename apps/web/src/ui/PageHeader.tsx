import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

interface PageHeaderProps {
  title: string;
  /** A badge next to the title, for example a status. */
  badge?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

/** The header of a screen: its only h1, a description and the main actions. */
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
