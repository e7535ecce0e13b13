/**
 * Manages the saved cards of brands, and pays for bookings with them. The cards belong to one customer per workspace at
 * Stripe, and can be charged off session.
 */
import type { Actor } from '../../../core/actor.ts';
import { isPayable } from '@marquee/booking';
import { LIMITS } from '@marquee/validation';
import { formatCardName, hasPermission, type WorkspaceId } from '@marquee/contracts';
import { awaitJob, runJobInProcess } from '../../../core/await-job.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { crashAt, pauseAt } from '../../../core/faults.ts';
import { assertPermission } from '../../../core/permissions.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import type { EventActor } from '../../../core/events.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { CardPaymentOutcome } from '../../../db/schema.ts';
import { StripeGaveUpError, StripeRefusedError } from '../../../gateways/stripe-errors.ts';
import type { CardConsent } from '../../../gateways/stripe-cards.ts';
import type { PaymentIntentData } from '../../../gateways/stripe-payments.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { findBookingForDecision, lockBooking, type LockedBooking } from '../../booking/bookings/bookings.sql.ts';
import {
  countSavedCards,
  deleteStripeCustomer,
  findCardByFingerprint,
  findCardManagers,
  findCardByPaymentMethod,
  findCardPayment,
  findCustomer,
  findMemberName,
  findOpenCardPayment,
  hasPaidBooking,
  incrementCardSetups,
  insertCard,
  insertCardPayment,
  listSavedCards,
  lockCustomer,
  lockSavedCard,
  setAllCardsRemoved,
  setCardPaymentOutcome,
  setCardRemoved,
  setNextCustomerAttempt,
  setStripeCustomer,
  updateCard,
} from './cards.sql.ts';
import { applyIntent } from './payments.service.ts';
import { ensureIntent } from './checkout.service.ts';

/**
 * Returns the brand's saved cards, and whether the checkout offers the caller to save a card: only if the brand
 * has paid for a booking or has a card, and only to members who manage cards.
 */
export async function listCards(deps: Deps, actor: Actor) {
  const [cards, hasPaid] = await Promise.all([
    listSavedCards(deps.db, actor.workspaceId),
    hasPaidBooking(deps.db, actor.workspaceId),
  ]);
  const now = deps.now();
  return {
    // A card expires at the end of its month.
    cards: cards.map((card) => ({ ...card, isExpired: now >= new Date(Date.UTC(card.expYear, card.expMonth)) })),
    canSave: (hasPaid || cards.length > 0) && hasPermission(actor.memberRole, 'cards.manage'),
  };
}

// Adding and removing cards.

/**
 * Begins to add a card without a payment. Returns the client secret with which the browser sends the card to Stripe.
 * Throws CARDS_FULL, PAYMENT_UNAVAILABLE or TOO_MANY_REQUESTS.
 */
export async function startCardSetup(
  deps: Deps,
  actor: Actor,
  { consentVersion }: { consentVersion: string },
): Promise<{ clientSecret: string }> {
  await enforceRateLimit(deps, 'card', actor.id);
  if ((await countSavedCards(deps.db, actor.workspaceId)) >= LIMITS.savedCards) throw new Failure('CARDS_FULL');
  try {
    const clientSecret = await deps.stripe.createSetup({
      workspaceId: actor.workspaceId,
      customerId: await ensureCustomer(deps, actor.workspaceId),
      consent: { personId: actor.id, version: consentVersion },
      number: await incrementCardSetups(deps.db, actor.workspaceId),
    });
    return { clientSecret };
  } catch (error) {
    throw toUnavailable(deps, error);
  }
}

/**
 * Adds the card of a SetupIntent after the browser has confirmed it. Returns the brand's cards. Throws CARD_NOT_FOUND
 * (also for another brand's SetupIntent), CARD_SETUP_UNFINISHED, CARDS_FULL, PAYMENT_UNAVAILABLE or
 * TOO_MANY_REQUESTS.
 */
