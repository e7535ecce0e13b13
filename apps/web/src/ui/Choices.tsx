import { Link } from 'react-router-dom';
import classes from './Choices.module.css';

interface Choice {
  label: string;
  to: string;
  chosen: boolean;
  /** How many there are; beside the label, and no part of what the link is called. */
  count?: string;
}

/** What a list shows, as links: the choice is in the address. */
export function Choices({ label, choices }: { label: string; choices: readonly Choice[] }) {
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
