import { lazy, Suspense, useState } from 'react';
import { paths } from '../../paths.ts';
import { Button, VisuallyHidden } from '../../ui/plain.tsx';
import type { Reportable } from './ReportDialog.tsx';

const ReportDialog = lazy(() => import('./ReportDialog.tsx').then((module) => ({ default: module.ReportDialog })));

/** Tells staff that something is not right with a profile, a service or a review; who is not signed in does that first. */
export function ReportButton({ isSignedIn, ...about }: Reportable & { isSignedIn: boolean }) {
  const [opened, setOpened] = useState(false);
  const open = () =>
    isSignedIn ? setOpened(true) : location.assign(paths.login({ next: paths.profile(about.creator) }));
  return (
    <>
      <Button variant="subtle" onClick={open} {...(about.review !== undefined && { size: 'xs' })}>
        Report
        {about.review !== undefined && <VisuallyHidden> the review by {about.review.authorName}</VisuallyHidden>}
      </Button>
      {opened && (
        <Suspense>
          <ReportDialog {...about} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
