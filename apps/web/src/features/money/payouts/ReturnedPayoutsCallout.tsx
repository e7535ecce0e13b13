import { Group, Text } from '@mantine/core';
import { formatMinorUnits, describePayoutReturn } from '@marquee/booking';
import { Undo2 } from 'lucide-react';
import type { RouterOutputs } from '../../../trpc.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { StripeDashboardButton } from './StripeDashboardButton.tsx';
import { PAYOUT_RETURNED } from './payouts.words.ts';

/** Lists the payouts that the creator's bank returned, with the reason and the next step. */
export function ReturnedPayoutsCallout({ returned }: { returned: RouterOutputs['payouts']['summary']['returned'] }) {
  if (returned.length === 0) return null;
  return (
    <Callout tone="warning" icon={<Undo2 size={20} aria-hidden />} title={PAYOUT_RETURNED.title}>
      <ul style={{ margin: 0, paddingInlineStart: 18 }}>
        {returned.map(({ id, amount, currency, failureCode, foundAt }) => (
          <li key={id}>
            {formatMinorUnits(amount, currency)} on <DateTime at={foundAt} dateOnly />:{' '}
            {describePayoutReturn(failureCode)}.
          </li>
        ))}
      </ul>
      <Group justify="space-between" gap="md" mt="xs">
        <Text inherit maw={560}>
          {PAYOUT_RETURNED.text}
        </Text>
        <StripeDashboardButton label="Replace bank account" />
      </Group>
    </Callout>
  );
}
