import { AVAILABILITY_LIMITS } from '@marquee/booking';
import { countDaysBetween } from '@marquee/time';
import { orderCustomer } from './order.ts';
import { packageChoiceInput } from './package-options.ts';
import { answerMap } from './questionnaire.ts';
import { chosenDayField, idField } from './fields.ts';
import { z } from './zod.ts';

const { bookings, leadDays, timeOff, timeOffDays } = AVAILABILITY_LIMITS;
const BOOKINGS_MESSAGE = `Enter a whole number of bookings from 1 to ${bookings}, or leave the field empty for no limit`;
const LEAD_DAYS_MESSAGE = `Days of notice must be a whole number from 0 to ${leadDays}`;

const timeOffRange = z
  .strictObject({ first: chosenDayField, last: chosenDayField })
  .refine(({ first, last }) => first <= last, {
    message: 'The last day must not be before the first day',
    path: ['last'],
  })
  .refine(({ first, last }) => !(countDaysBetween(first, last) >= timeOffDays), {
    message: `Time off can last at most ${timeOffDays} days`,
    path: ['last'],
  });

/** A creator's availability settings. Days are in the creator's time zone. */
export const availabilitySettings = z.strictObject({
  maxBookings: z.int({ error: BOOKINGS_MESSAGE }).min(1, BOOKINGS_MESSAGE).max(bookings, BOOKINGS_MESSAGE).nullable(),
  leadDays: z.int({ error: LEAD_DAYS_MESSAGE }).min(0, LEAD_DAYS_MESSAGE).max(leadDays, LEAD_DAYS_MESSAGE),
  timeOff: z
    .array(timeOffRange, { error: 'Time off must be a list of days' })
    .max(timeOff, `You can schedule time off at most ${timeOff} times`),
});
export type AvailabilityForm = z.infer<typeof availabilitySettings>;

/** A change of the availability settings. `base` are the values with which the form was opened. */
export const availabilityChange = availabilitySettings.extend({ base: availabilitySettings.optional() });
export type AvailabilityChange = z.infer<typeof availabilityChange>;

/** A request to join a creator's waiting list for a package, with the completed order form. */
export const waitingListEntry = z.strictObject({
  packageId: idField,
  customer: orderCustomer.optional(),
  answers: answerMap.optional(),
  choice: packageChoiceInput.optional(),
});
export type WaitingListEntry = z.infer<typeof waitingListEntry>;

export const packageIdInput = z.object({ packageId: idField });
