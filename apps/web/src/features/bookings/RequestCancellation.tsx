import { CANCELLATION_WINDOW_MS } from '@marquee/booking';
import { formatDollars } from '@marquee/money';
import { trpc } from '../../trpc.ts';
import { TextButton } from '../../ui/TextButton.tsx';
import { otherName, type Booking } from './booking.ts';
import { step } from './step.ts';

const HOURS = CANCELLATION_WINDOW_MS / 3_600_000;

/** Either side's button while work is accepted or under way: asks the other to end it. */
export function RequestCancellation({ booking }: { booking: Booking }) {
  const other = otherName(booking, booking.viewer);
  const request = trpc.cancellations.request.useMutation(
    step(booking, 'Request sent', () => `${other} has ${HOURS} hours to answer.`),
  );
  const total = formatDollars(booking.totalCents);
  const isBrand = booking.viewer === 'brand';
  return (
    <TextButton
      button="Ask to cancel"
      title="Ask to cancel this booking"
      label="Why do you want to cancel?"
      missing="Please say why you want to cancel"
      maxLength={2_000}
      submitLabel="Send request"
      loading={request.isPending}
      onSubmit={(reason, sent) => request.mutate({ id: booking.id, reason }, sent)}
      consequence={
        <>
          {other} has {HOURS} hours to agree or disagree. If {isBrand ? 'the creator' : 'the brand'} agrees or does not
          answer, the booking is cancelled and all of the {total} goes back{' '}
          {isBrand ? 'to your card; the creator is paid nothing' : 'to the brand; you are paid nothing'}. If{' '}
          {isBrand ? 'the creator' : 'the brand'} disagrees, Marquee decides. Until then the work stands still, and you
          can take the request back.
        </>
      }
    />
  );
}
