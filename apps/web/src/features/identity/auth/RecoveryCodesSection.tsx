import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { PRODUCT_NAME } from '@marquee/brand';
import { Copy, Download } from 'lucide-react';
import { trpc } from '../../../trpc.ts';
import { copyText } from '../../../lib/copyText.ts';
import { downloadText } from '../../../lib/downloadText.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { refreshFactors } from './factors.ts';
import classes from './RecoveryCodesSection.module.css';

interface RecoveryCodesSectionProps {
  left: number;
  onRecoveryCodes: (codes: readonly string[]) => void;
}

/** Shows how many recovery codes are left, and creates new ones. */
export function RecoveryCodesSection({ left, onRecoveryCodes }: RecoveryCodesSectionProps) {
  const create = trpc.factors.createRecoveryCodes.useMutation({
    onSuccess: async (codes) => {
      await refreshFactors();
      onRecoveryCodes(codes);
    },
    onError: (error) => notifyFailure(error, 'The recovery codes could not be created'),
  });
  return (
    <AnchoredSection
      id="recovery-codes"
      title="Recovery codes"
      text="Use a recovery code if you lose your passkeys and your phone. Each code works once."
    >
      <Group justify="space-between">
        <Text fw={600}>{left === 0 ? 'No codes left' : left === 1 ? '1 code left' : `${left} codes left`}</Text>
        <ConfirmButton
          label="Create new codes"
          title="Create new recovery codes?"
          confirmLabel="Create codes"
          cancelLabel="Keep current codes"
          loading={create.isPending}
          onConfirm={() => create.mutate()}
        >
          Your current codes stop working.
        </ConfirmButton>
      </Group>
    </AnchoredSection>
  );
}

/** Shows new recovery codes, which the user cannot see again. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const text = codes.join('\n');
  return (
    <Modal opened onClose={onClose} title="Save your recovery codes" centered closeOnClickOutside={false}>
      <Stack gap="md">
        <Text size="sm">
          Keep these codes in a safe place, such as a password manager. We cannot show them again, and each works once.
        </Text>
        <ul className={classes.codes}>
          {codes.map((code) => (
            <Text key={code} component="li" ff="monospace" ta="center">
              {code}
            </Text>
          ))}
        </ul>
        <Group>
          <Button variant="default" leftSection={<Copy size={17} aria-hidden />} onClick={() => void copyText(text)}>
            Copy codes
          </Button>
          <Button
            variant="default"
            leftSection={<Download size={17} aria-hidden />}
            onClick={() => downloadText(text, `${PRODUCT_NAME.toLowerCase()}-recovery-codes.txt`, 'text/plain')}
          >
            Download codes
          </Button>
        </Group>
        <Button onClick={onClose}>I saved the codes</Button>
      </Stack>
    </Modal>
  );
}
