import { Text } from '@mantine/core';
import { formatDollars } from '@marquee/money';
import { useUser } from '../../session.ts';
import { trpc } from '../../trpc.ts';

/** Tells a member how much they may order without an approval. Renders nothing if they have no limit. */
export function OwnLimits() {
  const isAlone = useUser()?.isAlone !== false;
  const { data: limits } = trpc.approvals.ownLimits.useQuery(undefined, { enabled: !isAlone });
  if (limits === undefined) return null;
  const { orderLimitCents, monthLimitCents, leftCents } = limits;
  const sentences = [
    ...(orderLimitCents === null ? [] : [`You may order up to ${formatDollars(orderLimitCents)} at once.`]),
    ...(monthLimitCents === null
      ? []
      : [`${formatDollars(leftCents ?? 0)} of your ${formatDollars(monthLimitCents)} for this month is left.`]),
  ];
  return sentences.length === 0 ? null : (
    <Text size="sm" c="dimmed">
      {`${sentences.join(' ')} Orders above that need an approval.`}
    </Text>
  );
}
