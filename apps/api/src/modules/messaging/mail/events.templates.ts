/** The emails of all booking events. A new kind of event does not compile until it has an entry. */
import type { EventKind } from '@marquee/booking';
import { BOOKING_MAILS } from '../mail-texts/booking/bookings.words.ts';
import { CANCELLATION_MAILS } from '../mail-texts/booking/cancellations.words.ts';
import { DELIVERY_MAILS, PUBLICATION_MAILS, SHIPMENT_MAILS } from '../mail-texts/booking/deliveries.words.ts';
import { DISPUTE_MAILS } from '../mail-texts/booking/disputes.words.ts';
import type { EventMails } from '../mail-texts/events.words.ts';
import { CHARGEBACK_MAILS, PAYMENT_MAILS } from '../mail-texts/money/payments.words.ts';

/** The email and recipients for each kind of event, or null if the event appears only in the timeline. */
export const EMAILS_BY_EVENT: EventMails<EventKind> = {
  ...BOOKING_MAILS,
  ...CANCELLATION_MAILS,
  ...DELIVERY_MAILS,
  ...DISPUTE_MAILS,
  ...PAYMENT_MAILS,
  ...CHARGEBACK_MAILS,
  ...PUBLICATION_MAILS,
  ...SHIPMENT_MAILS,
};
