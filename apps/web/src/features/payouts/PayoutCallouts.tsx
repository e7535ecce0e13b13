import { Button, Group, Text, type ButtonProps } from '@mantine/core';
import { formatDollars } from '@marquee/money';
import { Landmark, Undo2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Callout } from '../../ui/Callout.tsx';
import { useStartPayoutSetup } from './payouts.ts';

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
      title={blockedCents > 0 ? `${formatDollars(blockedCents)} is waiting for you` : 'Payouts are not set up yet'}
    >
      <Group justify="space-between" gap="md">
        <Text inherit maw={560}>
          {blockedCents > 0
            ? 'Finish your payout setup to receive it.'
            : 'You can already accept bookings. You are paid when the setup is finished.'}
        </Text>
        <PayoutSetupButton size="sm" />
      </Group>
    </Callout>
  );
}

export const BankReturnCallout = () => (
  <Callout tone="warning" icon={<Undo2 size={20} aria-hidden />} title="Your bank returned a payout">
    <Group justify="space-between" gap="md">
      <Text inherit maw={560}>
        The money is in your Stripe account. Add another bank account to receive it.
      </Text>
      <Button component={Link} to={paths.payouts()} size="sm">
        View payouts
      </Button>
    </Group>
  </Callout>
);
