import { Link } from 'react-router-dom';
import classes from './Choices.module.css';

interface Choice {
  label: string;
  to: string;
  chosen: boolean;
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
        </Link>
      ))}
    </nav>
  );
}