export async function finishCardSetup(deps: Deps, actor: Actor, { setupId }: { setupId: string }) {
  await enforceRateLimit(deps, 'card', actor.id);
  let outcome: SavingOutcome;
  try {
    outcome = await saveCardOfSetup(deps, setupId, actor.workspaceId);
  } catch (error) {
    if (error instanceof StripeRefusedError) throw new Failure('CARD_NOT_FOUND');
    throw toUnavailable(deps, error);
  }
  if (outcome === 'unfinished') throw new Failure('CARD_SETUP_UNFINISHED');
  if (outcome === 'gone') throw new Failure('CARD_NOT_FOUND');
  if (outcome === 'full') throw new Failure('CARDS_FULL');
  return listCards(deps, actor);
}

/**
 * Determines whether the card with which the brand is about to pay for a booking is saved. Throws BOOKING_NOT_FOUND,
 * PAYMENT_DONE, CARDS_FULL, PAYMENT_UNAVAILABLE or TOO_MANY_REQUESTS.
 */
export async function setCardSaving(
  deps: Deps,
  actor: Actor,
  { id, isSaved, consentVersion }: { id: string; isSaved: boolean; consentVersion: string },
): Promise<void> {
  await enforceRateLimit(deps, 'checkout', actor.id);
  const booking = await findOwnUnpaidBooking(deps, actor, id);
  if (isSaved) assertPermission(actor, 'cards.manage');
  if (isSaved && (await countSavedCards(deps.db, actor.workspaceId)) >= LIMITS.savedCards)
    throw new Failure('CARDS_FULL');
  try {
    await deps.stripe.prepareIntent(await findIntentId(deps, booking), {
      customerId: isSaved ? await ensureCustomer(deps, actor.workspaceId) : null,
      saving: isSaved ? { personId: actor.id, version: consentVersion } : null,
    });
  } catch (error) {
    throw toUnavailable(deps, error);
  }
}

/** Removes a card of the brand. Removing it again changes nothing. Returns the brand's cards. Throws CARD_NOT_FOUND. */
export async function removeCard(deps: Deps, actor: Actor, id: string) {
  await inTransaction(deps, async (tx) => {
    const at = deps.now();
    const card = await setCardRemoved(tx.db, { id, brandId: actor.workspaceId, at, by: actor.id });
    if (card === undefined) throw new Failure('CARD_NOT_FOUND');
    if (card.removedAt !== null) return;
    tx.enqueue('payments.detach_card', { paymentMethodId: card.stripePaymentMethodId });
    await reportCardChange(tx, 'removed', { id, ...card }, actor, at);
  });
  return listCards(deps, actor);
}

/** Records a change of the cards in the workspace's log, and emails the other members who manage cards. */
async function reportCardChange(
  tx: UnitOfWork,
  change: 'added' | 'removed',
  { id, brand, last4 }: { id: string; brand: string; last4: string },
  actor: EventActor,
  at: Date,
): Promise<void> {
  const card = formatCardName({ brand, last4 });
  await recordAction(tx.db, { kind: `card.${change}`, actor, data: { card }, at });
  const { workspaceName, managerIds } = await findCardManagers(tx.db, actor.workspaceId);
  const memberName = await findMemberName(tx.db, actor.id);
  for (const personId of managerIds.filter((id) => id !== actor.id))
    await sendMail(tx, {
      kind: 'card_changed',
      subject: `${id} ${change}`,
      to: { personId, workspaceId: actor.workspaceId },
      data: { workspaceName, memberName, card, change },
      at,
    });
}

/** Returns the failure to show after an error of Stripe, and logs the error. */
function toUnavailable(deps: Deps, error: unknown): Failure {
  if (error instanceof Failure) return error;
  deps.log.error({ err: error }, 'card could not be saved');
  return new Failure('PAYMENT_UNAVAILABLE', 'The card could not be saved. Please try again.');
}

/**
 * Returns the customer of a workspace at Stripe. Creates it if there is none. The idempotency key is derived from the
 * workspace, so two concurrent calls create only one customer.
 */
