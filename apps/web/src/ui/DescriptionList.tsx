import type { ReactNode } from 'react';
import classes from './DescriptionList.module.css';

export interface DescriptionItem {
  label: string;
  /** Text keeps its line breaks. `none` is shown for an empty or null value. */
  value: ReactNode;
}

export function DescriptionList({
  facts,
  none = 'Not provided',
}: {
  facts: readonly DescriptionItem[];
  none?: string;
}) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }, index) => (
        // Labels are not unique, because two questions can have the same text.
        <div key={`${index}:${label}`}>
          <dt>{label}</dt>
          <dd>{value === null || value === '' ? <span className={classes.none}>{none}</span> : value}</dd>
        </div>
      ))}
    </dl>
  );
}
