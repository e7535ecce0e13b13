/**
 * The booking's state machine and its money state, shared by the page that draws it and the server that enforces it.
 *
 * Glossary
 * - creator: a user who sells packages (wire value `influencer`).
 * - brand: a user who books and pays.
 * - package: a service with a price and a number of delivery days.
 * - quote: price, 15% fee and total of one package (libs/money).
 * - booking: one brand's order of one package, with the package, questions and answers as they were when it was made.
 * - move: a status change that a creator makes (the spec's §4 table). A lapse is one that the clock or the money makes.
 * - payment state: where the money of a booking is. A booking's status never says anything about money.
 * - release: paying the creator out of the money held for a completed booking.
 * - cancellation request: one side asks the other to end an accepted booking; the brand is refunded in full if it ends.
 * - dispute: the brand reported a problem with completed work,
 * or a cancellation request was not agreed to. The money is
 *   frozen until the two sides settle it or the operator's staff decides.
 * - claimant: the side that wants the booking undone: the brand with a problem, or whoever asked to cancel.
 * - settlement: the one release, refund or split that a booking's money ends with.
 * - chargeback: the card's bank took the payment back. It has nothing to do with a dispute between the two sides.
 */

/** Spec §4: the five statuses. */
export const BOOKING_STATUSES = ['pending', 'accepted', 'in_progress', 'completed', 'cancelled'] as const;
export type BookingStatus = (typeof BOOKING_STATUSES)[number];

