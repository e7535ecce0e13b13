import type { ReactNode } from 'react';
import classes from './Facts.module.css';

export interface Fact {
  label: string;
  /** Text is shown as it was typed, line breaks and all. Empty or null: `none`. */
  value: ReactNode;
}

/** Labels with what was answered to them, one below the other. */
export function Facts({ facts, none = 'Not given' }: { facts: readonly Fact[]; none?: string }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }, index) => (
        // Two questions may have the same words.
        <div key={`${index}:${label}`}>
          <dt>{label}</dt>
          <dd>{value === null || value === '' ? <span className={classes.none}>{none}</span> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
