import { Badge, Group, Stack, Text, Title } from '@mantine/core';
import type { Verdict } from '@marquee/booking';
import { useUser } from '../../../session.ts';
import { DateTime } from '../../../ui/DateTime.tsx';
import classes from './Deliveries.module.css';
import type { DeliverableVersion, GuestReview, GuestReviews } from './delivery.ts';
import { DisagreementBadge } from './DisagreementBadge.tsx';
import { RemarkList } from './RemarkList.tsx';
import { StackList } from '../../../ui/StackList.tsx';

const VOTE_LABELS: Record<Verdict, string> = { approved: 'Would approve', changes: 'Wants changes' };

/** Shows the guests' votes and comments on a version, and which member decides. */
export function GuestReviewList(props: {
  reviews: readonly GuestReview[];
  version: DeliverableVersion;
  decisionOwner: GuestReviews['decisionOwner'];
}) {
  const { reviews, version, decisionOwner } = props;
  const user = useUser();
  if (reviews.length === 0) return null;
  return (
    <Stack gap="sm" my="xs" component="section" aria-label="Guest reviews">
      <div>
        <Title order={4} fz="sm">
          Guest reviews
        </Title>
        {decisionOwner !== null && (
          <Text size="sm" c="dimmed">
            {decisionOwner.id === user?.id ? 'You decide' : `${decisionOwner.name} decides`} for your workspace. The
            creator does not see these reviews.
          </Text>
        )}
      </div>
      <StackList>
        {reviews.map((review) => (
          <GuestReviewRow key={review.guestId} review={review} version={version} />
        ))}
      </StackList>
    </Stack>
  );
}

function GuestReviewRow({ review, version }: { review: GuestReview; version: DeliverableVersion }) {
  const { guestName, vote, votedAt, comment, isOutdated, isVoteContested, remarks } = review;
  return (
    <li>
      <Group gap="xs">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {guestName}
        </Text>
        {vote !== null && (
          <Badge component="span" variant="light" tt="none" color={vote === 'approved' ? 'teal' : 'orange'}>
            {VOTE_LABELS[vote]}
          </Badge>
        )}
        {isVoteContested && <DisagreementBadge />}
      </Group>
      <Text size="sm" c="dimmed">
        {votedAt !== null && <DateTime at={votedAt} />}
        {isOutdated && <span>. The version changed afterwards, so this review does not count.</span>}
      </Text>
      {comment !== '' && <p className={classes.note}>{comment}</p>}
      <RemarkList
        remarks={remarks}
        files={version.files}
        renderBadge={({ isContested }) => isContested && <DisagreementBadge />}
      />
    </li>
  );
}
