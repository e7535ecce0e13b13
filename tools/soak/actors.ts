/**
 * Simulated users. Brands order and pay, creators work, both sides settle problems, staff members decide, and banks
 * withdraw payments.
 */
import { WINDOW_LIMITS, type Windows } from '@marquee/booking';
import { MAX_FEE_BPS } from '@marquee/money';
import { CARD_CONSENT_VERSION } from '@marquee/validation';
import { setTimeout as sleep } from 'node:timers/promises';
import { decideAboutAgency, inviteCreator } from './agencies.ts';
import {
  pickPackageChoice,
  chooseAction,
  toDollarsText,
  SOAK_PACKAGE_OPTIONS,
  type KnownBooking,
  type ActorSide,
} from './actions.ts';
import { registerActor, type Actor } from './client.ts';
import { writeMessage } from './messages.ts';
import type { RandomChoices } from './random.ts';
import { recordOutcome, type RunRecord } from './record.ts';
import { isReviewable, reviewBooking } from './reviews.ts';
import {
  actForTeam,
  changeApprovalRule,
  pickOrderBudget,
  registerTeam,
  requestOrder,
  type Team,
  type TeamMember,
} from './teams.ts';
import type { World } from './world.ts';

export interface Crowd {
  creators: Actor[];
  brands: Actor[];
  packageIds: string[];
  /** IDs of those packages in `packageIds` that have options. */
  deepIds: Set<string>;
  /** The workspaces of brands that have several members. Their owners are also in `brands`. */
  teams: Team[];
  /** A creator who represents other creators. */
  agency: Actor;
  staff: Actor;
}

const TEAMS = 2;
/** The number of creators that the agency may represent. */
const REPRESENTED = 3;

/**
 * Registers all users before the faults begin. Half of the creators set up payouts now, and the others do so later.
 * Two of the brands have several members.
 */
export async function registerCrowd(world: World, creators: number, brands: number): Promise<Crowd> {
  const stamp = Date.now().toString(36);
  const crowd: Crowd = {
    creators: [],
    brands: [],
    packageIds: [],
    deepIds: new Set(),
    teams: [],
    agency: await registerActor(world.url, 'influencer', 'Agency', `agency-${stamp}@soak.test`),
    staff: await registerActor(world.url, 'brand', 'Sam Staff', `staff-${stamp}@soak.test`),
  };
  await world.query(`update person set role = 'admin', has_factor = true, factor_since = created_at where id = $1`, [
    crowd.staff.id,
  ]);
  for (let n = 0; n < creators; n++) {
    const creator = await registerActor(world.url, 'influencer', `Creator ${n}`, `creator-${n}-${stamp}@soak.test`);
    crowd.creators.push(creator);
    if (n % 2 === 0) await completePayoutSetup(world, creator);
    // Limit the bookings of one creator, so that brands join the waiting list.
    if (n === 1) await creator.act('availability.save', { maxBookings: 3, leadDays: 0, timeOff: [] });
    for (const price of ['1.00', `${100 + n * 7}.${10 + n}`, '1999.99']) {
      const form = {
        name: `Reel for ${price}`,
        description: 'One reel, as agreed.',
        price,
        deliveryDays: 1 + n,
        features: ['1 reel'],
      };
      const pack = await creator.rest<{ id: string }>('POST', '/api/packages', form);
      if (pack.is !== 'done') continue;
      const { id } = pack.data;
      crowd.packageIds.push(id);
      if (
        n % 2 === 0 &&
        (await creator.act('packages.save', { ...form, id, needsProduct: true, options: SOAK_PACKAGE_OPTIONS })).is ===
          'done'
      )
        crowd.deepIds.add(id);
    }
  }
  for (let n = 0; n < brands; n++)
    crowd.brands.push(await registerActor(world.url, 'brand', `Brand ${n}`, `brand-${n}-${stamp}@soak.test`));
  for (const owner of crowd.brands.slice(0, TEAMS)) crowd.teams.push(await registerTeam(world, owner));
  return crowd;
}

