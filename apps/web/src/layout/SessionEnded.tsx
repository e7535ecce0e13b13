import { Modal, Button, Group, Text } from '@mantine/core';
import { leaveForSignIn } from '../ui/sessionEnd.ts';

/** Mantine closes every open dialog at one Escape. It ignores the key on elements with this attribute. */
const ALONE = { 'data-mantine-stop-propagation': 'true' };

/** Tells the user that the session has ended, and leads to the sign-in screen and back. */
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
    <Text>Sign in again to continue where you left off. What you typed on this page is kept.</Text>
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
