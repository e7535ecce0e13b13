import { Badge, Button, Divider, Group, Text } from '@mantine/core';
import { Laptop, Smartphone } from 'lucide-react';
import { Fragment } from 'react';
import { queryUtils, trpc, type RouterOutputs } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { DateTime } from '../../../ui/DateTime.tsx';
import { StackList } from '../../../ui/StackList.tsx';

type DeviceSession = RouterOutputs['auth']['sessions'][number];

/** Lists the user's sessions, with buttons to end one of them or all except the current one. */
export function SessionsSection() {
  const [sessions] = trpc.auth.sessions.useSuspenseQuery();
  const after = (done: string) => ({
    onSuccess: async () => {
      await queryUtils.auth.sessions.invalidate();
      notify(done);
    },
    onError: (error: unknown) => notifyFailure(error, 'The device could not be signed out'),
  });
  const end = trpc.auth.endSession.useMutation(after('Device signed out'));
  const endOthers = trpc.auth.endOtherSessions.useMutation(after('All other devices were signed out'));
  return (
    <AnchoredSection
      id="devices"
      title="Devices"
      text="These devices are signed in to your account. Sign out devices that you do not recognize."
    >
      <StackList>
        {sessions.map((session, index) => (
          <Fragment key={session.id}>
            {index > 0 && <Divider component="li" aria-hidden />}
            <DeviceRow
              session={session}
              isEnding={end.isPending && end.variables.id === session.id}
              onEnd={() => end.mutate({ id: session.id })}
            />
          </Fragment>
        ))}
      </StackList>
      {sessions.length > 1 && (
        <Button mt="lg" variant="default" loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
          Sign out all other devices
        </Button>
      )}
    </AnchoredSection>
  );
}

function DeviceRow({ session, isEnding, onEnd }: { session: DeviceSession; isEnding: boolean; onEnd: () => void }) {
  const { device, ip, isThis, createdAt, lastSeenAt } = session;
  const Icon = /iPhone|Android/.test(device) ? Smartphone : Laptop;
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="md">
      <Group wrap="nowrap" align="flex-start" gap="md" miw={0}>
        <Icon size={22} aria-hidden style={{ flex: 'none', marginTop: 2 }} />
        <div>
          <Group gap="xs">
            <Text fw={600}>{device}</Text>
            {isThis && (
              <Badge component="span" variant="light" color="teal" tt="none">
                This device
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {isThis ? (
              <span key="this device">Active now</span>
            ) : (
              <span key="other device">
                Last seen <RelativeTime at={lastSeenAt} />
              </span>
            )}
            <span> </span>· signed in <DateTime at={createdAt} dateOnly />
            {ip !== null && <span>{` from ${ip}`}</span>}
          </Text>
        </div>
      </Group>
      {!isThis && (
        <Button
          size="sm"
          variant="default"
          loading={isEnding}
          onClick={onEnd}
          aria-label={`Sign out ${device}`}
          style={{ flex: 'none' }}
        >
          Sign out
        </Button>
      )}
    </Group>
  );
}