export async function completePayoutSetup(world: World, creator: Actor): Promise<void> {
  if ((await creator.act('payouts.setCountry', { country: 'US' })).is !== 'done') return;
  const link = await creator.act<{ url: string }>('payouts.startSetup', {});
  if (link.is !== 'done') return;
  const [row] = await world.query<{ account: string | null }>(
    'select stripe_account_id as account from workspace where id = $1',
    [creator.id],
  );
  if (row?.account == null) return;
  await world.stripe.setAccount(row.account, 'active');
  await creator.act('payouts.refreshSetup', {});
}

const PAUSE_RANGE_MS = { least: 20, most: 400 };
const CARDS = [
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_visa',
  'pm_card_mastercard',
  'pm_card_visa_chargeDeclined',
];

export async function liveAsBrand(
  world: World,
  crowd: Crowd,
  brand: Actor,
  choices: RandomChoices,
  memory: RunRecord,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    await sleep(choices.whole(PAUSE_RANGE_MS.least, PAUSE_RANGE_MS.most));
    if (choices.chance(0.01) && isTeam(crowd, brand)) await changeApprovalRule(brand, choices, memory);
    await (choices.chance(0.45)
      ? orderAndPay(world, crowd, brand, choices, memory)
      : actOnBooking(brand, 'brand', choices, memory));
  }
}

const isTeam = ({ teams }: Crowd, { workspaceId }: Actor) =>
  teams.some(({ owner }) => owner.workspaceId === workspaceId);

/** A member of a brand's workspace, who also orders packages and decides about bookings if the role allows it. */
export async function liveAsMember(
  world: World,
  crowd: Crowd,
  team: Team,
  member: TeamMember,
  choices: RandomChoices,
  memory: RunRecord,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    await sleep(choices.whole(PAUSE_RANGE_MS.least, PAUSE_RANGE_MS.most));
    const draw = choices.number();
    if (draw < 0.5) await actForTeam(world, team, member, choices, memory);
    else if (draw < 0.75) await orderAndPay(world, crowd, member.actor, choices, memory);
    else await actOnBooking(member.actor, 'brand', choices, memory);
  }
}

/** An agency, which invites creators and acts for creators with a consent. */
export async function liveAsAgency(
  world: World,
  { agency, creators }: Crowd,
  choices: RandomChoices,
  memory: RunRecord,
  stopping: AbortSignal,
): Promise<void> {
  // Until the payout account is set up, the agency's parts of earlier bookings wait.
  const setsUpAt = performance.now() + choices.whole(5_000, 30_000);
  let isSetUp = false;
  while (!stopping.aborted) {
    await sleep(choices.whole(100, 600));
    if (!isSetUp && performance.now() > setsUpAt)
      isSetUp = await completePayoutSetup(world, agency).then(
        () => true,
        () => false,
      );
    const creator = choices.pick(creators.slice(0, REPRESENTED));
    // Without a consent in force, the server refuses to let the agency act for the creator.
    if (choices.chance(0.7)) await actOnBooking(agency.inWorkspace(creator.id), 'creator', choices, memory);
    else await inviteCreator(world, agency, creator, choices, memory);
  }
}

export async function liveAsCreator(
  world: World,
  creator: Actor,
  choices: RandomChoices,
  memory: RunRecord,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    await sleep(choices.whole(PAUSE_RANGE_MS.least, PAUSE_RANGE_MS.most));
    if (choices.chance(0.01)) await completePayoutSetup(world, creator).catch(() => {});
    else if (choices.chance(0.03)) await decideAboutAgency(creator, choices, memory);
    else await actOnBooking(creator, 'creator', choices, memory);
  }
}

interface Checkout {
  bookingId: string;
  clientSecret: string;
}

interface CheckoutCall {
  procedure: 'payments.openCheckout' | 'payments.openOfferCheckout';
  input: object;
}

/**
 * Requests an offer from a creator, who makes one immediately. Returns the call that accepts the offer, or null if
 * there is none.
 */
