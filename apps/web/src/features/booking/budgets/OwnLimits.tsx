import { Text } from '@mantine/core';
import { formatDollars } from '@marquee/money';
import { useUser } from '../../../session.ts';
import { trpc, type RouterOutputs } from '../../../trpc.ts';

type OwnLimits = RouterOutputs['approvals']['ownLimits'];

/** Tells a member how much they may order without an approval. Renders nothing if they have no limit. */
export function OwnLimits() {
  const isAlone = useUser()?.isAlone !== false;
  const { data: limits } = trpc.approvals.ownLimits.useQuery(undefined, { enabled: !isAlone });
  if (limits === undefined) return null;
  const text = describeLimits(limits);
  return text === null ? null : (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}

function describeLimits({ orderLimitCents, monthLimitCents, leftCents }: OwnLimits): string | null {
  if (monthLimitCents !== null && leftCents === 0)
    return `Your limit of ${formatDollars(monthLimitCents)} for this month is used up, so your orders need an approval.`;
  const limits = [
    ...(orderLimitCents === null ? [] : [`${formatDollars(orderLimitCents)} at a time`]),
    ...(leftCents === null ? [] : [`${formatDollars(leftCents)} more this month`]),
  ];
  return limits.length === 0
    ? null
    : `You can order up to ${limits.join(' and ')}. Orders above that need an approval.`;
}
