import { Card, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './StatList.module.css';

export interface Stat {
  label: string;
  value: ReactNode;
  note?: ReactNode;
}

/** Renders a row of metrics, each with a label, a value and an optional note below the value. */
export function StatList({ label, figures }: { label: string; figures: readonly Stat[] }) {
  return (
    <section aria-label={label}>
      <dl className={classes.list}>
        {figures.map((figure) => (
          <Card key={figure.label} padding="md" className={classes.figure ?? ''}>
            <Text component="dt" size="sm" c="dimmed">
              {figure.label}
            </Text>
            <dd className={classes.value}>{figure.value}</dd>
            {figure.note !== undefined && (
              <Text component="dd" size="sm" c="dimmed">
                {figure.note}
              </Text>
            )}
          </Card>
        ))}
      </dl>
    </section>
  );
}
