import { AVAILABILITY_LIMITS, daysBetween } from '@marquee/booking';
import { orderCustomer } from './order.ts';
import { packageChoice } from './package-options.ts';
import { answerMap } from './questionnaire.ts';
import { chosenDay, id } from './text.ts';
import { z } from './zod.ts';

const { bookings, leadDays, timeOff, timeOffDays } = AVAILABILITY_LIMITS;
const BOOKINGS = `Bookings at once must be a whole number from 1 to ${bookings}, or empty for no limit`;
const LEAD = `Days of notice must be a whole number from 0 to ${leadDays}`;

const range = z
  .strictObject({ first: chosenDay, last: chosenDay })
  .refine(({ first, last }) => first <= last, { message: 'The last day is before the first one', path: ['last'] })
  .refine(({ first, last }) => !(daysBetween(first, last) >= timeOffDays), {
    message: `A time off has at most ${timeOffDays} days`,
    path: ['last'],
  });

/** What a creator sets of its availability. Days are those of the creator's time zone. */
export const availabilitySettings = z.strictObject({
  mostBookings: z.int({ error: BOOKINGS }).min(1, BOOKINGS).max(bookings, BOOKINGS).nullable(),
  leadDays: z.int({ error: LEAD }).min(0, LEAD).max(leadDays, LEAD),
  timeOff: z
    .array(range, { error: 'Time off must be a list of days' })
    .max(timeOff, `At most ${timeOff} times off can be planned ahead`),
});
export type AvailabilityForm = z.infer<typeof availabilitySettings>;

/** A place on a creator's waiting list for a package, with the order as it was filled in. */
export const waitingListEntry = z.strictObject({
  packageId: id,
  customer: orderCustomer.optional(),
  answers: answerMap.optional(),
  choice: packageChoice.optional(),
});
export type WaitingListEntry = z.infer<typeof waitingListEntry>;

export const byPackage = z.object({ packageId: id });
