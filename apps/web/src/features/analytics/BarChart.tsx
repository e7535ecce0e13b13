import { Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import classes from './BarChart.module.css';

export interface ChartBar {
  /** A short label below the bar. `title` contains the full text. */
  label: string;
  title: string;
  value: number;
}

/**
 * Renders a bar chart of values over time with the caption `summary`. Negative values extend below the axis. Screen
 * readers get only the summary, so the same values have to be shown in a table as well.
 */
export function BarChart({ bars, summary }: { bars: readonly ChartBar[]; summary: string }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const least = Math.min(0, ...bars.map(({ value }) => value));
  const share = (value: number) => (Math.abs(value) / (most - least)) * 100;
  return (
    <figure className={classes.figure}>
      <Text component="figcaption" size="sm" c="dimmed" mb="md">
        {summary}
      </Text>
      <div
        aria-hidden
        className={classes.chart}
        data-few={bars.length <= MAX_LABELS || undefined}
        style={{ '--count': bars.length, '--below': `${share(least)}%` } as CSSProperties}
      >
        {bars.map(({ label, title, value }, at) => (
          <div key={title} className={classes.place} title={title}>
            <div className={classes.space}>
              {value !== 0 && (
                <div
                  className={classes.bar}
                  data-below={value < 0 || undefined}
                  style={{ '--share': `${share(value)}%` } as CSSProperties}
                />
              )}
            </div>
            <span className={classes.label} data-kept={isLabelShown(at, bars.length) || undefined}>
              {label}
            </span>
          </div>
        ))}
      </div>
    </figure>
  );
}

/** The maximum number of labels that fit below the chart on a wide screen. */
const MAX_LABELS = 13;

/**
 * Tells whether to show the label at index `at` on a narrow screen, where only about four labels fit. The last label
 * is always shown.
 */
const isLabelShown = (at: number, count: number) => (count - 1 - at) % Math.ceil(count / 4) === 0;
