import { Button, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { paths } from '../../../paths.ts';
import type { ReportSubjects } from './ReportDialog.tsx';

const ReportDialog = lazy(() => import('./ReportDialog.tsx').then((module) => ({ default: module.ReportDialog })));

interface ReportButtonProps {
  creator: { id: string; username: string; fullName: string };
  services: readonly { id: string; name: string }[];
  /** Set to report a review instead of the profile. */
  review?: { id: string; authorName: string };
  isSignedIn: boolean;
}

/** Lets a visitor report a profile, a package or a review to staff. */
export function ReportButton({ isSignedIn, creator, services, review }: ReportButtonProps) {
  const subjects: ReportSubjects['subjects'] = [
    review === undefined
      ? { kind: 'profile', id: creator.id, label: `The profile of ${creator.fullName}` }
      : { kind: 'review', id: review.id, label: `The review by ${review.authorName}` },
    ...services.map(({ id, name }) => ({ kind: 'package' as const, id, label: `The service “${name}”` })),
  ];
  return (
    <ReportDialogButton
      subjects={subjects}
      isSignedIn={isSignedIn}
      from={paths.profile(creator)}
      {...(review !== undefined && { of: `the review by ${review.authorName}` })}
    />
  );
}

interface ReportDialogButtonProps extends ReportSubjects {
  isSignedIn: boolean;
  /** The path to return to after signing in. */
  from: string;
  /** The name of the reported item for screen reader users, on pages with several report buttons. */
  of?: string;
}

/** Opens the report dialog, or sends visitors to the sign-in page first. */
export function ReportDialogButton({ subjects, isSignedIn, from, of }: ReportDialogButtonProps) {
  const [opened, setOpened] = useState(false);
  const open = () => (isSignedIn ? setOpened(true) : location.assign(paths.login({ next: from })));
  return (
    <>
      <Button variant="subtle" onClick={open} {...(of !== undefined && { size: 'xs' })}>
        Report
        {of !== undefined && <VisuallyHidden> {of}</VisuallyHidden>}
      </Button>
      {opened && (
        <Suspense>
          <ReportDialog subjects={subjects} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
