/** Describes the next step of a booking, worded for the creator, the brand or staff. */
import type { BookingProgress } from './booking-facts.ts';
import { PRODUCT_NAME } from '@marquee/brand';
import { countReviewDelayHours, findDueAt, MAX_REVIEW_DELAY_DAYS } from './review-time.ts';
import { findStalledDeadlines } from './stalled-deadlines.ts';
import { getOtherSide, PAYOUT_HOLD_HOURS, type PaymentState, type Side } from './states.ts';
import { computeDecideBy, DECISION_DAYS, extendStartWindows, formatWindow, type Windows } from './windows.ts';
import { addHoursToDate } from '@marquee/time';
import { describeCancelReason, selectReaderText, type ReaderTexts } from './reasons.words.ts';

/** The next step of a booking: the party that has to act, and the consequence if neither party does. */
export interface BookingNextStep {
  readonly waitingFor: 'brand' | 'creator' | 'platform' | 'nobody';
  readonly text: string;
  /** The ISO time of the deadline, or null if there is no exact time. */
  readonly at: string | null;
  /** Text to display with the deadline `at`. */
  readonly label: string | null;
  /** The maximum duration of the current step, in words. Null if the booking is finished. */
  readonly limit: string | null;
  /** The ISO time since which the start or the delivery has been late, or null. */
  readonly overdueSince: string | null;
}

/**
 * The open issues that a booking can have in addition to its status and payment state. If there are several,
 * `findOpenIssue` returns the most important one. `chargeback`: the card's bank holds the payment.
 * `chargeback_lost`: the bank keeps it. `refund_returned`: a bank returned a refund. `problem…` and `cancellation…`:
 * the phases of a dispute, in which the other party responds, the brand considers a split, or staff decide.
 * `cancellation_asked`: the other party has to answer a cancellation request. `payout_setup`, `payout_change` and
 * `payouts_frozen`: the payout is on hold (`PayoutBlockedReason`).
 */
export const OPEN_ISSUES = [
  'none',
  'cancellation_asked',
  'cancellation_answer',
  'cancellation_decision',
  'problem_answer',
  'problem_offer',
  'problem_decision',
  'payout_setup',
  'payout_change',
  'payment_check',
  'payouts_frozen',
  'refund_returned',
  'chargeback',
  'chargeback_lost',
] as const;
export type OpenIssue = (typeof OPEN_ISSUES)[number];

const REFUNDED_STATES: readonly PaymentState[] = ['refunded', 'split', 'voided'];

/** Returns the most important open issue of a booking. */
export function findOpenIssue(booking: BookingProgress): OpenIssue {
  const { chargeback, dispute, paymentState } = booking;
  if (chargeback === 'open') return 'chargeback';
  if (chargeback === 'lost') return 'chargeback_lost';
  if (booking.refundReturned && REFUNDED_STATES.includes(paymentState)) return 'refund_returned';
  if (dispute !== null) {
    const phase = dispute.offered ? 'offer' : dispute.answered ? 'decision' : 'answer';
    // A dispute about a cancellation has no split, because only completed work can be split.
    return dispute.kind === 'problem'
      ? `problem_${phase}`
      : phase === 'answer'
        ? 'cancellation_answer'
        : 'cancellation_decision';
  }
  if (booking.cancellation !== null) return 'cancellation_asked';
  return (paymentState === 'releasing' ? booking.payoutBlockedBy : null) ?? 'none';
}

/**
 * Builds the sentence for each viewer from one function, which gets a helper `you`: `you(side, theirs, others)`
 * returns `theirs` if the viewer is on `side`, and `others` if not.
 */
function buildReaderTexts(
  sentence: (you: (side: Side, theirs: string, others: string) => string) => string,
): ReaderTexts {
  const words = (viewer?: Side) => sentence((side, theirs, others) => (side === viewer ? theirs : others));
  return { all: words(), creator: words('creator'), brand: words('brand') };
}