async function ensureCustomer(deps: Deps, workspaceId: WorkspaceId): Promise<string> {
  const { stripeCustomerId, stripeCustomerAttempt } = await findCustomer(deps.db, workspaceId);
  if (stripeCustomerId !== null) return stripeCustomerId;
  let customerId: string;
  try {
    customerId = await deps.stripe.createCustomer(workspaceId, stripeCustomerAttempt);
  } catch (error) {
    if (error instanceof StripeRefusedError || error instanceof StripeGaveUpError)
      await setNextCustomerAttempt(deps.db, workspaceId, stripeCustomerAttempt);
    throw error;
  }
  crashAt('customer.after_stripe');
  await setStripeCustomer(deps.db, workspaceId, customerId);
  return (await findCustomer(deps.db, workspaceId)).stripeCustomerId ?? customerId;
}

/**
 * How saving a card ended. `gone` means that the card does not belong to the workspace's customer, and `full` that the
 * workspace has too many cards.
 */
type SavingOutcome = 'saved' | 'unfinished' | 'gone' | 'full';

/**
 * Adds the card of a SetupIntent, which is read from Stripe. With `workspaceId`, the SetupIntent must belong to this
 * workspace. Also runs as a job, because the browser may not report that it has finished.
 */
export async function saveCardOfSetup(deps: Deps, setupId: string, workspaceId?: WorkspaceId): Promise<SavingOutcome> {
  const setup = await deps.stripe.retrieveSetup(setupId);
  if (setup.workspaceId === null || (workspaceId !== undefined && setup.workspaceId !== workspaceId)) return 'gone';
  if (!setup.isDone) return 'unfinished';
  return saveCard(deps, { ...setup, workspaceId: setup.workspaceId });
}

/** Job: adds the card with which a booking was paid, if the brand has asked to save it. */
export async function saveCardOfPayment(deps: Deps, intentId: string): Promise<SavingOutcome> {
  const intent = await deps.stripe.retrieveIntent(intentId);
  const booking = intent.bookingId === null ? undefined : await findBookingForDecision(deps.db, intent.bookingId);
  if (booking === undefined) return 'gone';
  return saveCard(deps, { ...intent, consent: intent.saving, workspaceId: booking.brandId });
}

/**
 * Adds a card, unless it is already listed. The number of cards is limited under the lock of the workspace. A card that
 * is not added is detached, so that the workspace sees every card that can be charged.
 */
async function saveCard(
  deps: Deps,
  {
    workspaceId,
    customerId,
    paymentMethodId,
    consent,
  }: {
    workspaceId: WorkspaceId;
    customerId: string | null;
    paymentMethodId: string | null;
    consent: CardConsent | null;
  },
): Promise<SavingOutcome> {
  if (customerId === null || paymentMethodId === null || consent === null) return 'gone';
  const { customerId: owner, ...card } = await deps.stripe.retrieveCard(paymentMethodId);
  return inTransaction(deps, async (tx): Promise<SavingOutcome> => {
    const workspace = await lockCustomer(tx.db, workspaceId);
    if (workspace?.stripeCustomerId !== customerId) return 'gone';
    const knownCard = await findCardByPaymentMethod(tx.db, paymentMethodId);
    if (knownCard !== undefined) return knownCard.removedAt === null ? 'saved' : 'gone';
    const same = await findCardByFingerprint(tx.db, workspaceId, card.fingerprint);
    const isListed = same?.expMonth === card.expMonth && same.expYear === card.expYear;
    if (owner !== customerId) return isListed ? 'saved' : 'gone';
    if (workspace.deletedAt !== null || isListed) {
      tx.enqueue('payments.detach_card', { paymentMethodId });
      return isListed ? 'saved' : 'gone';
    }
    if (same !== undefined) {
      // The bank has renewed the card.
      await setCardRemoved(tx.db, { id: same.id, brandId: workspaceId, at: deps.now(), by: consent.personId });
      tx.enqueue('payments.detach_card', { paymentMethodId: same.stripePaymentMethodId });
    }
    if ((await countSavedCards(tx.db, workspaceId)) >= LIMITS.savedCards) {
      tx.enqueue('payments.detach_card', { paymentMethodId });
      return 'full';
    }
    const { id } = await insertCard(tx.db, {
      ...card,
      brandId: workspaceId,
      stripePaymentMethodId: paymentMethodId,
      addedByPersonId: consent.personId,
      addedAt: deps.now(),
      consentVersion: consent.version,
    });
    await reportCardChange(tx, 'added', { id, ...card }, { workspaceId, id: consent.personId }, deps.now());
    return 'saved';
  });
}

