import { Modal, Button, Group, Text } from '@mantine/core';
import { leaveForSignIn } from '../ui/sessionEnd.ts';

/** Mantine closes every open dialog at one Escape; on elements with this it leaves them alone. */
const ALONE = { 'data-mantine-stop-propagation': 'true' };

/** The session ended in the middle of work: the way to the sign-in, which leads back. */
export const SessionEnded = ({ onClose }: { onClose: () => void }) => (
  <Modal
    opened
    onClose={onClose}
    title="Your session has ended"
    centered
    zIndex={400}
    onKeyDown={(event) => {
      if (event.key === 'Escape') onClose();
    }}
  >
    <Text>Sign in again to go on where you were. What you typed on this page is kept.</Text>
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={onClose} {...ALONE}>
        Stay here
      </Button>
      <Button onClick={leaveForSignIn} data-autofocus {...ALONE}>
        Sign in
      </Button>
    </Group>
  </Modal>
);
