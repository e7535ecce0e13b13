/** What makes a creator's profile complete, in the order in which it is best done. */
import { DEFAULT_BIO } from '@marquee/validation';
import { Progress } from '@mantine/core';
import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import type { OwnProfile } from '../profiles/profileCache.ts';
import { Button, Card, Text, Title, VisuallyHidden } from '../../ui/plain.tsx';
import classes from './ProfileChecklist.module.css';

/** How far the profile is, and the next step. */
export function ProfileChecklist({ steps }: { steps: readonly Step[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <Card component="section" aria-labelledby="completeness">
      <Title order={2} id="completeness" fz="xl">
        {next === undefined ? 'Your profile is complete' : 'Complete your profile'}
      </Title>
      <Text c="dimmed" size="sm" mt={4}>
        {next === undefined
          ? 'Brands see everything they need to book you.'
          : `${done} of ${steps.length} steps done. Brands compare what they can see.`}
      </Text>
      <Progress value={(done / steps.length) * 100} mt="md" size="lg" radius="xl" aria-label="Profile completeness" />
      <ul className={classes.steps}>
        {steps.map(({ label, isDone }) => (
          <li key={label} className={classes.step} data-done={isDone || undefined}>
            <span className={classes.mark} aria-hidden>
              {isDone && <Check size={13} strokeWidth={3} />}
            </span>
            {label}
            {/* The mark says it to everybody else. */}
            <VisuallyHidden>{isDone ? ', done' : ', to do'}</VisuallyHidden>
          </li>
        ))}
      </ul>
      {next !== undefined && (
        <Button component={Link} to={next.to} size="sm" mt="md">
          Next: {next.action}
        </Button>
      )}
    </Card>
  );
}

interface Step {
  label: string;
  /** What to do, as a link's text. */
  action: string;
  /** A part of the settings ('#photo') or another screen. */
  to: string;
  isDone: boolean;
}

interface State {
  profile: OwnProfile;
  /** Whether brands can book something. */
  hasPackage: boolean;
  payoutsEnabled: boolean;
}

/** Every step with whether it is done. */
export const stepsOf = ({ profile, hasPackage, payoutsEnabled }: State): Step[] => [
  { label: 'Profile photo', action: 'Upload a photo', to: '#photo', isDone: profile.profileImageUrl !== null },
  { label: 'Bio', action: 'Write your bio', to: '#about', isDone: profile.bio !== DEFAULT_BIO },
  { label: 'Category', action: 'Choose a category', to: '#topics', isDone: profile.categories.length > 0 },
  { label: 'Platform', action: 'Add a platform', to: '#platforms', isDone: profile.platforms.length > 0 },
  { label: 'Package', action: 'Publish a package', to: paths.packages(), isDone: hasPackage },
  { label: 'Payout setup', action: 'Finish your payout setup', to: paths.payouts(), isDone: payoutsEnabled },
];