/** Job: detaches a card at Stripe, so that it can never be charged again. */
export async function detachCard(deps: Deps, paymentMethodId: string): Promise<void> {
  try {
    await deps.stripe.detachCard(paymentMethodId);
  } catch (error) {
    if (!(error instanceof StripeRefusedError)) throw error;
    // Stripe refuses if an earlier attempt, or staff at Stripe, has already detached the card.
    if ((await deps.stripe.retrieveCard(paymentMethodId)).customerId !== null) throw error;
  }
  crashAt('detach.after_stripe');
}

/**
 * Records in the workspace's log that cards were removed without one of its members, and emails the members who manage
 * cards. `subject` identifies the removal.
 */
async function reportRemovalAtStripe(
  tx: UnitOfWork,
  {
    workspaceId,
    removed,
    subject,
    at,
  }: { workspaceId: WorkspaceId; removed: { brand: string; last4: string }[]; subject: string; at: Date },
): Promise<void> {
  if (removed.length === 0) return;
  const cards = removed.map(formatCardName);
  const actor = { workspaceId, id: null };
  for (const card of cards) await recordAction(tx.db, { kind: 'card.removed', actor, data: { card }, at });
  const { workspaceName, managerIds } = await findCardManagers(tx.db, workspaceId);
  for (const personId of managerIds)
    await sendMail(tx, {
      kind: 'cards_removed',
      subject,
      to: { personId, workspaceId },
      data: { workspaceName, cards },
      at,
    });
}

/** Job: re-reads a saved card from Stripe. Removes it if it was detached, and updates its expiry date. */
export async function syncCard(deps: Deps, paymentMethodId: string): Promise<void> {
  const knownCard = await findCardByPaymentMethod(deps.db, paymentMethodId);
  if (knownCard === undefined || knownCard.removedAt !== null) return;
  const { customerId, ...card } = await deps.stripe.retrieveCard(paymentMethodId);
  await inTransaction(deps, async (tx) => {
    if (customerId === null) {
      const at = deps.now();
      const removedCard = await setCardRemoved(tx.db, { id: knownCard.id, brandId: knownCard.brandId, at, by: null });
      if (removedCard?.removedAt === null)
        await reportRemovalAtStripe(tx, {
          workspaceId: knownCard.brandId,
          removed: [removedCard],
          subject: knownCard.id,
          at,
        });
    } else await updateCard(tx.db, knownCard.id, { expMonth: card.expMonth, expYear: card.expYear, last4: card.last4 });
  });
}

/** Job: removes all cards of a customer that was deleted at Stripe. */
export async function syncCustomer(deps: Deps, customerId: string): Promise<void> {
  if (!(await deps.stripe.isCustomerDeleted(customerId))) return;
  await inTransaction(deps, async (tx) => {
    const brandId = await deleteStripeCustomer(tx.db, customerId);
    if (brandId === undefined) return;
    const at = deps.now();
    const removedCards = await setAllCardsRemoved(tx.db, { brandId, at, by: null });
    await reportRemovalAtStripe(tx, { workspaceId: brandId, removed: removedCards, subject: customerId, at });
  });
}

// Paying with a saved card.

interface CardPaymentRequest {
  bookingId: string;
  cardId: string;
}

/**
 * Authorizes the payment of an unpaid booking with a saved card of its brand, off session. Returns
 * 'authentication_required' if the bank wants to ask the payer, who can then pay on the checkout page. Returns
 * 'authorized' if the booking is already paid. The caller checks permissions. Throws BOOKING_NOT_FOUND, CARD_NOT_FOUND,
 * PAYMENT_DONE if the booking has ended, PAYMENT_UNAVAILABLE if nothing was attempted, or CARD_PAYMENT_PENDING if the
 * result is not known yet. In the last case a job continues.
 */
