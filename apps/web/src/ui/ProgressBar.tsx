import classes from './ProgressBar.module.css';

/** Shows how many of `max` steps are done. Screen readers announce '2 of 3' instead of a percentage. */
export function ProgressBar({ label, value, max }: { label: string; value: number; max: number }) {
  return (
    <progress
      className={classes.bar}
      aria-label={label}
      aria-valuetext={`${value} of ${max}`}
      value={value}
      max={max}
      data-complete={value === max || undefined}
    />
  );
}