async function requestOffer(
  crowd: Crowd,
  brand: Actor,
  choices: RandomChoices,
  memory: RunRecord,
): Promise<CheckoutCall | null> {
  const creator = choices.pick(crowd.creators);
  const brief = { creatorId: creator.id, brief: 'One film.', budget: null, requestedDay: '', platforms: [] };
  const offer = await brand.act<{ id: string }>('offers.request', brief);
  await recordOutcome(memory, 'ask for an offer', offer);
  if (offer.is !== 'done') {
    // The request was refused, because the brand already has an open offer from this creator or too many open
    // offers. Withdraw one.
    const open = await brand.ask<{ items: { id: string }[] }>('offers.list', { show: 'open' });
    const [first] = open.is === 'done' ? open.data.items : [];
    if (first)
      await recordOutcome(memory, 'withdraw an offer', await brand.act('offers.end', { id: first.id, message: '' }));
    return null;
  }
  const { id } = offer.data;
  const answer = { id, name: 'One film', scope: 'One film of a minute.', features: [], deliveryDays: 3, expiryDays: 7 };
  const offered = await creator.act<{ versions: { id: string; totalCents: number }[] }>('offers.answer', {
    ...answer,
    price: toDollarsText(choices.whole(100, 200_000)),
  });
  await recordOutcome(memory, 'make an offer', offered);
  const version = offered.is === 'done' ? offered.data.versions.at(-1) : undefined;
  if (version === undefined) return null;
  const { totalCents } = version;
  return { procedure: 'payments.openOfferCheckout', input: { id, versionId: version.id, totalCents } };
}

/**
 * Orders a package or accepts an offer, and pays. In some cases, the brand uses several tabs, does not return from
 * the payment page, or does not pay.
 */
async function orderAndPay(
  world: World,
  crowd: Crowd,
  brand: Actor,
  choices: RandomChoices,
  memory: RunRecord,
): Promise<void> {
  const packageId = choices.pick(crowd.packageIds);
  const isOffer = choices.chance(0.15);
  const choice = crowd.deepIds.has(packageId) && choices.chance(0.7) ? pickPackageChoice(choices) : undefined;
  const call: CheckoutCall | null = isOffer
    ? await requestOffer(crowd, brand, choices, memory)
    : { procedure: 'payments.openCheckout', input: { packageId, brandUserId: brand.id, choice } };
  if (call === null) return;
  const budget = isTeam(crowd, brand) ? await pickOrderBudget(brand, choices) : {};
  const order = { ...call.input, ...budget };
  const ask = () => brand.act<Checkout>(call.procedure, order);
  const tabs = await Promise.all(Array.from({ length: choices.chance(0.1) ? 3 : 1 }, ask));
  for (const tab of tabs) {
    await recordOutcome(memory, 'order', tab);
    if (tab.is === 'done') memory.acknowledged.push({ bookingId: tab.data.bookingId, event: 'booking.ordered' });
  }
  if (tabs.some((tab) => tab.is === 'refused' && tab.message.includes('needs an approval')))
    return requestOrder(brand, order, choices, memory);
  const opened = tabs.find((tab) => tab.is === 'done');
  if (!isOffer && tabs.every((tab) => tab.is === 'refused') && choices.chance(0.5))
    await recordOutcome(memory, 'wait for a place', await brand.act('availability.joinWaitingList', { packageId }));
  if (opened === undefined || choices.chance(0.1)) return;
  const { bookingId, clientSecret } = opened.data;
  if (await payWithSavedCard(brand, bookingId, choices, memory)) return;
  if (choices.chance(0.3)) {
    const consent = { id: bookingId, isSaved: true, consentVersion: CARD_CONSENT_VERSION };
    await recordOutcome(memory, 'save a card', await brand.act('payments.setCardSaving', consent));
  }
  const card = choices.pick(CARDS);
  const paid = await Promise.all(
    Array.from({ length: choices.chance(0.1) ? 2 : 1 }, () => confirmPayment(world, clientSecret, card)),
  );
  for (const status of paid) memory.tally.add(`pay: ${status}`);
  if (choices.chance(0.6))
    await recordOutcome(memory, 'return from paying', await brand.act('payments.confirmReturn', { id: bookingId }));
}

/**
 * In some cases, pays with a saved card of the brand, or removes it, perhaps both at the same time. Returns true if the
 * booking is paid.
 */
