import { VisuallyHidden } from '@mantine/core';
import { STAR_COUNTS } from '@marquee/booking';
import { Star } from 'lucide-react';
import { useId } from 'react';
import { pluralize } from '../../../lib/pluralize.ts';
import classes from './Reviews.module.css';

interface StarFieldProps {
  label: string;
  /** The selected number of stars, or 0. */
  value: number;
  error: string | undefined;
  onChange: (stars: number) => void;
}

/** Renders a rating of one to five stars as radio buttons, so that it works with the arrow keys. */
export function StarField({ label, value, error, onChange }: StarFieldProps) {
  const name = useId();
  return (
    <fieldset
      className={classes.choice}
      data-wrong={error !== undefined || undefined}
      aria-describedby={error === undefined ? undefined : `${name}-error`}
    >
      <legend>{label}</legend>
      <div className={classes.options}>
        {STAR_COUNTS.map((each) => (
          <label key={each} className={classes.option} data-on={each <= value || undefined}>
            <input type="radio" name={name} checked={value === each} onChange={() => onChange(each)} />
            <Star size={24} aria-hidden />
            <VisuallyHidden>{pluralize(each, 'star')}</VisuallyHidden>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${name}-error`} className={classes.wrong}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
