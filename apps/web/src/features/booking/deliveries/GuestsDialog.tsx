import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { guestInvitation, LIMITS, type GuestInvitation } from '@marquee/validation';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { useNow } from '../../../lib/readerClock.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { DialogButtons } from '../../../ui/DialogButtons.tsx';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';
import { RowTitle } from '../../../ui/RowTitle.tsx';
import type { GuestReviews } from './delivery.ts';
import { StackList } from '../../../ui/StackList.tsx';

type Guest = GuestReviews['guests'][number];

interface SharedVersion {
  bookingId: string;
  deliverableId: string;
  number: number;
}

/** Updates the list of guests, and shows it on the booking page if it was empty before. */
function cacheGuests(bookingId: string, after: GuestReviews): void {
  queryUtils.guestReviews.byBooking.setData({ id: bookingId }, after);
  queryUtils.deliveries.byBooking.setData({ id: bookingId }, (all) => all && { ...all, hasGuests: true });
}

/** Invites people without an account to review a version, and lists the booking's guests. */
export function GuestsDialog({ onClose, ...version }: SharedVersion & { onClose: () => void }) {
  const { bookingId, deliverableId, number } = version;
  const { data } = trpc.guestReviews.byBooking.useQuery({ id: bookingId });
  const form = useForm<GuestInvitation>({
    initialValues: { deliverableId, number, name: '', email: '' },
    validate: schemaResolver(guestInvitation, { sync: true }),
  });
  const invite = useInvitation(bookingId, form.reset);
  return (
    <Modal opened onClose={onClose} title="Share for review" centered>
      <Stack gap="lg">
        <Text size="sm">
          Invite people without an account, such as your legal department. They see this version and nothing else.
        </Text>
        {data !== undefined && data.guests.length > 0 && (
          <StackList aria-label="Guests">
            {data.guests.map((guest) => (
              <GuestRow key={guest.id} guest={guest} version={version} />
            ))}
          </StackList>
        )}
        <form noValidate onSubmit={form.onSubmit((values) => invite.mutate(values), focusFirstError)}>
          <Stack gap="md">
            <LimitedTextInput
              label="Name"
              withAsterisk
              data-autofocus
              limit={LIMITS.personName}
              {...form.getInputProps('name')}
            />
            <TextInput
              label="Email address"
              description="The link works for 30 days, and only with a code that we send to this address."
              type="email"
              withAsterisk
              {...form.getInputProps('email')}
            />
            <DialogButtons submitLabel="Send invitation" loading={invite.isPending} onCancel={onClose} />
          </Stack>
        </form>
      </Stack>
    </Modal>
  );
}

const useInvitation = (bookingId: string, onSent?: () => void) =>
  trpc.guestReviews.invite.useMutation({
    onSuccess: (after, { name }) => {
      cacheGuests(bookingId, after);
      onSent?.();
      notify('Invitation sent', `We sent ${name} a link to this version.`);
    },
    onError: (error) => notifyFailure(error, 'The invitation could not be sent'),
  });

function getGuestState({ revokedAt, expiresAt, hasVoted, openedAt }: Guest, now: number): string {
  if (revokedAt !== null) return 'Removed';
  if (new Date(expiresAt).getTime() <= now) return 'Expired';
  if (hasVoted) return 'Reviewed';
  return openedAt === null ? 'Invited' : 'Opened';
}

function GuestRow({ guest, version }: { guest: Guest; version: SharedVersion }) {
  const { id, name, email } = guest;
  const { bookingId, deliverableId, number } = version;
  const now = new Date(useNow()).getTime();
  const invite = useInvitation(bookingId);
  const revoke = trpc.guestReviews.revoke.useMutation({
    onSuccess: (after) => {
      cacheGuests(bookingId, after);
      notify('Access removed', `${name} can no longer open the review.`);
    },
    onError: (error) => notifyFailure(error, 'The access could not be removed'),
  });
  const canSee = guest.versions.some((each) => each.deliverableId === deliverableId && each.number === number);
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div style={{ minWidth: 0 }}>
        <RowTitle title={name} badge={getGuestState(guest, now)} />
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {email}
        </Text>
      </div>
      {guest.revokedAt === null && (
        <Group gap="xs">
          <Button
            size="sm"
            variant="default"
            loading={invite.isPending}
            aria-label={canSee ? `Resend link to ${name}` : `Share version with ${name}`}
            onClick={() => invite.mutate({ deliverableId, number, name, email })}
          >
            {canSee ? 'Resend link' : 'Share version'}
          </Button>
          <Button
            size="sm"
            variant="default"
            loading={revoke.isPending}
            aria-label={`Remove ${name}`}
            onClick={() => revoke.mutate({ id })}
          >
            Remove
          </Button>
        </Group>
      )}
    </Group>
  );
}
