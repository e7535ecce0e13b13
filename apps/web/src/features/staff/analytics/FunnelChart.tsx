import { Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import classes from './FunnelChart.module.css';

interface FunnelStep {
  label: string;
  value: number;
  note: string;
  /**
   * True for a step whose unit differs from that of the following steps, such as profile views before orders. The
   * step gets no bar, because bars in different units cannot be compared.
   */
  isApart?: boolean;
}

/** Renders a funnel. The bar of each step is proportional to the largest step. */
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
