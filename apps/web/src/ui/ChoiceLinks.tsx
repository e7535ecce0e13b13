import { Link } from 'react-router-dom';
import classes from './ChoiceLinks.module.css';

interface ChoiceLink {
  label: string;
  to: string;
  chosen: boolean;
  /** The number of entries, shown next to the label. It is not part of the link's accessible name. */
  count?: string;
}

/** Renders links that filter a list. The chosen filter is in the URL. */
export function ChoiceLinks({ label, choices }: { label: string; choices: readonly ChoiceLink[] }) {
  return (
    <nav className={classes.choices} aria-label={label}>
      {choices.map((choice) => (
        <Link
          key={choice.to}
          to={choice.to}
          className={classes.choice}
          preventScrollReset
          {...(choice.chosen && { 'aria-current': 'page' as const })}
        >
          {choice.label}
          {choice.count !== undefined && (
            <span className={classes.count} aria-hidden>
              {choice.count}
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
