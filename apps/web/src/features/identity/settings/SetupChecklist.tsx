import { Button, Card, Group, Text, Title, VisuallyHidden } from '@mantine/core';
import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import type { RouterOutputs } from '../../../trpc.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import classes from './SetupChecklist.module.css';

/**
 * Shows which onboarding steps are done and which step is next, or only the last step if it is the only one left.
 * `words` contains the texts around the list.
 */
export function SetupChecklist({
  steps,
  words,
}: {
  steps: readonly ChecklistStep[];
  words: typeof PROFILE_CHECKLIST_TEXTS;
}) {
  const doneCount = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  if (next !== undefined && doneCount === steps.length - 1) return <LastStep next={next} title={words.title} />;
  return (
    <Card component="section" aria-labelledby="completeness">
      <Title order={2} id="completeness" fz="xl">
        {next === undefined ? words.done : words.title}
      </Title>
      <Text c="dimmed" size="sm" mt={4}>
        {next === undefined ? words.doneText : `${doneCount} of ${steps.length} steps done. ${words.text}`}
      </Text>
      <div className={classes.bar}>
        <ProgressBar label={words.progress} value={doneCount} max={steps.length} />
      </div>
      <ul className={classes.steps}>
        {steps.map(({ label, isDone }) => (
          <li key={label} className={classes.step} data-done={isDone || undefined}>
            <span className={classes.mark} aria-hidden>
              {isDone && <Check size={13} strokeWidth={3} />}
            </span>
            {label}
            {/* The check mark is hidden from screen readers, so they get the status as text. */}
            <VisuallyHidden>{isDone ? ', done' : ', to do'}</VisuallyHidden>
          </li>
        ))}
      </ul>
      {next !== undefined && (
        <Button component={Link} to={next.to} size="sm" mt="md" style={{ alignSelf: 'flex-start' }}>
          {next.action}
        </Button>
      )}
    </Card>
  );
}

const LastStep = ({ next, title }: { next: ChecklistStep; title: string }) => (
  <Card component="section" aria-labelledby="completeness">
    <Group justify="space-between" gap="xs">
      <div>
        <Title order={2} id="completeness" fz="md">
          {title}
        </Title>
        <Text c="dimmed" size="sm">
          One step is left.
        </Text>
      </div>
      <Button component={Link} to={next.to} size="sm">
        {next.action}
      </Button>
    </Group>
  </Card>
);

export const PROFILE_CHECKLIST_TEXTS = {
  title: 'Complete your profile',
  text: 'Brands compare profiles before they book.',
  done: 'Your profile is complete',
  doneText: 'Brands see everything they need to book you.',
  progress: 'Profile completeness',
};
export const CREATOR_CHECKLIST_TEXTS = { ...PROFILE_CHECKLIST_TEXTS, title: 'Get ready for your first booking' };

interface ChecklistStep {
  label: string;
  action: string;
  /** The path of a page, or an anchor on the settings page, such as '#photo'. */
  to: string;
  isDone: boolean;
}

type SetupProgress = RouterOutputs['profiles']['onboardingProgress'];

export const listCreatorSteps = (
  begun: Pick<SetupProgress, 'hasPhoto' | 'hasBio' | 'hasCategory' | 'hasPlatform' | 'hasPackage' | 'payoutsEnabled'>,
): ChecklistStep[] => [
  { label: 'Package', action: 'Publish a package', to: paths.packages({ new: '1' }), isDone: begun.hasPackage },
  { label: 'Profile photo', action: 'Upload a photo', to: `${paths.settings()}#photo`, isDone: begun.hasPhoto },
  { label: 'Bio', action: 'Write your bio', to: `${paths.settings()}#about`, isDone: begun.hasBio },
  { label: 'Category', action: 'Choose a category', to: `${paths.settings()}#topics`, isDone: begun.hasCategory },
  { label: 'Platform', action: 'Add a platform', to: `${paths.settings()}#platforms`, isDone: begun.hasPlatform },
  {
    label: 'Payout setup',
    action: 'Finish your payout setup',
    to: paths.payouts(),
    isDone: begun.payoutsEnabled,
  },
];
