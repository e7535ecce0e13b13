/** Sentences about a booking, worded for the creator, the brand or staff. */
import { PRODUCT_NAME } from '@marquee/brand';
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
    all: 'The brand withdrew the order before it was accepted.',
    brand: 'You withdrew the order before it was accepted.',
  },
  not_accepted: { all: 'The creator did not accept in time.', creator: 'You did not accept in time.' },
  unpaid: { all: 'The booking was not paid in time.', brand: 'You did not pay in time.' },
  superseded: {
    all: 'A newer order replaced this one.',
    brand: 'Your newer order replaced this one.',
  },
  payment_failed: { all: 'The card could not be charged.', brand: 'Your card could not be charged.' },
  agreed: {
    all: 'The brand and the creator agreed to cancel.',
    creator: 'You and the brand agreed to cancel.',
    brand: 'You and the creator agreed to cancel.',
  },
  not_answered: { all: 'The cancellation request was not answered in time.' },
  not_started: { all: 'The creator did not start in time.', creator: 'You did not start the work in time.' },
  overdue_ended: {
    all: 'The work was not delivered and was long overdue.',
    creator: 'You did not deliver the work, which was long overdue.',
  },
  overdue: { all: 'The work was overdue, and the brand cancelled.', brand: 'The work was overdue, and you cancelled.' },
  decided: { all: `${PRODUCT_NAME} decided to cancel this booking.` },
  charged_back: { all: 'The brand’s bank reversed the card payment.', brand: 'Your bank reversed the card payment.' },
};

export const describeCancelReason = (reason: CancelReason, viewer?: Side): string =>
  selectReaderText(CANCEL_REASON_TEXTS[reason], viewer);
