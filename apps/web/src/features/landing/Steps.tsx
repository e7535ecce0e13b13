import classes from './Landing.module.css';
import { Part } from './Part.tsx';

/** Spec §2: for creators and for brands, four steps each. */
const SIDES = [
  {
    title: 'For brands',
    steps: [
      ['Find a creator', 'Filter by category, followers and budget. Every price includes everything you pay.'],
      ['Describe your project', 'Answer the creator’s questions with your order; nothing to negotiate first.'],
      ['Pay securely', 'Your card is charged only when the creator accepts.'],
      ['Approve the work', 'The platform holds the payment until then.'],
    ],
  },
  {
    title: 'For creators',
    steps: [
      ['Create your account', 'Your profile gets its own link, ready to share.'],
      ['Publish packages', 'Set a price, the delivery time and what is included.'],
      ['Accept bookings', 'Each one arrives paid for and with your questions answered.'],
      ['Deliver and get paid', 'You receive your full price once the work is completed.'],
    ],
  },
] as const;

export const Steps = () => (
  <Part title="How It Works">
    <div className={classes.sides}>
      {SIDES.map(({ title, steps }) => (
        <div key={title}>
          <h3 className={classes.sideTitle}>{title}</h3>
          <ol className={classes.steps}>
            {steps.map(([name, text]) => (
              <li key={name}>
                <strong>{name}</strong>
                <span>{text}</span>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  </Part>
);
