/**
 * Actions on a booking. The soak sends them over HTTP, and the simulation in the API's tests calls the procedures
 * directly.
 */
import type { RandomChoices } from './random.ts';

/** State of a booking as an actor last saw it, which may be out of date. */
export interface KnownBooking {
  id: string;
  status: string;
  paymentState: string;
  priceCents: number;
}

export type ActorSide = 'creator' | 'brand';

export interface ActorAction {
  name: string;
  side: ActorSide;
  procedure: string;
  /**
   * Returns true if the action is valid in the booking's state. Actors sometimes try it in other states, in which
   * the server must refuse it.
   */
  fits: (booking: KnownBooking) => boolean;
  weight: number;
  /**
   * Procedure that the actor calls with the booking's ID before the action. `input` receives the result as `seen`,
   * or undefined if the call failed.
   */
  looksAt?: string;
  input: (booking: KnownBooking, choices: RandomChoices, seen?: unknown) => Record<string, unknown>;
  /**
   * Event that must be in the booking's timeline once the server has acknowledged the action (see
   * tools/money/check.ts).
   */
  leaves: { event: string; data?: Record<string, unknown> };
}

const toIdInput = ({ id }: KnownBooking) => ({ id });
const createStateCondition =
  (...states: string[]) =>
  (booking: KnownBooking) =>
    states.includes(`${booking.status}/${booking.paymentState}`);
const isCharged = ({ status, paymentState }: KnownBooking) =>
  ['accepted', 'in_progress'].includes(status) && paymentState === 'held';
const inDispute = ({ paymentState }: KnownBooking) => paymentState === 'disputed';
const halfOfPrice = ({ priceCents }: KnownBooking) => Math.ceil(priceCents / 2);
/** Formats cents as the decimal text that forms send. */
export const toDollarsText = (cents: number) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
const pickPartOfPrice = ({ priceCents }: KnownBooking, choices: RandomChoices) => choices.whole(1, priceCents - 1);

/** Options of some simulated packages, from which brands choose. */
export const SOAK_PACKAGE_OPTIONS = {
  revisions: 1,
  tiers: [
    { name: 'Standard', price: '2500', deliveryDays: 40, revisions: 2, features: ['2 reels'] },
    { name: 'Premium', price: '4000.50', deliveryDays: 50, revisions: null, features: ['4 reels'] },
  ],
  addOns: [{ id: 'raw', title: 'Raw footage', price: '19.99', extraDays: 1, maxQuantity: 3 }],
  quantity: { max: 2, extraDays: 1 },
  rights: [{ id: 'ads', scope: 'paid_ads', channels: 'Instagram', termDays: 30, exclusivityDays: 0, price: '33.33' }],
  express: null,
  answerPrices: [],
};

/**
 * Chooses options at random. The package may not offer all of them, in which case the server must refuse the order.
 */
export const pickPackageChoice = (choices: RandomChoices) => ({
  tier: choices.pick(['Basic', 'Standard', 'Premium']),
  quantity: choices.chance(0.2) ? choices.whole(1, 3) : 1,
  addOns: choices.chance(0.5) ? [{ id: 'raw', quantity: choices.whole(1, 3) }] : [],
  rightsId: choices.chance(0.3) ? 'ads' : null,
  isExpress: choices.chance(0.02),
});

const createMoveAction = (
  name: string,
  to: string,
  from: string,
  paymentState: string,
  weight: number,
): ActorAction => ({
  name,
  side: 'creator',
  procedure: 'bookings.move',
  weight,
  fits: createStateCondition(`${from}/${paymentState}`),
  input: ({ id }) => ({ id, status: to }),
  // The server acknowledges declining a booking that is already cancelled, even if the other side cancelled it.
  leaves:
    to === 'cancelled'
      ? { event: 'booking.moved|booking.withdrawn|booking.lapsed|booking.cancelled' }
      : { event: 'booking.moved', data: { to } },
});

const forBothSides = (action: Omit<ActorAction, 'side'>): ActorAction[] =>
  (['creator', 'brand'] as const).map((side) => ({ ...action, side }));

/**
 * Chooses a deliverable and returns it with its number of versions. With `isSent`, prefers deliverables that have
 * versions.
 */
function pickDeliverable(
  seen: unknown,
  choices: RandomChoices,
  isSent = false,
): { deliverableId: string; versions: number } {
  const items = (seen as { items?: { id: string; versions: unknown[] }[] } | undefined)?.items ?? [];
  if (items.length === 0) return { deliverableId: NOBODYS_ID, versions: 0 };
  const delivered = items.filter(({ versions }) => versions.length > 0);
  const { id, versions } = choices.pick(isSent && delivered.length > 0 ? delivered : items);
  return { deliverableId: id, versions: versions.length };
}
const NOBODYS_ID = '00000000-0000-4000-8000-000000000000';
const isUnderWay = createStateCondition('accepted/held', 'in_progress/held');
const hasResults = createStateCondition(
  'in_progress/held',
  'completed/held',
  'in_progress/disputed',
  'completed/disputed',
  'completed/releasing',
  'completed/released',
);
const isDelivering = createStateCondition(
  'in_progress/held',
  'completed/held',
  'in_progress/disputed',
  'completed/disputed',
);

