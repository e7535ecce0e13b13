import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './PageHeader.module.css';

export interface PageHeaderProps {
  title: ReactNode;
  badge?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
}

/** Renders the header of a page: its only h1, a description and the main actions. */
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
