import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { paths } from '../../paths.ts';
import { data, trpc, type Outputs } from '../../trpc.ts';
import { Confirm } from '../../ui/Confirm.tsx';
import { notify } from '../../ui/notify.ts';
import { SettingsSection } from '../../ui/SettingsSection.tsx';
import { tellFailure } from '../../ui/tellFailure.ts';
import { When } from '../../ui/When.tsx';

type External = NonNullable<Outputs['auth']['account']['external']>;

/** Connecting and disconnecting external sign-in. */
export function ExternalSection({ external, hasPassword }: { external: External; hasPassword: boolean }) {
  const { label, connected, isAvailable } = external;
  const [opened, { open, close }] = useDisclosure(false);
  const disconnect = trpc.auth.disconnect.useMutation({
    onSuccess: async () => {
      await data.auth.account.invalidate();
      notify(`${label} disconnected`);
      close();
    },
    onError: (error) => tellFailure(error, `${label} could not be disconnected`),
  });
  return (
    <SettingsSection
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
          <Button component="a" href={paths.externalSignIn({ connect: '1' })} variant="default">
            Connect {label}
          </Button>
        )
      ) : (
        <Group justify="space-between">
          <div>
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {connected.email ?? label}
            </Text>
            <Text size="sm" c="dimmed">
              Connected on <When at={connected.connectedAt} dateOnly />
              {!hasPassword && <span>. Set a password before you disconnect it.</span>}
            </Text>
          </div>
          <Button variant="default" disabled={!hasPassword} onClick={open}>
            Disconnect
          </Button>
        </Group>
      )}
      <Confirm
        opened={opened}
        title={`Disconnect ${label}?`}
        confirmLabel="Disconnect"
        loading={disconnect.isPending}
        onConfirm={() => disconnect.mutate()}
        onClose={close}
      >
        You sign in with your email and password from then on. You can connect {label} again at any time.
      </Confirm>
    </SettingsSection>
  );
}