/** A next step with its texts for all viewers. */
interface StepDraft {
  readonly waitingFor: BookingNextStep['waitingFor'];
  readonly words: ReaderTexts;
  readonly when?: { readonly at: string | null; readonly label: string };
  readonly limit: string | null;
  readonly overdueSince?: string | null;
}

/**
 * Describes the step that a booking takes automatically if neither party acts, with its time and its effect on the
 * money. Every booking has one (requirements R10.23). The text addresses `viewer` as "you".
 */
export function describeNextStep(booking: BookingProgress, viewer: Side | undefined, now: Date): BookingNextStep {
  const { waitingFor, words, when, limit, overdueSince } = draftNextStep(booking, now);
  return {
    waitingFor,
    text: selectReaderText(words, viewer),
    at: when?.at ?? null,
    label: when?.at ? when.label : null,
    limit,
    overdueSince: overdueSince ?? null,
  };
}

const RETRY_NOTE =
  'Usually takes a few seconds. If an attempt fails, we retry it. If Stripe declines it, our team is notified.';
const BANK_DECISION_NOTE = 'Usually up to three months. The card networks set the limit.';

function draftNextStep(booking: BookingProgress, now: Date): StepDraft {
  const { cancellation, dispute } = booking;
  switch (findOpenIssue(booking)) {
    case 'chargeback':
      return { waitingFor: 'platform', words: CHARGEBACK_OPEN_TEXTS, limit: BANK_DECISION_NOTE };
    case 'chargeback_lost':
      return { waitingFor: 'nobody', words: CHARGEBACK_LOST_TEXTS, limit: null };
    case 'refund_returned':
      return {
        waitingFor: 'platform',
        words: REFUND_RETURNED_TEXTS,
        limit: 'No limit. Our team tracks the refund until it is paid.',
      };
    case 'payout_setup':
      return {
        waitingFor: 'creator',
        words: {
          all: 'The payout is on hold until the creator finishes the payout setup. It is then sent automatically.',
          creator: 'Your payout is on hold. Finish your payout setup, and it is sent automatically.',
        },
        limit: 'No limit. We keep the money for the creator, and our team helps with the setup.',
      };
    case 'payout_change':
      return {
        waitingFor: 'platform',
        words: {
          all: 'The payout is on hold for a security check. It is then sent automatically.',
          creator:
            'Your payout is on hold, because your payout account was changed. It is sent automatically when the hold ends.',
        },
        limit: `Payouts wait ${PAYOUT_HOLD_HOURS} hours after a change of the payout account.`,
      };
    case 'payment_check':
      return {
        waitingFor: 'platform',
        words: {
          all: 'The payout is on hold for a security check of the payment. It is then sent automatically.',
          creator: 'Your payout is on hold for a security check of the payment. It is then sent automatically.',
        },
        limit: `Payouts wait ${PAYOUT_HOLD_HOURS} hours after a payment with a saved card from a new device.`,
      };
    case 'payouts_frozen':
      return {
        waitingFor: 'platform',
        words: {
          all: 'The payout is on hold for a security check. It is sent when our team has finished the check.',
          creator:
            'Your payout is on hold, because a workspace of this booking was reported. It is sent when our team has checked it.',
        },
        limit: 'No limit. We keep the money for the creator.',
      };
    case 'cancellation_asked':
      if (cancellation !== null) return draftCancellationStep(cancellation, booking.windows);
      break;
    case 'none':
      break;
    default:
      if (dispute !== null) return draftDisputeStep(booking, dispute);
  }
  switch (booking.status) {
    case 'pending':
      return draftPendingStep(booking);
    case 'accepted':
      return draftAcceptedStep(booking, now);
    case 'in_progress':
      return draftWorkingStep(booking, now);
    case 'completed':
      return draftCompletedStep(booking);
    case 'cancelled':
      return draftCancelledStep(booking);
  }
}

