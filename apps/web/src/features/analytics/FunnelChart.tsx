import { Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import classes from './FunnelChart.module.css';

interface FunnelStep {
  label: string;
  value: number;
  /** Text below the step. May be empty. */
  note: string;
  /**
   * Set if the step counts other things than the steps below it. It gets no bar, because bars of different units
   * cannot be compared.
   */
  isApart?: boolean;
}

/** A funnel: each step shows how much of the first one is left, as a number and as a bar. */
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
