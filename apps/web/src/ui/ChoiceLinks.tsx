import { Link } from 'react-router-dom';
import classes from './ChoiceLinks.module.css';

interface ChoiceLink {
  label: string;
  to: string;
  chosen: boolean;
  /** How many there are; beside the label, and no part of what the link is called. */
  count?: string;
}

/** What a list shows, as links: the choice is in the address. */
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
