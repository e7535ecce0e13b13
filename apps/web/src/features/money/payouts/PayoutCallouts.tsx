import { Button, Group, Text, type ButtonProps } from '@mantine/core';
import { formatDollars } from '@marquee/money';
import { Landmark, Undo2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { useStartPayoutSetup } from './payouts.ts';
import { PAYOUT_RETURNED, PAYOUT_SETUP_MISSING } from './payouts.words.ts';

export function PayoutSetupButton(props: Pick<ButtonProps, 'size'>) {
  const start = useStartPayoutSetup();
  return (
    // Stays in its loading state until the browser has left the page.
    <Button {...props} loading={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
      Finish your payout setup
    </Button>
  );
}

/** Shows creators without payout setup the amount that is being held for them. */
export function PayoutSetupNeededCallout({ blockedCents }: { blockedCents: number }) {
  return (
    <Callout
      tone="warning"
      icon={<Landmark size={20} aria-hidden />}
      title={blockedCents > 0 ? `${formatDollars(blockedCents)} is waiting for you` : PAYOUT_SETUP_MISSING.title}
    >
      <Group justify="space-between" gap="md">
        <Text inherit maw={560}>
          {blockedCents > 0 ? 'Finish your payout setup to receive it.' : PAYOUT_SETUP_MISSING.text}
        </Text>
        <PayoutSetupButton size="sm" />
      </Group>
    </Callout>
  );
}

export const BankReturnCallout = () => (
  <Callout tone="warning" icon={<Undo2 size={20} aria-hidden />} title={PAYOUT_RETURNED.title}>
    <Group justify="space-between" gap="md">
      <Text inherit maw={560}>
        {PAYOUT_RETURNED.text}
      </Text>
      <Button component={Link} to={paths.payouts()} size="sm">
        View payouts
      </Button>
    </Group>
  </Callout>
);
