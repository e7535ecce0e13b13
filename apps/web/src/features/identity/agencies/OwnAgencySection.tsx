import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { describeShareExample, formatShare, type AgencyConsent } from './agencies.ts';

/** Shows a creator's agency and invitations, and lets the creator agree, decline and end. */
export function OwnAgencySection() {
  const [{ current, invitations, ended }] = trpc.agencies.overview.useSuspenseQuery();
  const isEmpty = current === null && invitations.length === 0 && ended.length === 0;
  return (
    <AnchoredSection
      id="agency"
      title="Your agency"
      text="An agency acts for you in return for a share of the bookings that are accepted while it represents you."
    >
      <Stack gap="lg">
        {isEmpty && <Text c="dimmed">No agency represents you, and you have no invitations.</Text>}
        {current !== null && <CurrentAgency consent={current} />}
        {invitations.map((consent) => (
          <Invitation key={consent.id} consent={consent} hasAgency={current !== null} />
        ))}
        {ended.map((consent) => (
          <EndedAgency key={consent.id} consent={consent} />
        ))}
      </Stack>
    </AnchoredSection>
  );
}

function CurrentAgency({ consent }: { consent: AgencyConsent }) {
  const { id, name, shareBps, agreedAt, requestedAt } = consent;
  const end = useEndAgency();
  return (
    <AgencyRow
      name={name}
      actions={
        <ConfirmButton
          label="End representation"
          title={`End the representation by ${name}?`}
          confirmLabel="End representation"
          destructive
          loading={end.isPending}
          onConfirm={() =>
            end.mutate(
              { id },
              { onSuccess: () => notify('Representation ended', 'New bookings have no agency share.') },
            )
          }
        >
          <Stack gap="sm">
            <Text>
              Its people can no longer act for you. Bookings that you accept from now on have no agency share.
            </Text>
            <Text>
              Bookings that were already accepted keep the share. For 30 days, so do bookings from offers that were
              already sent.
            </Text>
          </Stack>
        </ConfirmButton>
      }
    >
      <Text size="sm">
        It has represented you since <DateTime at={agreedAt ?? requestedAt} dateOnly /> for {formatShare(shareBps)}.
      </Text>
      <Text size="sm" c="dimmed">
        {describeShareExample(shareBps, name)}
      </Text>
    </AgencyRow>
  );
}

function Invitation({ consent, hasAgency }: { consent: AgencyConsent; hasAgency: boolean }) {
  const { id, name, username, shareBps } = consent;
  const end = useEndAgency();
  const agree = trpc.agencies.agree.useMutation({
    onSuccess: async () => {
      await queryUtils.agencies.overview.invalidate();
      notify(`${name} represents you`, 'The share is part of every booking that you accept from now on.');
    },
    onError: (error) => notifyFailure(error, 'The invitation could not be accepted'),
  });
  const example = describeShareExample(shareBps, name);
  return (
    <AgencyRow
      name={name}
      actions={
        <>
          <ConfirmButton
            label="Accept invitation"
            variant="filled"
            title={`Let ${name} represent you?`}
            confirmLabel="Accept invitation"
            disabled={hasAgency}
            loading={agree.isPending}
            onConfirm={() => agree.mutate({ id })}
          >
            <Stack gap="sm">
              <Text>
                {name} gets {formatShare(shareBps)} of every booking that is accepted from now on. {example}
              </Text>
              <Text>
                Its people can accept and decline bookings, answer offers and messages, deliver work, and edit your
                packages and availability. Brands see who acted, as in “Kim for Ada”.
              </Text>
              <Text>
                They cannot agree to refunds, change your profile, or access your earnings, documents, billing details,
                payout account, password, members or this agreement. You can end the agreement at any time, and their
                access stops at once.
              </Text>
            </Stack>
          </ConfirmButton>
          <Button
            variant="default"
            aria-label={`Decline invitation of ${name}`}
            loading={end.isPending}
            onClick={() => end.mutate({ id }, { onSuccess: () => notify('Invitation declined') })}
          >
            Decline invitation
          </Button>
        </>
      }
    >
      <Text size="sm">
        @{username} would like to represent you for {formatShare(shareBps)}.
      </Text>
      <Text size="sm" c="dimmed">
        {hasAgency ? 'To accept this invitation, end the representation by your current agency first.' : example}
      </Text>
    </AgencyRow>
  );
}

const EndedAgency = ({ consent: { name, shareBps, endedAt, sunsetAt } }: { consent: AgencyConsent }) =>
  endedAt !== null &&
  sunsetAt !== null && (
    <AgencyRow name={name} actions={null}>
      <Text size="sm">
        Ended on <DateTime at={endedAt} dateOnly />. Bookings from offers that were sent before include its share (
        {formatShare(shareBps)}) until <DateTime at={sunsetAt} dateOnly />.
      </Text>
    </AgencyRow>
  );

const AgencyRow = ({ name, actions, children }: { name: string; actions: ReactNode; children: ReactNode }) => (
  <Group justify="space-between" gap="md" align="flex-start">
    <Stack gap={4} style={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
      <Title order={3} fz="md">
        {name}
      </Title>
      {children}
    </Stack>
    <Group gap="sm">{actions}</Group>
  </Group>
);

const useEndAgency = () =>
  trpc.agencies.end.useMutation({
    onSettled: () => queryUtils.agencies.overview.invalidate(),
    onError: (error) => notifyFailure(error, 'The representation could not be ended'),
  });