function draftPendingStep({ paymentState, createdAt, payBy, acceptBy, windows }: BookingProgress): StepDraft {
  if (paymentState === 'requires_payment') {
    return {
      waitingFor: 'brand',
      words: {
        all: 'If the brand does not pay in time, this booking is cancelled and no card is charged.',
        brand: 'If you do not pay in time, this booking is cancelled and no card is charged.',
      },
      when: {
        at: payBy ?? addHoursToDate(new Date(createdAt), windows.unpaidHours).toISOString(),
        label: 'Pay by',
      },
      limit: `${formatWindow(windows, 'unpaidHours')} after the order, or sooner if the creator’s slots are limited`,
    };
  }
  return {
    waitingFor: 'creator',
    words: {
      all: 'If the creator does not accept in time, the booking is cancelled and nothing is charged.',
      creator: 'If you do not accept in time, the booking is cancelled and nothing is charged.',
      brand: 'If the creator does not accept in time, the booking is cancelled and your card is not charged.',
    },
    when: { at: acceptBy, label: 'Accept by' },
    limit: `${formatWindow(windows, 'acceptHours')} after the payment, and the same again if the brand extends it. Always at least a day before the card authorization expires.`,
  };
}

const isPast = (moment: Date, now: Date): boolean => moment <= now;
const AUTO_CANCEL_LABEL = 'Cancelled automatically';

function draftAcceptedStep(booking: BookingProgress, now: Date): StepDraft {
  if (booking.paymentState === 'capturing') {
    return {
      waitingFor: 'platform',
      words: {
        all: 'The card is being charged. If that fails, we cancel the booking and notify the brand and the creator.',
        creator: 'The card is being charged. If that fails, we cancel the booking and notify you.',
        brand: 'Your card is being charged. If that fails, we cancel the booking and notify you.',
      },
      limit: `${RETRY_NOTE} If the card authorization expires first, the booking is cancelled.`,
    };
  }
  const end = findStalledDeadlines(booking, now);
  const isLate = end !== null && isPast(end.aloneFrom, now);
  const words = buildReaderTexts((you) => {
    const start = isLate
      ? `${you('creator', 'You', 'The creator')} did not start in time. ${you('brand', 'You', 'The brand')} can cancel now and ${you('brand', 'are', 'is')} refunded in full.`
      : `We hold ${you('brand', 'your', 'the')} payment. If ${you('creator', 'you do', 'the creator does')} not start the work in time, ${you('brand', 'you', 'the brand')} can cancel and ${you('brand', 'are', 'is')} refunded in full.`;
    return `${start} If no one acts, the booking is ${isLate ? '' : 'later '}cancelled automatically with the same refund.`;
  });
  const windows = extendStartWindows(booking.windows, booking.leadDays);
  return {
    waitingFor: 'creator',
    words,
    when: isLate
      ? { at: end.endsAt.toISOString(), label: AUTO_CANCEL_LABEL }
      : { at: end?.aloneFrom.toISOString() ?? null, label: 'Start by' },
    ...(isLate && { overdueSince: end.aloneFrom.toISOString() }),
    limit: `${formatWindow(windows, 'startDays')} after the creator accepts. The booking is cancelled automatically after ${formatWindow(windows, 'startEndDays')}.`,
  };
}

