import { Group, Text } from '@mantine/core';
import { formatMinor, returnReason } from '@marquee/booking';
import { Undo2 } from 'lucide-react';
import type { Outputs } from '../../trpc.ts';
import { Notice } from '../../ui/Notice.tsx';
import { When } from '../../ui/When.tsx';
import { DashboardButton } from './DashboardButton.tsx';

/** What the creator's bank sent back, why, and what to do. */
export function ReturnedPayouts({ returned }: { returned: Outputs['payouts']['summary']['returned'] }) {
  if (returned.length === 0) return null;
  return (
    <Notice tone="warning" icon={<Undo2 size={20} aria-hidden />} title="Your bank sent a payout back">
      <ul style={{ margin: 0, paddingInlineStart: 18 }}>
        {returned.map(({ id, amount, currency, failureCode, foundAt }) => (
          <li key={id}>
            {formatMinor(amount, currency)} on <When at={foundAt} dateOnly />: {returnReason(failureCode)}.
          </li>
        ))}
      </ul>
      <Group justify="space-between" gap="md" mt="xs">
        <Text inherit maw={560}>
          The money is yours and waits on your Stripe account. Replace the bank account on your Stripe dashboard; Stripe
          then pays it out with the next payout.
        </Text>
        <DashboardButton label="Replace the bank account" />
      </Group>
    </Notice>
  );
}
