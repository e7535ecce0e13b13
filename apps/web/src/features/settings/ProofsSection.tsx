import { Badge, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { PLATFORMS, PROOF_DAYS } from '@marquee/validation';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { BadgeCheck } from 'lucide-react';
import { useRef } from 'react';
import { postFile } from '../../lib/http.ts';
import { data, trpc, type Outputs } from '../../trpc.ts';
import { Compact } from '../../ui/Compact.tsx';
import { Confirm } from '../../ui/Confirm.tsx';
import { notify } from '../../ui/notify.ts';
import { Rows } from '../../ui/Rows.tsx';
import { SettingsSection } from '../../ui/SettingsSection.tsx';
import { tellFailure } from '../../ui/tellFailure.ts';
import { When } from '../../ui/When.tsx';
import type { OwnProfile } from '../profiles/profileCache.ts';
import { ACCEPT, isSendable } from '../../ui/pictureFile.ts';
import classes from './ProofsSection.module.css';

type Proof = Outputs['evidence']['own'][number];
type Account = OwnProfile['platforms'][number];

/** Pictures that show staff how many follow a creator. */
export function ProofsSection({ profile: { platforms } }: { profile: OwnProfile }) {
  const [proofs] = trpc.evidence.own.useSuspenseQuery();
  if (platforms.length === 0) return null;
  return (
    <SettingsSection
      id="proofs"
      title="Checked figures"
      text="Brands trust a figure that we have seen. Send a picture of what a platform tells you about your account, with your handle and your followers on it; only we see it, and we delete it after a year."
    >
      <Rows>
        {platforms.map((account) => (
          <AccountRow
            key={account.platform}
            account={account}
            proofs={proofs.filter(({ platform }) => platform === account.platform)}
          />
        ))}
      </Rows>
    </SettingsSection>
  );
}

/** What the server has now, wherever it is loaded. */
function adopt(proofs: Proof[], said: string): void {
  data.evidence.own.setData(undefined, proofs);
  notify(said);
}

function AccountRow({ account, proofs }: { account: Account; proofs: readonly Proof[] }) {
  const name = PLATFORMS[account.platform];
  const resetInput = useRef<() => void>(null);
  const [opened, { open, close }] = useDisclosure(false);
  const send = useMutation({
    mutationFn: (file: File) => postFile<Proof[]>(`/api/uploads/follower-proof?platform=${account.platform}`, file),
    onSuccess: (saved) => adopt(saved, 'Picture sent'),
    onError: (error) => tellFailure(error, 'This picture could not be sent'),
    // The same file may be chosen again.
    onSettled: () => resetInput.current?.(),
  });
  const withdraw = trpc.evidence.withdraw.useMutation({
    onSuccess: async (saved) => {
      adopt(saved, 'Pictures deleted');
      // A figure is no longer checked.
      await data.profiles.own.invalidate();
    },
    onError: (error) => tellFailure(error, 'This could not be done'),
  });
  const waiting = proofs.find(({ state }) => state === 'waiting');
  return (
    <li className={classes.row}>
      <Stack gap={4} className={classes.words ?? ''}>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          <State account={account} isWaiting={waiting !== undefined} />
        </Group>
        <Text size="sm" c="dimmed">
          {account.handle} · <Compact value={account.followers} /> followers
        </Text>
        <Remark account={account} proofs={proofs} />
      </Stack>
      <Group gap="xs">
        <FileButton
          accept={ACCEPT}
          resetRef={resetInput}
          onChange={(file) => file !== null && isSendable(file) && send.mutate(file)}
          inputProps={{ 'aria-label': `Picture of your ${name} followers` }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              size="sm"
              loading={send.isPending}
              aria-label={`${proofs.length === 0 ? 'Send picture' : 'Send another'}: ${name}`}
            >
              {proofs.length === 0 ? 'Send picture' : 'Send another'}
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
              aria-label={`Delete pictures: ${name}`}
            >
              Delete
            </Button>
            <Confirm
              opened={opened}
              title={`Delete your pictures of ${name}?`}
              confirmLabel="Delete"
              destructive
              onClose={close}
              onConfirm={() => {
                close();
                withdraw.mutate({ platform: account.platform });
              }}
            >
              We delete what you sent of it. A figure that is checked is self-declared again.
            </Confirm>
          </>
        )}
      </Group>
    </li>
  );
}

function State({ account, isWaiting }: { account: Account; isWaiting: boolean }) {
  if (account.checkedAt !== null)
    return (
      <Badge variant="light" color="teal" tt="none" leftSection={<BadgeCheck size={13} aria-hidden />}>
        Checked
      </Badge>
    );
  return (
    <Badge variant="light" color={isWaiting ? 'blue' : 'gray'} tt="none">
      {isWaiting ? 'Waiting for us' : 'Self-declared'}
    </Badge>
  );
}

/** What there is to say about the latest picture, and why a confirmed one does not count. */
function Remark({ account, proofs }: { account: Account; proofs: readonly Proof[] }) {
  const of = (state: Proof['state']) => proofs.find((proof) => proof.state === state);
  const [waiting, confirmed, refused] = [of('waiting'), of('confirmed'), of('refused')];
  if (waiting)
    return (
      <Text key="waiting" size="sm">
        Sent <When at={waiting.sentAt} dateOnly />. You get a mail once we have looked at it.
      </Text>
    );
  if (refused)
    return (
      <Text key="refused" size="sm" style={{ overflowWrap: 'anywhere' }}>
        Not accepted: {refused.reason}
      </Text>
    );
  if (!confirmed?.decidedAt) return null;
  return (
    <Text key="accepted" size="sm">
      {account.checkedAt === null
        ? confirmed.handle === account.handle
          ? confirmed.followers < account.followers
            ? `Your picture showed ${confirmed.followers.toLocaleString('en-US')} followers; you claim more now.`
            : `Your picture is older than ${PROOF_DAYS} days.`
          : `Your picture showed ${confirmed.handle}.`
        : `Your picture showed at least ${confirmed.followers.toLocaleString('en-US')} followers. `}
      {account.checkedAt !== null && (
        <span>
          We saw it on <When at={confirmed.decidedAt} dateOnly />.
        </span>
      )}
    </Text>
  );
}
