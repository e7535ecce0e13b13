import { Badge, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { formatRate, parseRate } from '@marquee/money';
import { LIMITS } from '@marquee/validation';
import { getWorkspacePath } from '@marquee/contracts';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { paths } from '../../../paths.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';
import { LoadMore, cursorPaging } from '../../../ui/LoadMore.tsx';
import { describeShareExample, formatShare, type RepresentedCreator } from './agencies.ts';
import { StackList } from '../../../ui/StackList.tsx';

/** Lists the creators that the user represents or has invited, with a form to invite others. */
export function RepresentedCreatorsSection() {
  const [{ pages }, list] = trpc.agencies.creators.useSuspenseInfiniteQuery({}, cursorPaging);
  const creators = pages.flatMap(({ items }) => items);
  return (
    <AnchoredSection
      id="creators"
      title="Creators you represent"
      text="Invite creators to act for them in return for a share of each booking."
    >
      <Stack gap="lg">
        <InvitationForm />
        {creators.length > 0 && (
          <StackList>
            {creators.map((creator) => (
              <CreatorRow key={creator.id} creator={creator} />
            ))}
          </StackList>
        )}
        <LoadMore list={list} />
      </Stack>
    </AnchoredSection>
  );
}

function InvitationForm() {
  const [{ capBps }] = trpc.agencies.overview.useSuspenseQuery();
  const parseShare = (share: string) => {
    const shareBps = parseRate(share.trim());
    return shareBps !== null && shareBps <= capBps ? shareBps : null;
  };
  const form = useForm({
    initialValues: { creator: '', share: '' },
    validate: {
      creator: (creator) => (creator.trim() === '' ? 'Enter the creator’s username' : null),
      share: (share) => (parseShare(share) === null ? `Enter a share from 0 to ${formatRate(capBps)}` : null),
    },
  });
  const invite = trpc.agencies.invite.useMutation({
    onSuccess: async () => {
      form.reset();
      await queryUtils.agencies.creators.invalidate();
      notify('Invitation sent', 'We email you when the creator agrees.');
    },
    onError: (error) => notifyFailure(error, 'The invitation could not be sent'),
  });
  const shareBps = parseShare(form.values.share);
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ creator, share }) => invite.mutate({ creator, shareBps: parseShare(share) ?? 0 }),
        focusFirstError,
      )}
    >
      <Stack gap="md">
        <LimitedTextInput
          label="Username"
          description="You can find it in the address of the creator’s profile."
          autoComplete="off"
          limit={LIMITS.username + 1}
          {...form.getInputProps('creator')}
        />
        <TextInput
          label="Your share in percent"
          description={
            shareBps === null
              ? `At most ${formatRate(capBps)} of the price of each booking.`
              : describeShareExample(shareBps, null)
          }
          inputMode="decimal"
          autoComplete="off"
          maw={320}
          {...form.getInputProps('share')}
        />
        <Group>
          <Button type="submit" loading={invite.isPending}>
            Invite creator
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function CreatorRow({
  creator: { id, name, username, shareBps, requestedAt, agreedAt },
}: {
  creator: RepresentedCreator;
}) {
  const end = trpc.agencies.end.useMutation({
    onSuccess: async () => {
      await queryUtils.agencies.creators.invalidate();
      notify(agreedAt === null ? 'Invitation withdrawn' : 'Representation ended');
    },
    onError: (error) => notifyFailure(error, 'The representation could not be ended'),
  });
  return (
    <Group component="li" justify="space-between" gap="md" align="flex-start">
      <Stack gap={4} style={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Group gap="xs">
          <Title order={3} fz="md">
            {name}
          </Title>
          <Badge component="span" variant="light" color={agreedAt === null ? 'gray' : 'teal'} tt="none">
            {agreedAt === null ? 'Invited' : 'Represented'}
          </Badge>
        </Group>
        <Text size="sm" c="dimmed">
          <span>
            @{username} · {formatShare(shareBps)} · {agreedAt === null ? 'invited' : 'since'}{' '}
          </span>
          <DateTime at={agreedAt ?? requestedAt} dateOnly />
        </Text>
      </Stack>
      {agreedAt === null ? (
        <Button
          size="sm"
          variant="default"
          aria-label={`Withdraw invitation to ${name}`}
          loading={end.isPending}
          onClick={() => end.mutate({ id })}
        >
          Withdraw invitation
        </Button>
      ) : (
        <Group gap="sm">
          <Button
            size="sm"
            variant="default"
            component="a"
            aria-label={`Open the workspace of ${name}`}
            href={getWorkspacePath(username) + paths.dashboard()}
          >
            Open workspace
          </Button>
          <ConfirmButton
            label="End representation"
            size="sm"
            title={`Stop representing ${name}?`}
            confirmLabel="End representation"
            destructive
            loading={end.isPending}
            onConfirm={() => end.mutate({ id })}
          >
            <Stack gap="sm">
              <Text>
                You can no longer act for {name}. Bookings that they accept from now on have no share for you.
              </Text>
              <Text>
                Bookings that were already accepted keep your share. For 30 days, so do bookings from offers that were
                already sent.
              </Text>
            </Stack>
          </ConfirmButton>
        </Group>
      )}
    </Group>
  );
}
