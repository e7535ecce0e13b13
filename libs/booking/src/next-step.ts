/** What happens to a booking if nobody acts, in the words for each reader. */
import type { BookingProgress } from './facts.ts';
import { otherSide, type CancelReason, type Side } from './states.ts';
import { hoursAfter, windowText } from './windows.ts';
import { PRODUCT_NAME } from './product.ts';

/** What happens next if nobody acts, when (ISO text, or null when nothing is timed), and who is expected to act. */
export interface NextStep {
  readonly waitingFor: 'brand' | 'creator' | 'platform' | 'nobody';
  readonly text: string;
  readonly at: string | null;
}

/** One thing in the words for each reader; `all` is for whoever has no words of its own. */
interface Words {
  readonly all: string;
  readonly creator?: string;
  readonly brand?: string;
}

const wordsFor = (words: Words, viewer: Side | undefined): string => (viewer && words[viewer]) ?? words.all;

/**
 * Decisions: every booking says what happens next if nobody acts,
 * when, and where the money goes. `viewer` is called 'you'.
 */
export function nextStep(booking: BookingProgress, viewer?: Side): NextStep {
  const step: StepOf = (waitingFor, words, at = null) => ({ waitingFor, text: wordsFor(words, viewer), at });
  if (booking.chargeback === 'open') return step('platform', CHARGED_BACK);
  if (booking.chargeback === 'lost') return step('nobody', CHARGEBACK_LOST);
  if (booking.refundReturned && ['refunded', 'split', 'voided'].includes(booking.paymentState))
    return step('platform', REFUND_RETURNED);
  if (booking.dispute !== null) return disputeStep(booking, booking.dispute, step);
  if (booking.cancellation !== null) return cancellationStep(booking.cancellation, step);

  switch (booking.status) {
    case 'pending':
      if (booking.paymentState === 'requires_payment') {
        const at = hoursAfter(new Date(booking.createdAt), booking.windows.unpaidHours).toISOString();
        return step(
          'brand',
          {
            all: 'If it is not paid, this booking is cancelled. Nothing has been charged.',
            brand: 'If you do not pay in time, this booking is cancelled. Nothing has been charged.',
          },
          at,
        );
      }
      return step(
        'creator',
        {
          all: 'If the creator does not accept in time, the booking is cancelled and the card is never charged.',
          creator: 'If you do not accept in time, the booking is cancelled and the card is never charged.',
          brand: 'If the creator does not accept in time, the booking is cancelled and your card is never charged.',
        },
        booking.acceptBy,
      );
    case 'accepted':
      if (booking.paymentState === 'capturing') {
        return step('platform', {
          all: 'The card is being charged. If that fails, the booking is cancelled and both sides are told.',
          brand: 'Your card is being charged. If that fails, the booking is cancelled and both sides are told.',
        });
      }
      return step('creator', {
        all: 'The payment is held by the platform until the work is completed. The creator starts the work next.',
        creator: 'The payment is held by the platform until the work is completed. You start the work next.',
        brand: 'Your payment is held by the platform until the work is completed. The creator starts the work next.',
      });
    case 'in_progress': {
      const late = windowText(booking.windows, 'overdueDays');
      return step(
        'creator',
        {
          all: `The payment stays held by the platform until the creator marks the work as completed. Once delivery is ${late} overdue, the brand can cancel and is refunded in full.`,
          creator: `The payment stays held by the platform until you mark the work as completed. Once delivery is ${late} overdue, the brand can cancel and is refunded in full.`,
          brand: `Your payment stays held by the platform until the creator marks the work as completed. Once delivery is ${late} overdue, you can cancel and are refunded in full.`,
        },
        booking.dueAt,
      );
    }
    case 'completed':
      return completedStep(booking, step);
    case 'cancelled':
      return cancelledStep(booking, step);
  }
}

type StepOf = (waitingFor: NextStep['waitingFor'], words: Words, at?: string | null) => NextStep;

const CHARGED_BACK: Words = {
  all: 'The brand’s bank has taken the card payment back and is looking into it. The money is frozen until the bank decides.',
  brand:
    'Your bank has taken the card payment back and is looking into it. The money is frozen until the bank decides.',
};
const CHARGEBACK_LOST: Words = {
  all: 'The brand’s bank took the card payment back for good. Nothing is left to do.',
  brand: 'Your bank took the card payment back for you. Nothing is left to do.',
};

/** One sentence for each reader. `you(side, theirs, others)` chooses by whether the reader is on that side. */
function perReader(sentence: (you: (side: Side, theirs: string, others: string) => string) => string): Words {
  const words = (viewer?: Side) => sentence((side, theirs, others) => (side === viewer ? theirs : others));
  return { all: words(), creator: words('creator'), brand: words('brand') };
}

function cancellationStep({ askedBy, answerBy }: NonNullable<BookingProgress['cancellation']>, step: StepOf): NextStep {
  const answerer = otherSide(askedBy);
  const words = perReader((you) => {
    const asked = you(askedBy, 'You have', `The ${askedBy} has`);
    const silent = you(answerer, 'you do', `the ${answerer} does`);
    return `${asked} asked to cancel this booking. If ${silent} not answer in time, it is cancelled and ${you('brand', 'you are', 'the brand is')} refunded in full.`;
  });
  return step(answerer, words, answerBy);
}