export const STATUS_LABELS: Record<BookingStatus, string> = {
  pending: 'Pending',
  accepted: 'Accepted',
  in_progress: 'In Progress',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

interface Move {
  readonly to: BookingStatus;
  readonly label: string;
}

/** Spec §4: every move a creator may make, in the order their buttons stand. */
export const MOVES = {
  pending: [
    { to: 'accepted', label: 'Accept Booking' },
    { to: 'cancelled', label: 'Decline Booking' },
  ],
  accepted: [{ to: 'in_progress', label: 'Start Working' }],
  in_progress: [{ to: 'completed', label: 'Mark as Completed' }],
  completed: [],
  cancelled: [],
} as const satisfies Record<BookingStatus, readonly Move[]>;

/** The moves a creator may make from a status. */
export const movesFrom = (status: BookingStatus): readonly Move[] => MOVES[status];

/** Whether the spec's table lets a creator move a booking from one status to another. */
export const canMove = (from: BookingStatus, to: BookingStatus): boolean =>
  movesFrom(from).some((move) => move.to === to);

/**
 * Why a booking was cancelled. `declined` is the creator's move. Lapses, which no person chooses: nobody paid in time,
 * nobody accepted in time, a newer order took its place, the card could not be charged. After the acceptance, with a
 * refund in full: both sides agreed, a request was not answered, delivery was overdue and the brand ended it, staff
 * decided a dispute. `charged_back`: the card's bank took the payment back.
 */
export const CANCEL_REASONS = [
  'declined',
  'not_accepted',
  'unpaid',
  'superseded',
  'payment_failed',
  'agreed',
  'not_answered',
  'overdue',
  'decided',
  'charged_back',
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** Decisions "Payment and booking lifecycle": where the money is. */
export const PAYMENT_STATES = [
  'requires_payment',
  'authorized',
  'capturing',
  'held',
  'releasing',
  'released',
  'refunding',
  'refunded',
  'split',
  'voided',
  'disputed',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

export const PAYMENT_LABELS: Record<PaymentState, string> = {
  requires_payment: 'Awaiting payment',
  authorized: 'Card authorised, not charged',
  capturing: 'Charging the card',
  held: 'Paid, held by the platform',
  releasing: 'Payout on its way',
  released: 'Paid out to the creator',
  refunding: 'Refund on its way',
  refunded: 'Refunded',
  split: 'Split between both sides',
  voided: 'Authorisation cancelled, not charged',
  disputed: 'Disputed',
};

const HOUR = 3_600_000;

/** Decisions: unpaid bookings are cancelled after 24 h. */
export const UNPAID_WINDOW_MS = 24 * HOUR;
/** Decisions: the creator must accept within 72 h of the authorisation… */
export const ACCEPT_WINDOW_MS = 72 * HOUR;
/** …and never later than a day before Stripe's `capture_before`. */
export const CAPTURE_MARGIN_MS = 24 * HOUR;
/** Decisions: the payout is released 5 days after completion when the brand does not act. */
export const RELEASE_WINDOW_MS = 5 * 24 * HOUR;

/** Decisions "Cancel after accept": the other side has 72 h to agree or dispute. */
export const CANCELLATION_WINDOW_MS = 72 * HOUR;
/** Decisions "Cancel after accept": the brand alone may cancel once delivery is 3 days overdue. */
export const OVERDUE_MS = 3 * 24 * HOUR;
/** Decisions "Problem reported": the other side has 7 days to answer. */
export const DISPUTE_WINDOW_MS = 7 * 24 * HOUR;
/** Decisions "Mark as Completed": the days after completion on which the brand is reminded. */
export const REMINDER_DAYS = [2, 4] as const;
export type ReminderDay = (typeof REMINDER_DAYS)[number];

export const DISPUTE_KINDS = ['problem', 'cancellation'] as const;
export type DisputeKind = (typeof DISPUTE_KINDS)[number];

/** What a brand that reports a problem would like. It binds nobody. */
export const WANTED_OUTCOMES = ['redo', 'partial_refund', 'full_refund'] as const;
export type WantedOutcome = (typeof WANTED_OUTCOMES)[number];

export const WANTED_LABELS: Record<WantedOutcome, string> = {
  redo: 'The work done again',
  partial_refund: 'A part of the money back',
  full_refund: 'All of the money back',
};

/** How a dispute can be decided. `release`: the booking goes on, and completed work is paid for. */
export const DECISIONS = ['release', 'refund', 'split'] as const;
export type Decision = (typeof DECISIONS)[number];

/** What staff may decide: a split pays the creator, and nothing is paid before the work is completed (safety.md M5). */
export const decisionsFor = (status: BookingStatus): readonly Decision[] =>
  status === 'completed' ? DECISIONS : ['release', 'refund'];

/**
 * The last moment to accept: 72 h after the authorisation, or a
 * day before it lapses at the card's bank, whichever is first.
 */
export function acceptBy(authorizedAt: Date, captureBefore: Date | null): Date {
  const window = authorizedAt.getTime() + ACCEPT_WINDOW_MS;
  return new Date(captureBefore ? Math.min(window, captureBefore.getTime() - CAPTURE_MARGIN_MS) : window);
}

/**
 * The last moment to accept once the brand has given the creator another 72 h; still a day before the authorisation
 * lapses. Null when that gives no more time.
 */
export function extendedAcceptBy(acceptBefore: Date, captureBefore: Date | null): Date | null {
  const window = acceptBefore.getTime() + ACCEPT_WINDOW_MS;
  const extended = captureBefore ? Math.min(window, captureBefore.getTime() - CAPTURE_MARGIN_MS) : window;
  return extended > acceptBefore.getTime() ? new Date(extended) : null;
}

/** From when on the brand alone may cancel work that was due at `due`. */
export const overdueAt = (due: Date): Date => new Date(due.getTime() + OVERDUE_MS);

/** The day work is due: the start plus the package's delivery days. */
export const dueAt = (startedAt: Date, deliveryDays: number): Date =>
  new Date(startedAt.getTime() + deliveryDays * 24 * HOUR);

/** What `nextStep` needs to know of a booking. Times are ISO text, as on the wire. */
export interface BookingProgress {
  readonly status: BookingStatus;
  readonly paymentState: PaymentState;
  readonly cancelReason: CancelReason | null;
  readonly createdAt: string;
  readonly acceptBy: string | null;
  readonly dueAt: string | null;
  readonly releaseAt: string | null;
  /** The payout is decided but the creator cannot receive it yet. */
  readonly payoutBlocked: boolean;
  /** A card's bank sent a refund back, and it is not paid another way yet. */
  readonly refundReturned: boolean;
  /** The open request to cancel. */
  readonly cancellation: { readonly askedBy: Viewer; readonly answerBy: string } | null;
  /** The open dispute. `answered`: the side that did not open it has said something. */
  readonly dispute: {
    readonly kind: DisputeKind;
    readonly openedBy: Viewer;
    readonly answerBy: string;
    readonly answered: boolean;
    readonly offered: boolean;
  } | null;
  readonly chargeback: 'open' | 'won' | 'lost' | null;
}

/** What happens next if nobody acts, when (ISO text, or null when nothing is timed), and who is expected to act. */
export interface NextStep {
  readonly waitingFor: 'brand' | 'creator' | 'platform' | 'nobody';
  readonly text: string;
  readonly at: string | null;
}

/** Who reads: one of the two parties. */
export type Viewer = 'creator' | 'brand';

/** One thing in the words for each reader; `all` is for whoever has no words of its own. */
interface Words {
  readonly all: string;
  readonly creator?: string;
  readonly brand?: string;
}

const wordsFor = (words: Words, viewer: Viewer | undefined): string => (viewer && words[viewer]) ?? words.all;

/**
 * Decisions: every booking says what happens next if nobody acts,
 * when, and where the money goes. `viewer` is called 'you'.
 */
export function nextStep(booking: BookingProgress, viewer?: Viewer): NextStep {
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
        const at = new Date(Date.parse(booking.createdAt) + UNPAID_WINDOW_MS).toISOString();
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
    case 'in_progress':
      return step(
        'creator',
        {
          all: 'The payment stays held by the platform until the creator marks the work as completed. Once delivery is 3 days overdue, the brand can cancel and is refunded in full.',
          creator:
            'The payment stays held by the platform until you mark the work as completed. Once delivery is 3 days overdue, the brand can cancel and is refunded in full.',
          brand:
            'Your payment stays held by the platform until the creator marks the work as completed. Once delivery is 3 days overdue, you can cancel and are refunded in full.',
        },
        booking.dueAt,
      );
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

/** The side that somebody is not on. */
export const otherSide = (side: Viewer): Viewer => (side === 'creator' ? 'brand' : 'creator');

/** One sentence for each reader. `you(side, theirs, others)` chooses by whether the reader is on that side. */
function perReader(sentence: (you: (side: Viewer, theirs: string, others: string) => string) => string): Words {
  const words = (viewer?: Viewer) => sentence((side, theirs, others) => (side === viewer ? theirs : others));
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
        `The money is frozen. ${you('creator', 'You have', 'The creator has')} offered to share it. If ${you('brand', 'you do', 'the brand does')} not accept the offer, Marquee decides.`,
    );
    return step('brand', words);
  }
  if (dispute.answered) {
    const words = perReader((you) => {
      const decisions =
        booking.status === 'completed'
          ? `pay ${you('creator', 'you', 'the creator')}, refund ${you('brand', 'you', 'the brand')}, or share it between both`
          : `the booking goes on, or it is cancelled and ${you('brand', 'you are', 'the brand is')} refunded in full`;
      return `The money is frozen. Marquee reads what both sides said and decides: ${decisions}.`;
    });
    return step('platform', words);
  }
  const words = perReader(
    (you) =>
      `The money is frozen. If ${you(answerer, 'you do', `the ${answerer} does`)} not answer in time, Marquee decides without ${you(answerer, 'your', 'an')} answer.`,
  );
  return step(answerer, words, dispute.answerBy);
}

const REFUND_RETURNED: Words = {
  all: 'The brand’s bank sent the refund back. Marquee agrees with the brand on another way to pay it.',
  brand: 'Your bank sent the refund back. Marquee writes to you to agree on another way to pay it.',
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
      const sentence = (viewer?: Viewer) =>
        `${cancelSentence(booking.cancelReason ?? 'declined', viewer)} Nothing was charged.`;
      return step('nobody', { all: sentence(), creator: sentence('creator'), brand: sentence('brand') });
    }
  }
}

const CANCEL_WORDS: Record<CancelReason, Words> = {
  declined: { all: 'The creator declined this booking.', creator: 'You declined this booking.' },
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
  decided: { all: 'Marquee decided to cancel this booking.' },
  charged_back: { all: 'The brand’s bank took the card payment back.', brand: 'Your bank took the card payment back.' },
};

/** Why a booking was cancelled, as one sentence. */
export const cancelSentence = (reason: CancelReason, viewer?: Viewer): string => wordsFor(CANCEL_WORDS[reason], viewer);

export * from './product.ts';