export const authorizeWithSavedCard = (deps: Deps, request: CardPaymentRequest): Promise<CardPaymentOutcome> =>
  payBooking(deps, { ...request, offSession: true });

/**
 * Pays for the caller's booking with a saved card. If the result is 'authentication_required', Stripe.js asks the
 * payer. Throws like `authorizeWithSavedCard`, and TOO_MANY_REQUESTS.
 */
export async function payWithCard(
  deps: Deps,
  actor: Actor,
  { id, cardId }: { id: string; cardId: string },
): Promise<{ outcome: CardPaymentOutcome }> {
  await enforceRateLimit(deps, 'checkout', actor.id);
  const booking = await findBookingForDecision(deps.db, id);
  if (booking?.brandId !== actor.workspaceId) throw new Failure('BOOKING_NOT_FOUND');
  return { outcome: await payBooking(deps, { bookingId: id, cardId, offSession: false }) };
}

type Attempt = CardPaymentRequest & { offSession: boolean };

async function payBooking(deps: Deps, attempt: Attempt): Promise<CardPaymentOutcome> {
  const booking = await findBookingForDecision(deps.db, attempt.bookingId);
  if (booking === undefined) throw new Failure('BOOKING_NOT_FOUND');
  if (!isPayable(booking)) return toPaidOutcome(booking);
  await ensurePayableIntent(deps, booking);
  // An earlier attempt with another card has to end first.
  for (let round = 0; round < 2; round++) {
    const started = await startCardPayment(deps, attempt);
    if (started === 'paid') return 'authorized';
    const { cardPaymentId, isNew, isSame } = started;
    await (isNew ? runJobInProcess : awaitJob)(deps, 'payments.pay_with_card', { cardPaymentId });
    const outcome = (await findCardPayment(deps.db, cardPaymentId))?.outcome ?? null;
    if (outcome === null) throw new Failure('CARD_PAYMENT_PENDING');
    if (isSame || outcome === 'authorized') return outcome;
  }
  throw new Failure('CARD_PAYMENT_PENDING');
}

async function ensurePayableIntent(deps: Deps, booking: LockedBooking): Promise<void> {
  let intent: PaymentIntentData | null;
  try {
    intent = await ensureIntent(deps, booking);
  } catch (error) {
    deps.log.error({ err: error, bookingId: booking.id }, 'payment intent failed');
    throw new Failure('PAYMENT_UNAVAILABLE');
  }
  if (intent === null) throw new Failure('PAYMENT_DONE');
}

/** Returns 'authorized' for a paid booking. Throws PAYMENT_DONE if it ended without a payment. */
function toPaidOutcome({ paymentState, status }: LockedBooking): 'authorized' {
  if (status === 'cancelled' || paymentState === 'voided') throw new Failure('PAYMENT_DONE');
  return 'authorized';
}

/**
 * Inserts the attempt and its job under the lock of the booking. Returns the booking's open attempt instead, if there
 * is one. `isSame` is true if it uses the same card in the same way.
 */
const startCardPayment = (deps: Deps, { bookingId, cardId, offSession }: Attempt) =>
  inTransaction(deps, async (tx) => {
    const booking = await lockBooking(tx.db, bookingId);
    if (booking === undefined) throw new Failure('BOOKING_NOT_FOUND');
    if (!isPayable(booking)) {
      toPaidOutcome(booking);
      return 'paid' as const;
    }
    const card = await lockSavedCard(tx.db, cardId, booking.brandId);
    if (card === undefined) throw new Failure('CARD_NOT_FOUND');
    const { stripePaymentMethodId } = card;
    const open = await findOpenCardPayment(tx.db, bookingId);
    if (open !== undefined) {
      const isSame = open.stripePaymentMethodId === stripePaymentMethodId && open.offSession === offSession;
      return { cardPaymentId: open.id, isNew: false, isSame };
    }
    const cardPaymentId = await insertCardPayment(tx.db, {
      bookingId,
      cardId,
      stripePaymentMethodId,
      offSession,
      startedAt: deps.now(),
    });
    tx.enqueue('payments.pay_with_card', { cardPaymentId }, { afterMs: deps.env.TIMING.ownMs });
    return { cardPaymentId, isNew: true, isSame: true };
  });

