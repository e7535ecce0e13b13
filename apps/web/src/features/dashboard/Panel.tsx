import { Card, Group, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './Panel.module.css';

/** One thing to do from the dashboard; `children` are its buttons. */
export function Panel({
  title,
  icon,
  text,
  children,
}: {
  title: string;
  icon: ReactNode;
  text: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} className={classes.panel ?? ''}>
      <Group gap="xs" wrap="nowrap">
        {icon}
        <Title order={2} fz="lg" id={id}>
          {title}
        </Title>
      </Group>
      <Text component="div" size="sm" c="dimmed" className={classes.text ?? ''}>
        {text}
      </Text>
      <Group gap="sm">{children}</Group>
    </Card>
  );
}
