import { describeChoice, type BookedChoice } from '@marquee/money';
import { Check } from 'lucide-react';
import classes from './PackageFacts.module.css';

/** Lists the booked tier, revisions and usage rights. Renders nothing for an order without options. */
export function BookedChoiceList({ chosen }: { chosen: BookedChoice | null }) {
  const words = chosen === null ? [] : describeChoice(chosen);
  if (words.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Chosen options">
      {words.map((each) => (
        <li key={each} className={classes.feature}>
          <Check size={16} className={classes.check} aria-hidden />
          <span>{each}</span>
        </li>
      ))}
    </ul>
  );
}
