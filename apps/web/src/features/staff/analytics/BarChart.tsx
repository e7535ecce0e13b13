import { Text } from '@mantine/core';
import type { CSSProperties } from 'react';
import classes from './BarChart.module.css';

export interface ChartBar {
  /** A short label below the bar. `title` contains the full text. */
  label: string;
  title: string;
  value: number;
}

interface BarChartProps {
  bars: readonly ChartBar[];
  /** The caption. */
  summary: string;
  /** Formats a value for the axis. */
  formatValue: (value: number) => string;
}

/**
 * Renders a bar chart of values over time. Negative values extend below zero. Screen readers get only the caption, so
 * the same values have to be shown in a table as well.
 */
export function BarChart({ bars, summary, formatValue }: BarChartProps) {
  const values = bars.map(({ value }) => value);
  const ticks = listTicks(Math.min(0, ...values), Math.max(1, ...values));
  const least = ticks[0] ?? 0;
  const height = (ticks.at(-1) ?? 1) - least;
  const share = (value: number) => (Math.abs(value) / height) * 100;
  return (
    <figure className={classes.figure}>
      <Text component="figcaption" size="sm" c="dimmed" mb="md">
        {summary}
      </Text>
      <div className={classes.plot} aria-hidden>
        <div className={classes.axis}>
          {ticks.map((tick) => (
            <span key={tick} style={{ '--at': `${share(tick - least)}%` } as CSSProperties}>
              {formatValue(tick)}
            </span>
          ))}
        </div>
        <div
          className={classes.chart}
          data-few={bars.length <= MAX_LABELS || undefined}
          style={
            {
              '--count': bars.length,
              '--below': `${share(least)}%`,
              '--step': `${share((ticks[1] ?? 1) - least)}%`,
            } as CSSProperties
          }
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
      </div>
    </figure>
  );
}

/**
 * Lists evenly spaced round values for an axis, from at most `least` to at least `most`, usually four to six. The steps
 * are whole numbers of the form 1, 2 or 5 times a power of ten.
 */
export function listTicks(least: number, most: number): number[] {
  const rough = Math.max(1, (most - least) / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5].find((each) => each * power >= rough) ?? 10) * power;
  const first = Math.floor(least / step);
  return Array.from({ length: Math.ceil(most / step) - first + 1 }, (_, at) => (first + at) * step);
}

const AXIS_DOLLARS_FORMAT = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  notation: 'compact',
  maximumFractionDigits: 1,
});
/** Formats an amount in cents for the axis, such as '$2.5K'. */
export const formatAxisDollars = (cents: number): string => AXIS_DOLLARS_FORMAT.format(cents / 100);

/** The maximum number of labels that fit below the chart on a wide screen. */
const MAX_LABELS = 13;

/**
 * Tells whether to show the label at index `at` on a narrow screen, where only about four labels fit. The last label
 * is always shown.
 */
const isLabelShown = (at: number, count: number) => (count - 1 - at) % Math.ceil(count / 4) === 0;
