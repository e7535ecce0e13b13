import { Button, Group } from '@mantine/core';
import { formatDollars } from '@marquee/money';
import { Lock } from 'lucide-react';
import { Link } from 'react-router-dom';

/** The buttons below the payment method. The payment button submits the form around it. */
export const PaymentButtons = ({
  totalCents,
  cancelTo,
  isReady,
  isPaying,
}: {
  totalCents: number;
  cancelTo: string;
  isReady: boolean;
  isPaying: boolean;
}) => (
  <Group justify="flex-end" gap="sm">
    {isPaying ? (
      <Button variant="default" disabled>
        Cancel
      </Button>
    ) : (
      <Button component={Link} to={cancelTo} variant="default">
        Cancel
      </Button>
    )}
    <Button type="submit" disabled={!isReady || isPaying} leftSection={<Lock size={16} aria-hidden />} miw={180}>
      {isPaying ? 'Processing...' : `Pay ${formatDollars(totalCents)}`}
    </Button>
  </Group>
);
