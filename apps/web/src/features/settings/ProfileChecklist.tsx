import { Button, Card, Progress, Text, Title, VisuallyHidden } from '@mantine/core';
import { Check } from 'lucide-react';
import { Link } from 'react-router-dom';
import classes from './ProfileChecklist.module.css';
import type { Step } from './checklist.ts';

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
