import { Badge, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { PROOF_VALIDITY_DAYS } from '@marquee/validation';
import { PLATFORM_LABELS } from '@marquee/contracts';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useRef } from 'react';
import { postFile } from '../../../lib/http.ts';
import { queryUtils, trpc, type RouterOutputs } from '../../../trpc.ts';
import { CompactNumber } from '../../../ui/CompactNumber.tsx';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import { notify } from '../../../lib/notify.ts';
import { pluralize } from '../../../lib/pluralize.ts';
import { RowsCard } from '../../../ui/RowsCard.tsx';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { DateTime } from '../../../ui/DateTime.tsx';
import type { OwnProfile } from '../../catalog/profiles/profileCache.ts';
import { PICTURE_ACCEPT, isPictureSizeAllowed } from '../../../lib/pictureFile.ts';
import classes from './FollowerProofsSection.module.css';

type OwnFollowerProof = RouterOutputs['followerProofs']['own'][number];
type ProvenAccount = OwnProfile['platforms'][number];

/** Manages the screenshots with which a creator proves follower counts to staff. */
export function FollowerProofsSection({ profile: { platforms } }: { profile: OwnProfile }) {
  const [proofs] = trpc.followerProofs.own.useSuspenseQuery();
  if (platforms.length === 0) return null;
  return (
    <AnchoredSection
      id="proofs"
      title="Verified followers"
      text="Send us a screenshot of your account that shows your handle and follower count. Only we see it, and we delete it after one year."
      summary={
        proofs.length === 0
          ? null
          : `${platforms.filter(({ checkedAt }) => checkedAt !== null).length} of ${pluralize(platforms.length, 'platform')} verified`
      }
    >
      <RowsCard>
        {platforms.map((account) => (
          <FollowerProofRow
            key={account.platform}
            account={account}
            proofs={proofs.filter(({ platform }) => platform === account.platform)}
          />
        ))}
      </RowsCard>
    </AnchoredSection>
  );
}

function cacheFollowerProofs(proofs: OwnFollowerProof[], said: string): void {
  queryUtils.followerProofs.own.setData(undefined, proofs);
  notify(said);
}

function FollowerProofRow({ account, proofs }: { account: ProvenAccount; proofs: readonly OwnFollowerProof[] }) {
  const name = PLATFORM_LABELS[account.platform];
  const resetInput = useRef<() => void>(null);
  const [opened, { open, close }] = useDisclosure(false);
  const send = useMutation({
    mutationFn: (file: File) =>
      postFile<OwnFollowerProof[]>(`/api/uploads/follower-proof?platform=${account.platform}`, file),
    onSuccess: (saved) => cacheFollowerProofs(saved, 'Screenshot sent'),
    onError: (error) => notifyFailure(error, 'The screenshot could not be sent'),
    // Without this, choosing the same file a second time would not trigger a change event.
    onSettled: () => resetInput.current?.(),
  });
  const withdraw = trpc.followerProofs.withdraw.useMutation({
    onSuccess: async (saved) => {
      cacheFollowerProofs(saved, 'Screenshots deleted');
      // Withdrawing a proof removes the verified badge from the profile.
      await queryUtils.profiles.own.invalidate();
    },
    onError: (error) => notifyFailure(error, 'The screenshots could not be deleted'),
  });
  const waiting = proofs.find(({ state }) => state === 'waiting');
  return (
    <li className={classes.row}>
      <Stack gap={4} className={classes.words ?? ''}>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          <FollowerProofBadge account={account} isWaiting={waiting !== undefined} />
        </Group>
        <Text size="sm" c="dimmed">
          {account.handle} · <CompactNumber value={account.followers} /> followers
        </Text>
        <FollowerProofText account={account} proofs={proofs} />
      </Stack>
      <Group gap="xs">
        <FileButton
          accept={PICTURE_ACCEPT}
          resetRef={resetInput}
          onChange={(file) => file !== null && isPictureSizeAllowed(file) && send.mutate(file)}
          inputProps={{ 'aria-label': `Screenshot of your ${name} followers` }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="sm"
              loading={send.isPending}
              aria-label={`${proofs.length === 0 ? 'Send screenshot' : 'Send another'}: ${name}`}
            >
              {proofs.length === 0 ? 'Send screenshot' : 'Send another'}
            </Button>
          )}
        </FileButton>
        {proofs.some(({ state }) => state !== 'refused') && (
          <>
            <Button
              variant="subtle"
              color="gray"
              size="sm"
              loading={withdraw.isPending}
              onClick={open}
              aria-label={`Delete screenshots: ${name}`}
            >
              Delete
            </Button>
            <ConfirmDialog
              opened={opened}
              title={`Delete your ${name} screenshots?`}
              confirmLabel="Delete"
              destructive
              onClose={close}
              onConfirm={() => {
                close();
                withdraw.mutate({ platform: account.platform });
              }}
            >
              Your follower count for this platform is shown as self-declared again.
            </ConfirmDialog>
          </>
        )}
      </Group>
    </li>
  );
}

function FollowerProofBadge({ account, isWaiting }: { account: ProvenAccount; isWaiting: boolean }) {
  if (account.checkedAt !== null)
    return (
      <Badge variant="light" color="teal" tt="none" leftSection={<BadgeCheck size={13} aria-hidden />}>
        Verified
      </Badge>
    );
  return (
    <Badge variant="light" color={isWaiting ? 'blue' : 'gray'} tt="none">
      {isWaiting ? 'In review' : 'Self-declared'}
    </Badge>
  );
}

/** Describes the status of the latest screenshot. If a confirmed screenshot is no longer valid, explains why. */
function FollowerProofText({ account, proofs }: { account: ProvenAccount; proofs: readonly OwnFollowerProof[] }) {
  const of = (state: OwnFollowerProof['state']) => proofs.find((proof) => proof.state === state);
  const [waitingProof, confirmedProof, refusedProof] = [of('waiting'), of('confirmed'), of('refused')];
  if (waitingProof)
    return (
      <Text key="waiting" size="sm">
        Sent <DateTime at={waitingProof.sentAt} dateOnly />. We email you when we have reviewed it.
      </Text>
    );
  if (refusedProof)
    return (
      <Text key="refused" size="sm" style={{ overflowWrap: 'anywhere' }}>
        Not accepted: {refusedProof.reason}
      </Text>
    );
  if (!confirmedProof?.decidedAt) return null;
  return (
    <Text key="accepted" size="sm">
      {account.checkedAt === null
        ? confirmedProof.handle === account.handle
          ? confirmedProof.followers < account.followers
            ? `Your screenshot showed ${confirmedProof.followers.toLocaleString('en-US')} followers, fewer than you list now.`
            : `Your screenshot is older than ${PROOF_VALIDITY_DAYS} days. Send a new one.`
          : `Your screenshot showed ${confirmedProof.handle}, not the handle you list now.`
        : `Your screenshot showed at least ${confirmedProof.followers.toLocaleString('en-US')} followers. `}
      {account.checkedAt !== null && (
        <span>
          Verified on <DateTime at={confirmedProof.decidedAt} dateOnly />.
        </span>
      )}
    </Text>
  );
}
