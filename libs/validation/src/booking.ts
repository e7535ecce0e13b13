import { BOOKING_STATUSES } from '@marquee/booking';
import { z } from 'zod';
import { id } from './text.ts';

/** PATCH /api/bookings/{id}/status. */
export const bookingMove = z.object({
  id,
  status: z.enum(BOOKING_STATUSES, { error: `A status is one of ${BOOKING_STATUSES.join(', ')}` }),
});
export type BookingMove = z.infer<typeof bookingMove>;

export const byId = z.object({ id });
