import { formatDollars } from '@marquee/money';
import { Alert, Button, Group, Text } from '@mantine/core';
import { Landmark } from 'lucide-react';
import { useStartPayoutSetup } from './payouts.ts';

/** For a creator who cannot receive payouts yet: what waits, and the way to get it. */
export function PayoutNotice({ blockedCents, started }: { blockedCents: number; started: boolean }) {
  const start = useStartPayoutSetup();
  return (
    <Alert
      variant="light"
      color="yellow"
      icon={<Landmark size={20} aria-hidden />}
      title={<Text component="h2" inherit>Finish your payout setup</Text>}
    >
      <Group justify="space-between" gap="md">
        <Text size="sm" maw={560}>
          {blockedCents > 0
            ? `${formatDollars(blockedCents)} is waiting for you. It goes out as soon as the setup is done.`
            : 'You can accept bookings now; what you earn is paid out once the setup is done.'}
        </Text>
        {/* Leaving takes a moment: the button stays busy until the page is gone. */}
        <Button size="sm" loading={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
          {started ? 'Continue setup' : 'Set up payouts'}
        </Button>
      </Group>
    </Alert>
  );
}