function draftWorkingStep(booking: BookingProgress, now: Date): StepDraft {
  const { reviewBy, windows } = booking;
  const end = findStalledDeadlines(booking, now);
  const due = findDueAt(booking, now);
  const isLate = due !== null && isPast(due, now);
  const dueAt = due?.toISOString() ?? null;
  const isReviewLate = countReviewDelayHours(booking, now) > 0;
  const late = formatWindow(windows, 'overdueDays');
  const words = buildReaderTexts((you) => {
    const paymentState = isLate
      ? 'The work is overdue.'
      : `We hold ${you('brand', 'your', 'the')} payment until ${you('creator', 'you mark', 'the creator marks')} the work as completed and ${you('brand', 'you approve', 'the brand approves')} it.`;
    const review = isReviewLate
      ? ` The review is late, so the due date keeps moving until ${you('brand', 'you decide', 'the brand decides')}, for up to ${MAX_REVIEW_DELAY_DAYS} days.`
      : '';
    const ends = !isLate
      ? ''
      : reviewBy === null
        ? ` If ${you('creator', 'you do', 'the creator does')} not complete the work, the booking is cancelled automatically with the same refund.`
        : ` The booking is not cancelled automatically while a version waits for ${you('brand', 'your', 'the brand’s')} review, for up to ${MAX_REVIEW_DELAY_DAYS} days.`;
    return `${paymentState}${review} Once the work is ${late} overdue, ${you('brand', 'you can cancel and are', 'the brand can cancel and is')} refunded in full.${ends}`;
  });
  return {
    waitingFor: 'creator',
    words,
    when: isLate
      ? { at: (reviewBy === null ? end?.endsAt.toISOString() : null) ?? null, label: AUTO_CANCEL_LABEL }
      : { at: dueAt, label: 'Due' },
    ...(isLate && { overdueSince: dueAt }),
    limit: `The delivery time of the package. The booking is cancelled automatically once the work is ${formatWindow(windows, 'overdueEndDays')} overdue, and later if a version waits for the brand’s review.`,
  };
}

const CHARGEBACK_OPEN_TEXTS: ReaderTexts = {
  all: 'The brand’s bank reversed the card payment and is reviewing it. The payment is on hold until the bank decides.',
  brand: 'Your bank reversed the card payment and is reviewing it. The payment is on hold until the bank decides.',
};
const CHARGEBACK_LOST_TEXTS: ReaderTexts = {
  all: 'The brand’s bank reversed the card payment. This is final, and no action is needed.',
  brand: 'Your bank reversed the card payment for you. No action is needed.',
};

function draftCancellationStep(
  { askedBy, answerBy }: NonNullable<BookingProgress['cancellation']>,
  windows: Windows,
): StepDraft {
  const answerer = getOtherSide(askedBy);
  const words = buildReaderTexts((you) => {
    const requester = you(askedBy, 'You have', `The ${askedBy} has`);
    const silent = you(answerer, 'you do', `the ${answerer} does`);
    return `${requester} asked to cancel this booking. If ${silent} not answer in time, it is cancelled and ${you('brand', 'you are', 'the brand is')} refunded in full.`;
  });
  return {
    waitingFor: answerer,
    words,
    when: { at: answerBy, label: 'Answer by' },
    limit: `${formatWindow(windows, 'cancellationHours')} after the request`,
  };
}

function draftDisputeStep(booking: BookingProgress, dispute: NonNullable<BookingProgress['dispute']>): StepDraft {
  const answerer = getOtherSide(dispute.openedBy);
  const { windows } = booking;
  const decided = {
    when: { at: computeDecideBy(new Date(dispute.answerBy)).toISOString(), label: 'Decided by' },
    limit: `${PRODUCT_NAME} decides within ${DECISION_DAYS} days after the deadline to answer.`,
  };
  if (dispute.offered) {
    const words = buildReaderTexts(
      (you) =>
        `The payment is on hold. ${you('creator', 'You have', 'The creator has')} offered to split it. If ${you('brand', 'you do', 'the brand does')} not accept the offer, ${PRODUCT_NAME} decides.`,
    );
    return { waitingFor: 'brand', words, ...decided };
  }
  if (dispute.answered) {
    const words = buildReaderTexts((you) => {
      const decisions =
        booking.status === 'completed'
          ? `pay ${you('creator', 'you', 'the creator')}, refund ${you('brand', 'you', 'the brand')}, or split it between ${you('brand', 'you', 'the brand')} and ${you('creator', 'you', 'the creator')}`
          : `the booking continues, or it is cancelled and ${you('brand', 'you are', 'the brand is')} refunded in full`;
      return `The payment is on hold. ${PRODUCT_NAME} reviews both statements and decides: ${decisions}.`;
    });
    return { waitingFor: 'platform', words, ...decided };
  }
  const words = buildReaderTexts(
    (you) =>
      `The payment is on hold. If ${you(answerer, 'you do', `the ${answerer} does`)} not respond in time, ${PRODUCT_NAME} decides without ${you(answerer, 'your', 'a')} response.`,
  );
  return {
    waitingFor: answerer,
    words,
    when: { at: dispute.answerBy, label: 'Answer by' },
    limit: `${formatWindow(windows, 'disputeDays')} after the ${dispute.kind === 'problem' ? 'report' : 'request was declined'}`,
  };
}

