/** Sentences about a booking, worded for the creator, the brand or staff. */
import { PRODUCT_NAME } from './brand.ts';
import type { CancelReason, Side } from './states.ts';

/** One statement, worded for each viewer. `all` is for staff, and for sides that have no text of their own. */
export interface ReaderTexts {
  readonly all: string;
  readonly creator?: string;
  readonly brand?: string;
}

export const selectReaderText = (words: ReaderTexts, viewer: Side | undefined): string =>
  (viewer && words[viewer]) ?? words.all;

const CANCEL_REASON_TEXTS: Record<CancelReason, ReaderTexts> = {
  declined: { all: 'The creator declined this booking.', creator: 'You declined this booking.' },
  withdrawn: {
    all: 'The brand took the order back before it was accepted.',
    brand: 'You took the order back before it was accepted.',
  },
  not_accepted: { all: 'The creator did not accept in time.', creator: 'You did not accept in time.' },
  unpaid: { all: 'The booking was not paid in time.', brand: 'You did not pay in time.' },
  superseded: {
    all: 'A newer order took the place of this one.',
    brand: 'A newer order of yours took the place of this one.',
  },
  payment_failed: { all: 'The card could not be charged.', brand: 'Your card could not be charged.' },
  agreed: { all: 'Both sides agreed to cancel.' },
  not_answered: { all: 'The request to cancel was not answered in time.' },
  not_started: { all: 'The work was not started in time.', creator: 'You did not start the work in time.' },
  overdue_ended: {
    all: 'The work was not delivered, long after it was due.',
    creator: 'You did not deliver the work, long after it was due.',
  },
  overdue: { all: 'Delivery was overdue and the brand cancelled.', brand: 'Delivery was overdue and you cancelled.' },
  decided: { all: `${PRODUCT_NAME} decided to cancel this booking.` },
  charged_back: { all: 'The brand’s bank reversed the card payment.', brand: 'Your bank reversed the card payment.' },
};

export const describeCancelReason = (reason: CancelReason, viewer?: Side): string =>
  selectReaderText(CANCEL_REASON_TEXTS[reason], viewer);
