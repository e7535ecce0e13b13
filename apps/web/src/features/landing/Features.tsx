import { BadgeDollarSign, BarChart3, CalendarClock, Link2, ListChecks, Search } from 'lucide-react';
import classes from './Landing.module.css';
import { Part } from './Part.tsx';

/** Spec §2: six items, each of them there. */
const FEATURES = [
  [
    Search,
    'Search that answers',
    'Category, platform, followers, budget and delivery time, and up to four packages side by side.',
  ],
  [Link2, 'Custom profile URL', 'One link that shows a creator’s work and services, and takes orders.'],
  [ListChecks, 'Order questions', 'Creators ask what they need to know; the answers come with the order.'],
  [BadgeDollarSign, 'Secure payments', 'Charged on acceptance, held by the platform, paid out after completion.'],
  [BarChart3, 'Analytics dashboard', 'Earnings, bookings and profile views at a glance.'],
  [CalendarClock, 'Clear deadlines', 'Every booking says what happens next, when, and where the money is.'],
] as const;

export const Features = () => (
  <Part title="Platform Features">
    <ul className={classes.features}>
      {FEATURES.map(([Icon, title, text]) => (
        <li key={title}>
          <span className={classes.icon}>
            <Icon size={22} aria-hidden />
          </span>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </Part>
);