const REFUND_RETURNED_TEXTS: ReaderTexts = {
  all: `The brand’s bank returned the refund. ${PRODUCT_NAME} will agree with the brand on another way to pay it.`,
  brand: `Your bank returned the refund. ${PRODUCT_NAME} will contact you to agree on another way to pay it.`,
};

const REFUNDING_STEP: StepDraft = {
  waitingFor: 'platform',
  words: { all: 'The refund is on its way to the brand.', brand: 'Your refund is on its way.' },
  limit: RETRY_NOTE,
};
const createFinalStep = (words: ReaderTexts): StepDraft => ({ waitingFor: 'nobody', words, limit: null });

function draftCompletedStep({ paymentState, releaseAt, windows }: BookingProgress): StepDraft {
  switch (paymentState) {
    case 'held':
      return {
        waitingFor: 'brand',
        words: {
          all: 'If the brand does nothing, the payout is released to the creator automatically.',
          creator: 'If the brand does nothing, the payout is released to you automatically.',
          brand: 'If you do nothing, the payout is released to the creator automatically.',
        },
        when: { at: releaseAt, label: 'Automatic payout' },
        limit: `${formatWindow(windows, 'releaseDays')} after the work is completed, or ${formatWindow(windows, 'undeliveredDays')} if nothing was delivered here. The time starts again after a change request.`,
      };
    case 'releasing':
      return {
        waitingFor: 'platform',
        words: { all: 'The payout is on its way to the creator.', creator: 'Your payout is on its way.' },
        limit: RETRY_NOTE,
      };
    case 'refunding':
      return REFUNDING_STEP;
    case 'refunded':
      return createFinalStep({
        all: 'The brand was refunded. No action is needed.',
        brand: 'You were refunded. No action is needed.',
      });
    case 'split':
      return createFinalStep({
        all: 'The payment was split between the brand and the creator. No action is needed.',
        creator: 'The payment was split between you and the brand. No action is needed.',
        brand: 'The payment was split between you and the creator. No action is needed.',
      });
    default:
      return createFinalStep({
        all: 'The creator was paid. No action is needed.',
        creator: 'You were paid. No action is needed.',
      });
  }
}

function draftCancelledStep({ paymentState, cancelReason }: BookingProgress): StepDraft {
  switch (paymentState) {
    case 'requires_payment':
    case 'authorized':
      return {
        waitingFor: 'platform',
        words: { all: 'The card authorization is being cancelled. The card was not charged.' },
        limit: RETRY_NOTE,
      };
    case 'refunding':
      return REFUNDING_STEP;
    case 'refunded':
      return createFinalStep({
        all: `${describeCancelReason(cancelReason ?? 'agreed')} The brand was refunded in full.`,
        creator: `${describeCancelReason(cancelReason ?? 'agreed', 'creator')} The brand was refunded in full.`,
        brand: `${describeCancelReason(cancelReason ?? 'agreed', 'brand')} You were refunded in full.`,
      });
    default: {
      const sentence = (viewer?: Side) =>
        `${describeCancelReason(cancelReason ?? 'declined', viewer)} ${viewer === 'brand' ? 'You were' : 'The brand was'} not charged.`;
      return createFinalStep({ all: sentence(), creator: sentence('creator'), brand: sentence('brand') });
    }
  }
}