type OpenCardPayment = NonNullable<Awaited<ReturnType<typeof findCardPayment>>>;

/**
 * Job: confirms the booking's PaymentIntent with the saved card, applies the result to the booking, and stores it. A
 * request whose answer was lost is repeated with the same idempotency key.
 */
export async function runCardPayment(deps: Deps, cardPaymentId: string): Promise<void> {
  const payment = await findCardPayment(deps.db, cardPaymentId);
  if (payment === undefined || payment.outcome !== null) return;
  crashAt('card.after_row');
  await pauseAt('card.before_stripe');
  const intent = await confirmWithCard(deps, payment);
  crashAt('card.after_stripe');
  await applyIntent(deps, payment.bookingId, intent);
  // A booking that ended in the meantime is not paid, although the card was authorized.
  const booking = await findBookingForDecision(deps.db, payment.bookingId);
  const outcome = booking?.status === 'cancelled' ? 'declined' : toOutcome(intent);
  await setCardPaymentOutcome(deps.db, cardPaymentId, { outcome, finishedAt: deps.now() });
}

async function confirmWithCard(deps: Deps, payment: OpenCardPayment): Promise<PaymentIntentData> {
  const { stripePaymentIntentId: intentId, stripeCustomerId: customerId, stripePaymentMethodId, offSession } = payment;
  if (intentId === null) throw new Error(`Booking ${payment.bookingId} has no payment intent`);
  // Without a customer, the card was deleted together with the customer at Stripe.
  if (customerId === null) return deps.stripe.retrieveIntent(intentId);
  try {
    await deps.stripe.prepareIntent(intentId, { customerId, saving: null });
    return await deps.stripe.confirmIntent(intentId, {
      cardPaymentId: payment.id,
      paymentMethodId: stripePaymentMethodId,
      offSession,
    });
  } catch (error) {
    if (!(error instanceof StripeRefusedError || error instanceof StripeGaveUpError)) throw error;
    deps.log.warn(
      { bookingId: payment.bookingId, code: error instanceof StripeRefusedError ? error.code : null },
      'card payment refused',
    );
    // Stripe also refuses if the booking was paid in another way in the meantime, and if the card was detached.
    await inTransaction(deps, (tx) => tx.enqueue('payments.sync_card', { paymentMethodId: stripePaymentMethodId }));
    return deps.stripe.retrieveIntent(intentId);
  }
}

/** Returns the result of an attempt from the state of the intent after it. */
function toOutcome({ status, errorCode, id }: PaymentIntentData): CardPaymentOutcome {
  if (status === 'requires_capture' || status === 'succeeded') return 'authorized';
  if (status === 'processing') throw new Error(`Payment intent ${id} is still being processed`);
  if (status === 'requires_action' || errorCode === 'authentication_required') return 'authentication_required';
  return 'declined';
}

/** Returns the caller's booking. Throws BOOKING_NOT_FOUND, or PAYMENT_DONE if it is paid or cancelled. */
async function findOwnUnpaidBooking(deps: Deps, actor: Actor, id: string): Promise<LockedBooking> {
  const booking = await findBookingForDecision(deps.db, id);
  if (booking?.brandId !== actor.workspaceId) throw new Failure('BOOKING_NOT_FOUND');
  if (!isPayable(booking)) throw new Failure('PAYMENT_DONE');
  return booking;
}

async function findIntentId(deps: Deps, booking: LockedBooking): Promise<string> {
  const intentId = booking.stripePaymentIntentId ?? (await ensureIntent(deps, booking))?.id;
  if (intentId === undefined) throw new Failure('PAYMENT_DONE');
  return intentId;
}