function disputeStep(
  booking: BookingProgress,
  dispute: NonNullable<BookingProgress['dispute']>,
  step: StepOf,
): NextStep {
  const answerer = otherSide(dispute.openedBy);
  if (dispute.offered) {
    const words = perReader(
      (you) =>
        `The money is frozen. ${you('creator', 'You have', 'The creator has')} offered to share it. If ${you('brand', 'you do', 'the brand does')} not accept the offer, ${PRODUCT_NAME} decides.`,
    );
    return step('brand', words);
  }
  if (dispute.answered) {
    const words = perReader((you) => {
      const decisions =
        booking.status === 'completed'
          ? `pay ${you('creator', 'you', 'the creator')}, refund ${you('brand', 'you', 'the brand')}, or share it between both`
          : `the booking goes on, or it is cancelled and ${you('brand', 'you are', 'the brand is')} refunded in full`;
      return `The money is frozen. ${PRODUCT_NAME} reads what both sides said and decides: ${decisions}.`;
    });
    return step('platform', words);
  }
  const words = perReader(
    (you) =>
      `The money is frozen. If ${you(answerer, 'you do', `the ${answerer} does`)} not answer in time, ${PRODUCT_NAME} decides without ${you(answerer, 'your', 'an')} answer.`,
  );
  return step(answerer, words, dispute.answerBy);
}

const REFUND_RETURNED: Words = {
  all: `The brand’s bank sent the refund back. ${PRODUCT_NAME} agrees with the brand on another way to pay it.`,
  brand: `Your bank sent the refund back. ${PRODUCT_NAME} writes to you to agree on another way to pay it.`,
};

const REFUNDING: Words = { all: 'The refund is on its way to the brand.', brand: 'Your refund is on its way.' };

function completedStep(booking: BookingProgress, step: StepOf): NextStep {
  switch (booking.paymentState) {
    case 'held':
      return step(
        'brand',
        {
          all: 'If the brand does nothing, the payout is released to the creator automatically.',
          creator: 'If the brand does nothing, the payout is released to you automatically.',
          brand: 'If you do nothing, the payout is released to the creator automatically.',
        },
        booking.releaseAt,
      );
    case 'releasing':
      return booking.payoutBlocked
        ? step('creator', {
            all: 'The payout is waiting: the creator has to finish the payout setup. It goes out as soon as that is done.',
            creator: 'Your payout is waiting: finish your payout setup. It goes out as soon as that is done.',
          })
        : step('platform', { all: 'The payout is on its way to the creator.', creator: 'Your payout is on its way.' });
    case 'refunding':
      return step('platform', REFUNDING);
    case 'disputed':
      return step('platform', { all: 'The money is frozen until the dispute is decided.' });
    case 'refunded':
      return step('nobody', {
        all: 'The brand was refunded. Nothing is left to do.',
        brand: 'You were refunded. Nothing is left to do.',
      });
    case 'split':
      return step('nobody', { all: 'The payment was split between both sides. Nothing is left to do.' });
    default:
      return step('nobody', {
        all: 'The creator has been paid. Nothing is left to do.',
        creator: 'You have been paid. Nothing is left to do.',
      });
  }
}

function cancelledStep(booking: BookingProgress, step: StepOf): NextStep {
  switch (booking.paymentState) {
    case 'authorized':
      return step('platform', { all: 'The card authorisation is being cancelled. Nothing was charged.' });
    case 'disputed':
      return step('platform', CHARGED_BACK);
    case 'refunding':
      return step('platform', REFUNDING);
    case 'refunded':
      return step('nobody', {
        all: `${cancelSentence(booking.cancelReason ?? 'agreed')} The brand was refunded in full.`,
        creator: `${cancelSentence(booking.cancelReason ?? 'agreed', 'creator')} The brand was refunded in full.`,
        brand: `${cancelSentence(booking.cancelReason ?? 'agreed', 'brand')} You were refunded in full.`,
      });
    default: {
      const sentence = (viewer?: Side) =>
        `${cancelSentence(booking.cancelReason ?? 'declined', viewer)} Nothing was charged.`;
      return step('nobody', { all: sentence(), creator: sentence('creator'), brand: sentence('brand') });
    }
  }
}

const CANCEL_WORDS: Record<CancelReason, Words> = {
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
  overdue: { all: 'Delivery was overdue and the brand cancelled.', brand: 'Delivery was overdue and you cancelled.' },
  decided: { all: `${PRODUCT_NAME} decided to cancel this booking.` },
  charged_back: { all: 'The brand’s bank took the card payment back.', brand: 'Your bank took the card payment back.' },
};

/** Why a booking was cancelled, as one sentence. */
export const cancelSentence = (reason: CancelReason, viewer?: Side): string => wordsFor(CANCEL_WORDS[reason], viewer);
