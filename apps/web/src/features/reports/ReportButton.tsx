import { lazy, Suspense, useState } from 'react';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/plain.tsx';

const ReportDialog = lazy(() => import('./ReportDialog.tsx').then((module) => ({ default: module.ReportDialog })));

interface ReportButtonProps {
  creator: { id: string; username: string; fullName: string };
  services: readonly { id: string; name: string }[];
  isSignedIn: boolean;
}

/** Tells staff that something is not right with a profile or a service; who is not signed in does that first. */
export function ReportButton({ isSignedIn, creator, services }: ReportButtonProps) {
  const [opened, setOpened] = useState(false);
  const open = () => (isSignedIn ? setOpened(true) : location.assign(paths.login({ next: paths.profile(creator) })));
  const subjects = [
    { kind: 'profile' as const, id: creator.id, label: `The profile of ${creator.fullName}` },
    ...services.map(({ id, name }) => ({ kind: 'package' as const, id, label: `The service “${name}”` })),
  ];
  return (
    <>
      <Button variant="subtle" onClick={open}>
        Report
      </Button>
      {opened && (
        <Suspense>
          <ReportDialog subjects={subjects} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
