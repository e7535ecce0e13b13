import { Button, Group, Modal, Text } from '@mantine/core';
import { UPDATED_TEXT, UPDATED_TITLE } from '../lib/outdatedPage.ts';
import { reloadPage } from '../lib/sessionEnd.ts';

/** Tells the user that the page is from an earlier release, and offers to reload it. */
export const OutdatedPageDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Modal opened={opened} onClose={onClose} title={UPDATED_TITLE} centered zIndex={400}>
    <Text>{UPDATED_TEXT}</Text>
    <Group justify="flex-end" mt="lg">
      <Button variant="default" onClick={onClose}>
        Stay here
      </Button>
      <Button onClick={reloadPage} data-autofocus>
        Reload to update
      </Button>
    </Group>
  </Modal>
);
