import { Flag } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { lateDialog } from '../../ui/late.tsx';
import { Button } from '../../ui/plain.tsx';
import type { ReportDialogProps, Subject } from './ReportDialog.tsx';

const ReportDialog = lateDialog<ReportDialogProps>(() =>
  import('./ReportDialog.tsx').then((module) => module.ReportDialog),
);

/** Tells staff that something is not right; who is not signed in does that first. `back`: where they go on. */
export function ReportButton({
  subjects,
  isSignedIn,
  back,
}: {
  subjects: Subject[];
  isSignedIn: boolean;
  back: string;
}) {
  const [opened, setOpened] = useState(false);
  const look = { variant: 'subtle', color: 'gray', size: 'sm', leftSection: <Flag size={15} aria-hidden /> } as const;
  if (!isSignedIn)
    return (
      <Button component={Link} to={paths.login({ next: back })} {...look}>
        Report
      </Button>
    );
  return (
    <>
      <Button {...look} onClick={() => setOpened(true)}>
        Report
      </Button>
      <ReportDialog opened={opened} subjects={subjects} onClose={() => setOpened(false)} />
    </>
  );
}
