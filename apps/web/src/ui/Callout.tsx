import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Callout.module.css';

/** Highlights a message. Screen readers announce errors when they appear. */
export function Callout(props: {
  tone: 'info' | 'warning' | 'error';
  icon?: ReactNode;
  title?: ReactNode;
  children: ReactNode;
}) {
  const { tone, icon, title, children } = props;
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'error' ? 'alert' : undefined}>
      {icon !== undefined && <span className={classes.icon}>{icon}</span>}
      <div className={classes.body}>
        {title !== undefined && (
          <Text component="h2" fw={650} mb={4}>
            {title}
          </Text>
        )}
        <Text component="div" size="sm">
          {children}
        </Text>
      </div>
    </div>
  );
}
