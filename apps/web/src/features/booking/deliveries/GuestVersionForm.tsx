import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { guestReview, LIMITS, type GuestReview as ReviewInput } from '@marquee/validation';
import { findPreviewKind } from '@marquee/contracts';
import { useRef, useState } from 'react';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { queryUtils, trpc, type RouterOutputs } from '../../../trpc.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { LimitedTextarea } from '../../../ui/LimitedText.tsx';
import classes from './Deliveries.module.css';
import type { FileComment } from './delivery.ts';
import { addRemark, RemarkFields } from './RemarkFields.tsx';
import { VersionView } from './VersionView.tsx';

type GuestView = RouterOutputs['guestReviews']['view'];
type GuestVersion = GuestView['versions'][number];
type Vote = ReviewInput['vote'];

/** Shows a version to a guest, who approves it or requests changes until the brand decides. */
export function GuestVersionForm({ view, version }: { view: GuestView; version: GuestVersion }) {
  const { deliverableId, number, title, files, checksum, isDecided } = version;
  const [remarks, setRemarks] = useState<FileComment[]>(version.remarks);
  const [comment, setComment] = useState(version.comment);
  const [checkedVote, setCheckedVote] = useState<Vote | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const review = trpc.guestReviews.review.useMutation({
    onSuccess: (after, { vote }) => {
      queryUtils.guestReviews.view.setData({ id: view.id }, after);
      notify(
        vote === 'approved' ? 'Version approved' : 'Changes requested',
        `We told ${view.workspaceName} about your review.`,
      );
    },
    onError: (error) => notifyFailure(error, 'Your review could not be saved'),
  });
  const check = (vote: Vote) =>
    guestReview.safeParse({ id: view.id, deliverableId, number, checksum, vote, comment, remarks });
  const checked = checkedVote === null ? null : check(checkedVote);
  const wrong = (...at: (string | number)[]) =>
    checked?.error?.issues.find(({ path }) => path.join() === at.join())?.message;
  const send = (vote: Vote) => {
    setCheckedVote(vote);
    const { data } = check(vote);
    if (data) review.mutate(data);
    else setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <Stack gap="md" component="section" aria-label={title}>
      <Title order={2} fz="lg">
        {title}
      </Title>
      <VersionView
        version={{ ...version, verdict: null, decidedAt: null, changeRequest: null, remarks: [] }}
        brand={view.workspaceName}
        drafts={remarks}
        {...(!isDecided && { onSpot: (spot) => setRemarks(addRemark(remarks, spot, form.current)) })}
      />
      <VoteSummary view={view} version={version} />
      {!isDecided && (
        <form
          ref={form}
          className={classes.form}
          noValidate
          aria-label={`Review ${title}`}
          onSubmit={(event) => event.preventDefault()}
        >
          <LimitedTextarea
            label="Comment"
            description={describeSpots(files)}
            autosize
            minRows={3}
            maxRows={12}
            limit={LIMITS.guestComment}
            value={comment}
            error={wrong('comment')}
            onChange={(event) => setComment(event.currentTarget.value)}
          />
          <RemarkFields
            remarks={remarks}
            files={files}
            errorAt={(at) => wrong('remarks', at, 'text')}
            onChange={setRemarks}
          />
          <Group gap="sm">
            <Button
              loading={review.isPending && checkedVote === 'approved'}
              disabled={review.isPending && checkedVote !== 'approved'}
              onClick={() => send('approved')}
            >
              Approve version
            </Button>
            <Button
              variant="default"
              loading={review.isPending && checkedVote === 'changes'}
              disabled={review.isPending && checkedVote !== 'changes'}
              onClick={() => send('changes')}
            >
              Request changes
            </Button>
          </Group>
        </form>
      )}
    </Stack>
  );
}

/** Explains how to comment on a spot in the files, if the page shows pictures or videos. */
function describeSpots(files: GuestVersion['files']): string | undefined {
  const kinds = new Set(files.map(({ mediaType }) => findPreviewKind(mediaType)));
  const ways = [
    ...(kinds.has('picture') ? ['click a picture'] : []),
    ...(kinds.has('video') || kinds.has('sound') ? ['use “Comment at …” below a recording'] : []),
  ];
  return ways.length === 0 ? undefined : `To comment on a spot, ${ways.join(' or ')}.`;
}

function VoteSummary({ view: { workspaceName }, version }: { view: GuestView; version: GuestVersion }) {
  const { vote, isOutdated, isDecided } = version;
  if (isOutdated && !isDecided)
    return (
      <Callout tone="warning">
        This version changed after your review. Please check it and send your review again.
      </Callout>
    );
  if (vote === null && !isDecided) return null;
  const voteText =
    vote === 'approved' ? 'You approved this version. ' : vote === 'changes' ? 'You requested changes. ' : '';
  return (
    <Text component="output" size="sm" fw={600}>
      {voteText}
      {isDecided
        ? `${workspaceName} has decided about this version.`
        : `You can change your review until ${workspaceName} decides.`}
    </Text>
  );
}
