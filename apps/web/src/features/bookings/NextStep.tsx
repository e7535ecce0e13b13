import { isPayable, type Side } from '@marquee/booking';
import { Relative } from '../../ui/Relative.tsx';
import { When } from '../../ui/When.tsx';
import { otherName, type Booking, type BookingRow } from './booking.ts';
import { Text } from '../../ui/plain.tsx';

/** What the moment of the next step is called. */
const MOMENTS: Record<Booking['status'], string> = {
  pending: 'Accept by',
  accepted: '',
  in_progress: 'Due',
  completed: 'Automatic payout',
  cancelled: '',
};

/** What is to be done by the moment of the next step. */
function momentOf(booking: Booking | BookingRow): string {
  if (isPayable(booking)) return 'Pay by';
  if (booking.requestAnswerBy !== null || booking.disputeAnswerBy !== null) return 'Answer by';
  return MOMENTS[booking.status];
}

/** What happens next if nobody acts, when, and whose turn it is. */
export function NextStep({ booking, side }: { booking: Booking | BookingRow; side: Side }) {
  const { text, at, waitingFor } = booking.nextStep;
  const turn =
    waitingFor === side
      ? 'you'
      : waitingFor === 'platform' || waitingFor === 'nobody'
        ? null
        : otherName(booking, side);
  return (
    <div>
      {turn !== null && <Text fw={600}>Waiting for {turn}</Text>}
      <Text>{text}</Text>
      {at !== null && (
        <Text size="sm" c="dimmed" mt={4}>
          {momentOf(booking)} <When at={at} /> · <Relative at={at} />
        </Text>
      )}
    </div>
  );
}