export const ACTOR_ACTIONS: readonly ActorAction[] = [
  createMoveAction('accept', 'accepted', 'pending', 'authorized', 10),
  createMoveAction('decline', 'cancelled', 'pending', 'authorized', 2),
  createMoveAction('start', 'in_progress', 'accepted', 'held', 10),
  createMoveAction('complete', 'completed', 'in_progress', 'held', 10),
  {
    name: 'send a version',
    side: 'creator',
    procedure: 'deliveries.send',
    weight: 8,
    fits: isDelivering,
    looksAt: 'deliveries.byBooking',
    input: (_, choices, seen) => {
      const { deliverableId, versions } = pickDeliverable(seen, choices);
      return {
        deliverableId,
        number: versions + 1,
        note: `Take ${choices.whole(1, 1_000_000)}.`,
        links: choices.chance(0.2) ? ['https://example.com/take'] : [],
        files: [],
        completes: choices.chance(0.3),
      };
    },
    leaves: { event: 'delivery.sent' },
  },
  {
    name: 'approve a version',
    side: 'brand',
    procedure: 'deliveries.decide',
    weight: 5,
    fits: isDelivering,
    looksAt: 'deliveries.byBooking',
    input: (_, choices, seen) => {
      const { deliverableId, versions } = pickDeliverable(seen, choices, true);
      return { deliverableId, number: Math.max(1, versions), verdict: 'approved' };
    },
    // Approving the completed work approves each version. The server then acknowledges this action, without an
    // event of its own.
    leaves: { event: 'delivery.approved|booking.approved' },
  },
  {
    name: 'ask for changes',
    side: 'brand',
    procedure: 'deliveries.decide',
    weight: 3,
    fits: isDelivering,
    looksAt: 'deliveries.byBooking',
    input: (_, choices, seen) => {
      const { deliverableId, versions } = pickDeliverable(seen, choices, true);
      return {
        deliverableId,
        number: Math.max(1, versions),
        verdict: 'changes',
        changeRequest: 'A little brighter, please.',
        remarks: [],
      };
    },
    leaves: { event: 'delivery.changes_asked' },
  },
  {
    name: 'give an address',
    side: 'creator',
    procedure: 'shipments.setAddress',
    weight: 3,
    fits: isUnderWay,
    input: ({ id }, choices) => ({ id, address: `${choices.whole(1, 1_000_000)} Sample Street` }),
    leaves: { event: 'shipment.addressed' },
  },
  {
    name: 'send the product',
    side: 'brand',
    procedure: 'shipments.markSent',
    weight: 3,
    fits: isUnderWay,
    input: ({ id }, choices) => ({ id, carrier: 'UPS', tracking: `${choices.whole(1, 1_000_000)}` }),
    leaves: { event: 'shipment.sent' },
  },
  {
    name: 'receive the product',
    side: 'creator',
    procedure: 'shipments.markReceived',
    weight: 2,
    fits: isUnderWay,
    input: ({ id }) => ({ id }),
    leaves: { event: 'shipment.arrived' },
  },
  {
    name: 'note a post',
    side: 'creator',
    procedure: 'publications.add',
    weight: 3,
    fits: hasResults,
    input: ({ id }, choices) => ({
      id,
      link: `https://example.com/post/${choices.whole(1, 1_000_000)}`,
      publishedOn: new Date().toISOString().slice(0, 10),
      isDisclosed: true,
    }),
    leaves: { event: 'publication.added' },
  },
  {
    name: 'report figures',
    side: 'creator',
    procedure: 'publications.report',
    weight: 3,
    fits: hasResults,
    looksAt: 'publications.results',
    input: (_, choices, seen) => {
      // `seen` is undefined if the call failed.
      const { posts } = (seen ?? { posts: [] }) as { posts: readonly { id: string }[] };
      const views = choices.whole(0, 1_000_000_000);
      const figures = { likes: null, comments: null, shares: null, saves: null, clicks: choices.whole(0, views + 1) };
      return { id: posts.length === 0 ? NOBODYS_ID : choices.pick(posts).id, views, ...figures };
    },
    leaves: { event: 'publication.figures_reported' },
  },
  {
    name: 'approve',
    side: 'brand',
    procedure: 'settlements.approve',
    weight: 8,
    fits: createStateCondition('completed/held'),
    input: toIdInput,
    leaves: { event: 'payment.release_decided' },
  },
  {
    name: 'withdraw the order',
    side: 'brand',
    procedure: 'bookings.withdraw',
    // The weight is low, because otherwise most orders would end here.
    weight: 0.2,
    fits: createStateCondition('pending/authorized'),
    input: toIdInput,
    leaves: { event: 'booking.withdrawn' },
  },
  {
    name: 'extend the acceptance',
    side: 'brand',
    procedure: 'bookings.extendAcceptance',
    weight: 1,
    fits: createStateCondition('pending/authorized'),
    input: toIdInput,
    leaves: { event: 'booking.acceptance_extended' },
  },
  {
    name: 'cancel work that was not started',
    side: 'brand',
    procedure: 'cancellations.cancelNotStarted',
    weight: 2,
    fits: createStateCondition('accepted/held'),
    input: toIdInput,
    leaves: { event: 'booking.cancelled' },
  },
  {
    name: 'cancel overdue work',
    side: 'brand',
    procedure: 'cancellations.cancelOverdue',
    weight: 2,
    fits: isCharged,
    input: toIdInput,
    leaves: { event: 'booking.cancelled' },
  },
  ...forBothSides({
    name: 'ask to cancel',
    procedure: 'cancellations.request',
    weight: 2,
    fits: isCharged,
    input: ({ id }) => ({ id, reason: 'Our plans have changed.' }),
    leaves: { event: 'booking.cancellation_asked' },
  }),
  ...forBothSides({
    name: 'agree to cancel',
    procedure: 'cancellations.answer',
    weight: 3,
    fits: isCharged,
    input: ({ id }) => ({ id, answer: 'agree' }),
    leaves: { event: 'booking.cancelled' },
  }),
  ...forBothSides({
    name: 'dispute a cancellation',
    procedure: 'cancellations.answer',
    weight: 2,
    fits: isCharged,
    input: ({ id }) => ({ id, answer: 'dispute', statement: 'The work is under way already.' }),
    leaves: { event: 'dispute.opened' },
  }),
  ...forBothSides({
    name: 'take a cancellation back',
    procedure: 'cancellations.withdraw',
    weight: 1,
    fits: isCharged,
    input: toIdInput,
    leaves: { event: 'booking.cancellation_withdrawn' },
  }),
  {
    name: 'report a problem',
    side: 'brand',
    procedure: 'disputes.reportProblem',
    weight: 4,
    fits: createStateCondition('completed/held'),
    input: ({ id }, choices) => ({
      id,
      problem: 'The video is not what we agreed on.',
      desiredOutcome: choices.pick(['redo', 'partial_refund', 'full_refund']),
    }),
    leaves: { event: 'dispute.opened' },
  },
  ...forBothSides({
    name: 'say something',
    procedure: 'disputes.addStatement',
    weight: 2,
    fits: inDispute,
    input: ({ id }) => ({ id, text: 'Please look at the brief again.' }),
    leaves: { event: 'dispute.statement_added' },
  }),
  ...forBothSides({
    name: 'withdraw a dispute',
    procedure: 'disputes.withdraw',
    weight: 1,
    fits: inDispute,
    input: toIdInput,
    leaves: { event: 'dispute.withdrawn' },
  }),
  ...forBothSides({
    name: 'agree to a refund',
    procedure: 'disputes.agreeToRefund',
    weight: 1,
    fits: inDispute,
    input: toIdInput,
    leaves: { event: 'dispute.refund_agreed' },
  }),
  {
    name: 'offer a split',
    side: 'creator',
    procedure: 'disputes.proposeSplit',
    weight: 3,
    fits: inDispute,
    // Usually offer half of the price, because simulated brands accept only that amount.
    input: (booking, choices) => ({
      id: booking.id,
      creatorAmount: toDollarsText(choices.chance(0.7) ? halfOfPrice(booking) : pickPartOfPrice(booking, choices)),
    }),
    leaves: { event: 'dispute.split_offered' },
  },
  {
    name: 'accept a split',
    side: 'brand',
    procedure: 'disputes.acceptSplit',
    weight: 3,
    fits: inDispute,
    input: (booking) => ({ id: booking.id, creatorCents: halfOfPrice(booking) }),
    leaves: { event: 'dispute.split_accepted' },
  },
];

/**
 * Chooses an action for `side`. It is valid in the booking's state, except with the probability `wild`. Returns null
 * if no action is valid.
 */
export function chooseAction(
  choices: RandomChoices,
  side: ActorSide,
  booking: KnownBooking,
  wild = 0.08,
): ActorAction | null {
  const own = ACTOR_ACTIONS.filter((action) => action.side === side);
  if (choices.chance(wild)) return choices.pick(own);
  const fitting = own.filter((action) => action.fits(booking));
  let at = choices.number() * fitting.reduce((sum, { weight }) => sum + weight, 0);
  for (const action of fitting) {
    at -= action.weight;
    if (at < 0) return action;
  }
  return null;
}
