import { paths } from '../../paths.ts';
import type { Booking } from '../bookings/booking.ts';
import { Anchor, Text } from '../../ui/plain.tsx';

/**
 * The paper that a booking's reader has a right to: the brand the
 * receipt of its charge, the creator the statement of the payout.
 */
export function BookingDocuments({
  booking,
}: {
  booking: Pick<Booking, 'id' | 'viewer' | 'paymentState' | 'acceptedAt'>;
}) {
  const file =
    booking.viewer === 'brand'
      ? isCharged(booking) && { label: 'Receipt', to: paths.receiptFile }
      : (booking.paymentState === 'released' || booking.paymentState === 'split') && {
          label: 'Payout statement',
          to: paths.payoutFile,
        };
  if (!file) return null;
  return (
    <Text size="sm" mt="xs">
      {file.label}:{' '}
      {(['pdf', 'csv'] as const).map((form, index) => (
        <span key={form}>
          {index > 0 && ' · '}
          <Anchor
            href={file.to({ bookingId: booking.id, form })}
            underline="always"
            inherit
            aria-label={`${file.label} as ${form.toUpperCase()}`}
          >
            {form.toUpperCase()}
          </Anchor>
        </span>
      ))}
    </Text>
  );
}

const isCharged = ({ acceptedAt, paymentState }: Pick<Booking, 'acceptedAt' | 'paymentState'>): boolean =>
  acceptedAt !== null && !['requires_payment', 'authorized', 'capturing', 'voided'].includes(paymentState);
