import { Modal, Button, Group, Text } from '@mantine/core';
import { leaveForSignIn, SESSION_ENDED_TITLE } from '../lib/sessionEnd.ts';

/**
 * Keeps Mantine from handling the Escape key in this dialog. Otherwise, pressing Escape once would close all open
 * dialogs.
 */
const IGNORE_ESCAPE_PROPS = { 'data-mantine-stop-propagation': 'true' };

/** Tells the user that the session has ended and links to the sign-in page, which leads back to this page. */
export const SessionEndedDialog = ({ onClose }: { onClose: () => void }) => (
  <Modal
    opened
    onClose={onClose}
    title={SESSION_ENDED_TITLE}
    centered
    zIndex={400}
    onKeyDown={(event) => {
      if (event.key === 'Escape') onClose();
    }}
  >
    <Text>Sign in again to continue where you left off. We keep what you typed on this page.</Text>
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={onClose} {...IGNORE_ESCAPE_PROPS}>
        Stay here
      </Button>
      <Button onClick={leaveForSignIn} data-autofocus {...IGNORE_ESCAPE_PROPS}>
        Sign in
      </Button>
    </Group>
  </Modal>
);
