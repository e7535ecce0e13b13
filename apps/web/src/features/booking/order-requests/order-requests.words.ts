import type { MantineColor } from '@mantine/core';
import type { OrderRequestState } from '@marquee/validation';
import type { RouterOutputs } from '../../../trpc.ts';

export const REQUEST_STATE_LABELS: Record<OrderRequestState, string> = {
  open: 'Waiting for approval',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
  returned: 'Sent back',
};

export const REQUEST_STATE_COLORS = {
  open: 'iris',
  approved: 'teal',
  declined: 'orange',
  withdrawn: 'gray',
  expired: 'gray',
  returned: 'orange',
} as const satisfies Record<OrderRequestState, MantineColor>;

export type ApprovalProgress = NonNullable<RouterOutputs['orderRequests']['byId']['progress']>;

const MAX_NAMES = 3;
const listFormats = {
  and: new Intl.ListFormat('en-US', { type: 'conjunction' }),
  or: new Intl.ListFormat('en-US', { type: 'disjunction' }),
};

/** Returns up to `MAX_NAMES` names, and the number of the others. */
function listNames(people: readonly { name: string }[], word: keyof typeof listFormats): string {
  const names = people.slice(0, MAX_NAMES).map(({ name }) => name);
  const rest = people.length - names.length;
  return listFormats[word].format([...names, ...(rest === 0 ? [] : [rest === 1 ? '1 other' : `${rest} others`])]);
}

/** Describes how many approvals of an open request count, and who can give the missing ones. */
export function describeProgress({ needed, counted, uncounted, missing, waitingFor }: ApprovalProgress): string {
  const sentences = [
    ...(needed > 1 ? [`${counted.length} of ${needed} approvals.`] : []),
    ...(uncounted.length === 0
      ? []
      : [`The approval of ${listNames(uncounted, 'and')} does not count, because they can no longer approve orders.`]),
    describeNextStep(missing, waitingFor),
  ];
  return sentences.join(' ');
}

function describeNextStep(missing: number, waitingFor: ApprovalProgress['waitingFor']): string {
  if (missing === 0) return 'No more approvals are needed. Any approver can now place the order.';
  if (missing === waitingFor.length) return `Waiting for ${listNames(waitingFor, 'and')}.`;
  if (missing === 1) return `Waiting for ${listNames(waitingFor, 'or')}.`;
  return `Waiting for ${missing} of ${listNames(waitingFor, 'and')}.`;
}
