import { trpcClient } from '../../../trpc.ts';
import { StaffActionButton } from './StaffActionButton.tsx';

/** Closes a support thread without a reply. */
export const CloseThreadButton = ({ id, name, subject }: { id: string; name: string; subject: string }) => (
  <StaffActionButton
    label="Close"
    subject={subject}
    title="Close this thread?"
    field="Note"
    done="Thread closed"
    act={(note) => trpcClient.admin.closeMessage.mutate({ id, note })}
  >
    Explain why. {name} is not notified, and a new message from them reopens the thread.
  </StaffActionButton>
);