async function payWithSavedCard(
  brand: Actor,
  bookingId: string,
  choices: RandomChoices,
  memory: RunRecord,
): Promise<boolean> {
  if (choices.chance(0.5)) return false;
  const saved = await brand.ask<{ cards: { id: string }[] }>('payments.cards', null);
  if (saved.is !== 'done' || saved.data.cards.length === 0) return false;
  const tabs = Array.from({ length: choices.chance(0.2) ? 2 : 1 }, () => choices.pick(saved.data.cards).id);
  const removed = choices.chance(0.15) ? choices.pick(saved.data.cards).id : null;
  const [paid] = await Promise.all([
    Promise.all(
      tabs.map((cardId) => brand.act<{ outcome: string }>('payments.payWithCard', { id: bookingId, cardId })),
    ),
    removed !== null &&
      brand
        .act('payments.removeCard', { id: removed })
        .then((outcome) => recordOutcome(memory, 'remove a card', outcome)),
  ]);
  for (const outcome of paid) {
    await recordOutcome(memory, 'pay with a saved card', outcome);
    if (outcome.is === 'done') memory.tally.add(`pay with a saved card: ${outcome.data.outcome}`);
  }
  const isPaid = paid.some((outcome) => outcome.is === 'done' && outcome.data.outcome === 'authorized');
  if (isPaid) memory.acknowledged.push({ bookingId, event: 'payment.authorized' });
  return isPaid;
}

/** Confirms the payment as Stripe.js does. Returns Stripe's status or error code. */
export async function confirmPayment(world: World, clientSecret: string, card: string): Promise<string> {
  try {
    const answer = await fetch(`${world.stripeUrl}/v1/payment_intents/${clientSecret.split('_secret_')[0]}/confirm`, {
      method: 'POST',
      signal: AbortSignal.timeout(15_000),
      headers: { authorization: 'Bearer pk_test_local', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_secret: clientSecret, payment_method: card, return_url: world.url }),
    });
    const { status, error } = (await answer.json()) as { status?: string; error?: { code?: string; type: string } };
    return status ?? error?.code ?? error?.type ?? 'nothing';
  } catch {
    return 'no answer';
  }
}

async function actOnBooking(person: Actor, side: ActorSide, choices: RandomChoices, memory: RunRecord): Promise<void> {
  const list = await person.ask<{ items: KnownBooking[] }>('bookings.list', {});
  if (list.is !== 'done') return recordOutcome(memory, 'look at the bookings', list);
  const open = list.data.items.filter(
    (booking) =>
      !['cancelled'].includes(booking.status) && !['released', 'refunded', 'split'].includes(booking.paymentState),
  );
  const among = open.length > 0 && !choices.chance(0.1) ? open : list.data.items;
  if (among.length === 0) return;
  const booking = choices.pick(among);
  // An unpaid booking has no conversation yet.
  if (booking.paymentState !== 'requires_payment' && choices.chance(0.25))
    return writeMessage(person, booking, choices, {
      said: memory.said,
      note: (name, outcome) => recordOutcome(memory, name, outcome),
    });
  if (choices.chance(isReviewable(booking) ? 0.3 : 0.01))
    return reviewBooking(person, booking, choices, {
      reviewed: memory.reviewed,
      note: (name, outcome) => recordOutcome(memory, name, outcome),
    });
  const action = chooseAction(choices, side, booking);
  if (action === null) return;
  const page = action.looksAt === undefined ? undefined : await person.ask(action.looksAt, { id: booking.id });
  const input = action.input(booking, choices, page?.is === 'done' ? page.data : undefined);
  const outcomes = await Promise.all(
    Array.from({ length: choices.chance(0.05) ? 3 : 1 }, () => person.act(action.procedure, input)),
  );
  for (const outcome of outcomes) await recordOutcome(memory, action.name, outcome);
  if (outcomes.some(({ is }) => is === 'done')) memory.acknowledged.push({ bookingId: booking.id, ...action.leaves });
}

/** Confirms the session of a staff member as with a passkey, which needs a browser. Staff move money only with one. */
const confirmWithPasskey = (world: World, staff: Actor) =>
  world
    .query(
      `update session set data = data || jsonb_build_object(
           'confirmedAt', $2::text, 'confirmedBy', 'passkey', 'passkeyTrustedFrom', $2::text)
         where person_id = $1`,
      [staff.id, world.now().toISOString()],
    )
    // The database may be down.
    .catch(() => []);

/**
 * Decides disputes that were answered or whose deadline to answer has passed. Also pays refunds that banks returned
 * another way, and sometimes changes the operator terms.
 */
