import type { ReactNode } from 'react';
import classes from './DescriptionList.module.css';

export interface DescriptionItem {
  label: string;
  /** Text is shown as it was typed, line breaks and all. Empty or null: `none`. */
  value: ReactNode;
}

/** Labels with what was answered to them, one below the other. */
export function DescriptionList({ facts, none = 'Not given' }: { facts: readonly DescriptionItem[]; none?: string }) {
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
