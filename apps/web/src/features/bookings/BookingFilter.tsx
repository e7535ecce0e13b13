import { BOOKING_STATUSES, STATUS_LABELS, type BookingStatus } from '@marquee/booking';
import { paths } from '../../paths.ts';
import { Choices } from '../../ui/Choices.tsx';

/** Chooses by status; the choice is in the address. */
export const BookingFilter = ({ status }: { status: BookingStatus | undefined }) => (
  <Choices
    label="Bookings by status"
    choices={[
      { label: 'All', to: paths.bookings(), chosen: status === undefined },
      ...BOOKING_STATUSES.map((choice) => ({
        label: STATUS_LABELS[choice],
        to: paths.bookings({ status: choice }),
        chosen: choice === status,
      })),
    ]}
  />
);