export async function liveAsStaff(
  world: World,
  staff: Actor,
  choices: RandomChoices,
  memory: RunRecord,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    await sleep(choices.whole(500, 3_000));
    await confirmWithPasskey(world, staff);
    if (choices.chance(0.3)) await replaceRefund(world, staff, choices, memory);
    if (choices.chance(0.05)) await changeOperatorTerms(staff, choices, memory);
    const rows = await world
      .query<{ id: string; bookingId: string; price: number; completed: boolean }>(
        `select d.id, d.booking_id as "bookingId", b.price_cents as price, b.status = 'completed' as completed
          from dispute d join booking b on b.id = d.booking_id
         where d.closed_at is null and (d.answered_at is not null or d.answer_by < $1) order by d.opened_at limit 20`,
        [world.now()],
      )
      .catch(() => []);
    if (rows.length === 0) continue;
    const { id, bookingId, price, completed } = choices.pick(rows);
    const decision = choices.pick(completed ? ['release', 'refund', 'split'] : ['release', 'refund']);
    const outcome = await staff.act('admin.decideDispute', {
      id,
      decision,
      reason: 'As both sides have shown.',
      ...(decision === 'split' && { keeps: toDollarsText(choices.whole(1, price - 1)) }),
    });
    await recordOutcome(memory, `decide: ${decision}`, outcome);
    if (outcome.is === 'done') memory.acknowledged.push({ bookingId, event: 'dispute.decided' });
  }
}

/** Changes the platform fee and the release deadline for future bookings. */
async function changeOperatorTerms(staff: Actor, choices: RandomChoices, memory: RunRecord): Promise<void> {
  const termsList = await staff.ask<{ items: { number: number; windows: Windows }[] }>('operatorTerms.list', {});
  const [current] = termsList.is === 'done' ? termsList.data.items : [];
  if (current === undefined) return;
  const outcome = await staff.act('operatorTerms.change', {
    number: current.number,
    reason: 'As the market asks.',
    feeBps: choices.whole(0, MAX_FEE_BPS),
    windows: { ...current.windows, releaseDays: choices.whole(...WINDOW_LIMITS.releaseDays) },
  });
  await recordOutcome(memory, 'set the terms', outcome);
}

async function replaceRefund(world: World, staff: Actor, choices: RandomChoices, memory: RunRecord): Promise<void> {
  const rows = await world
    .query<{ id: string; bookingId: string }>(
      `select id, booking_id as "bookingId" from money_exception where kind = 'refund_returned' and resolved_at is null
        order by opened_at limit 20`,
    )
    .catch(() => []);
  if (rows.length === 0) return;
  const { id, bookingId } = choices.pick(rows);
  const outcome = await staff.act('admin.resolveException', { id, note: 'Sent by bank transfer.' });
  await recordOutcome(memory, 'refund another way', outcome);
  if (outcome.is === 'done') memory.acknowledged.push({ bookingId, event: 'payment.refund_replaced' });
}

/** Opens chargebacks, decides them later, and returns some refunds. */
export async function liveAsBank(
  world: World,
  choices: RandomChoices,
  memory: RunRecord,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    await sleep(choices.whole(2_000, 6_000));
    try {
      const open = (await world.stripe.objects('dispute')).filter(({ status }) => status === 'needs_response');
      if (open.length > 0 && choices.chance(0.5)) {
        const outcome = choices.pick(['won', 'lost'] as const);
        await world.stripe.closeDispute(choices.pick(open).id, outcome);
        memory.tally.add(`chargeback ${outcome}`);
        continue;
      }
      const refunds = (await world.stripe.objects('refund')).filter(
        ({ status, metadata }) => status === 'succeeded' && metadata?.['effect'] !== undefined,
      );
      if (refunds.length > 0 && choices.chance(0.2)) {
        await world.stripe.failRefund(choices.pick(refunds.slice(-50)).id);
        memory.tally.add('refund sent back');
        continue;
      }
      const charges = (await world.stripe.objects('charge')).filter(
        ({ captured, disputed, amount_refunded }) => captured && !disputed && amount_refunded === 0,
      );
      if (charges.length === 0) continue;
      await world.stripe.dispute(choices.pick(charges.slice(-50)).id);
      memory.tally.add('chargeback');
    } catch {
      // Ignore the error. The Stripe stand-in may have been down, or the charge may have been refunded.
    }
  }
}
