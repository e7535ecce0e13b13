import { Anchor, Badge, Group, Text } from '@mantine/core';
import { formatDollars } from '@marquee/money';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import type { RouterOutputs } from '../../../trpc.ts';
import { DateTime } from '../../../ui/DateTime.tsx';
import {
  describeProgress,
  REQUEST_STATE_COLORS,
  REQUEST_STATE_LABELS,
  type ApprovalProgress,
} from './order-requests.words.ts';

type Request = RouterOutputs['orderRequests']['closed']['items'][number] & { progress?: ApprovalProgress | null };

/** Renders a requested order as a row that links to its page. */
export function RequestRow({ request, isWaiting }: { request: Request; isWaiting: boolean }) {
  const { id, packageName, creatorName, requesterName, totalCents, createdAt, state, progress } = request;
  return (
    <Group component="li" justify="space-between" gap="sm" p="md">
      <div>
        <Anchor component={Link} to={paths.approval({ id })} fw={600} c="inherit" style={{ overflowWrap: 'anywhere' }}>
          {packageName}
        </Anchor>
        <Text size="sm" c="dimmed">
          {`${creatorName} · requested by ${requesterName}`}
        </Text>
        <DateTime at={createdAt} fz="sm" c="dimmed" />
        {progress && (
          <Text size="sm" c="dimmed">
            {describeProgress(progress)}
          </Text>
        )}
      </div>
      <Group gap="sm">
        <Text fw={600}>{formatDollars(totalCents)}</Text>
        <Badge component="span" tt="none" color={REQUEST_STATE_COLORS[state]} variant={isWaiting ? 'filled' : 'light'}>
          {isWaiting ? 'Needs your approval' : REQUEST_STATE_LABELS[state]}
        </Badge>
      </Group>
    </Group>
  );
}
