import { Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import classes from './FunnelChart.module.css';

interface FunnelStep {
  label: string;
  value: number;
  /** Below it; perhaps empty. */
  note: string;
  /** It is counted in other things than the steps below: its bar would say nothing beside theirs. */
  isApart?: boolean;
}

/** Steps that some of what began goes on to: each with how much of it is left, as a number and as a bar. */
export function FunnelChart({ steps }: { steps: readonly FunnelStep[] }) {
  const most = Math.max(1, ...steps.filter(({ isApart }) => !isApart).map(({ value }) => value));
  return (
    <ol className={classes.steps}>
      {steps.map(({ label, value, note, isApart = false }) => (
        <li key={label} className={classes.step}>
          <span className={classes.head}>
            <Text span fw={550}>
              {label}
            </Text>
            <Text span fw={600} className={classes.value ?? ''}>
              {value.toLocaleString('en-US')}
            </Text>
          </span>
          {!isApart && (
            <span
              aria-hidden
              className={classes.bar}
              style={{ '--share': `${(value / most) * 100}%` } as CSSProperties}
            />
          )}
          {note !== '' && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </li>
      ))}
    </ol>
  );
}
