import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { paths } from '../../../paths.ts';
import { queryUtils, trpc, type RouterOutputs } from '../../../trpc.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { notify } from '../../../lib/notify.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { useRunOnce } from '../../../lib/useRunOnce.ts';
import { DateTime } from '../../../ui/DateTime.tsx';
import { ConfirmedEmailOnly } from './ConfirmedEmailOnly.tsx';

type ExternalIdentity = NonNullable<RouterOutputs['auth']['account']['external']>;

interface ExternalSignInSectionProps {
  external: ExternalIdentity;
  hasPassword: boolean;
  /** Connects the account when the page opens, because the address for it was opened without a confirmation. */
  startsNow: boolean;
}

export function ExternalSignInSection({ external, hasPassword, startsNow }: ExternalSignInSectionProps) {
  const { label, connected, isAvailable } = external;
  const [opened, { open, close }] = useDisclosure(false);
  const connect = trpc.auth.requireConfirmation.useMutation({
    onSuccess: () => location.assign(paths.externalSignIn({ connect: '1' })),
    onError: (error) => notifyFailure(error, `${label} could not be connected`),
  });
  useRunOnce(startsNow, connect.mutate);
  const disconnect = trpc.auth.disconnect.useMutation({
    onSuccess: async () => {
      await queryUtils.auth.account.invalidate();
      notify(`${label} disconnected`);
      close();
    },
    onError: (error) => notifyFailure(error, `${label} could not be disconnected`),
  });
  return (
    <AnchoredSection
      id="external"
      title={`Sign in with ${label}`}
      text={
        connected === null
          ? `Connect ${label} to sign in without a password.`
          : `You can sign in with your ${label} account.`
      }
    >
      {connected === null ? (
        isAvailable && (
          <ConfirmedEmailOnly>
            <Button variant="default" loading={connect.isPending || connect.isSuccess} onClick={() => connect.mutate()}>
              Connect {label}
            </Button>
          </ConfirmedEmailOnly>
        )
      ) : (
        <Group justify="space-between">
          <div>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {connected.email ?? label}
            </Text>
            <Text size="sm" c="dimmed">
              Connected on <DateTime at={connected.connectedAt} dateOnly />
              {!hasPassword && <span>. Set a password before you disconnect it.</span>}
            </Text>
          </div>
          <Button variant="default" disabled={!hasPassword} onClick={open}>
            Disconnect
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={opened}
        title={`Disconnect ${label}?`}
        confirmLabel="Disconnect"
        loading={disconnect.isPending}
        onConfirm={() => disconnect.mutate()}
        onClose={close}
      >
        You sign in with your email and password from then on. You can connect {label} again at any time.
      </ConfirmDialog>
    </AnchoredSection>
  );
}
