/**
 * Manages the saved cards of brands, and pays for bookings with them. The cards belong to one customer per workspace at
 * Stripe, and can be charged off session.
 */
import type { Actor } from '../../../core/actor.ts';
import { isPayable } from '@marquee/booking';
import { LIMITS } from '@marquee/validation';
import { formatCardName, hasPermission, type WorkspaceId } from '@marquee/contracts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { crashAt } from '../../../core/faults.ts';
import { assertAccess, assertNotLocked } from '../../../core/permissions.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import { recordSecurityAction } from '../../identity/ownership/ownership.service.ts';
import type { EventActor } from '../../../core/events.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import { StripeGaveUpError, StripeRefusedError } from '../../../gateways/stripe-errors.ts';
import type { CardConsent } from '../../../gateways/stripe-cards.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { findBookingForDecision, type LockedBooking } from '../../booking/bookings/bookings.sql.ts';
import {
  countSavedCards,
  deleteStripeCustomer,
  findCardByFingerprint,
  findCardManagers,
  findCardByPaymentMethod,
  findCustomer,
  findMemberName,
  hasPaidBooking,
  incrementCardSetups,
  insertCard,
  listSavedCards,
  lockCustomer,
  setAllCardsRemoved,
  setCardRemoved,
  setNextCustomerAttempt,
  setStripeCustomer,
  updateCard,
} from './cards.sql.ts';
import { ensureIntent, findBookingToPay } from './checkout.service.ts';

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
 * PAYMENT_DONE, CARDS_FULL, PAYMENT_UNAVAILABLE or TOO_MANY_REQUESTS. To save it also needs the permission to manage
 * cards, and throws WORKSPACE_REPORTED while the workspace is reported.
 */
export async function setCardSaving(
  deps: Deps,
  actor: Actor,
  { id, isSaved, consentVersion }: { id: string; isSaved: boolean; consentVersion: string },
): Promise<void> {
  await enforceRateLimit(deps, 'checkout', actor.id);
  const booking = await findOwnUnpaidBooking(deps, actor, id);
  if (isSaved) {
    assertAccess(actor, 'cards.manage');
    assertNotLocked(actor, 'cards.manage');
  }
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
  const owners = await recordSecurityAction(tx, { kind: `card.${change}`, actor, data: { card }, at });
  const { workspaceName, managerIds } = await findCardManagers(tx.db, actor.workspaceId);
  const memberName = await findMemberName(tx.db, actor.id);
  for (const personId of managerIds.filter((id) => id !== actor.id && !owners.has(id)))
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
 * Adds a card, unless it is already listed or the workspace is reported. The number of cards is limited under the lock
 * of the workspace. A card that is not added is detached, so that the workspace sees every card that can be charged.
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
    if (workspace.deletedAt !== null || workspace.reportedAt !== null || isListed) {
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

/** Returns the caller's unpaid booking. Throws the errors of `findBookingToPay`, or PAYMENT_DONE if it is paid or ended. */
async function findOwnUnpaidBooking(deps: Deps, actor: Actor, id: string): Promise<LockedBooking> {
  const booking = await findBookingToPay(deps, actor, id);
  if (!isPayable(booking)) throw new Failure('PAYMENT_DONE');
  return booking;
}

async function findIntentId(deps: Deps, booking: LockedBooking): Promise<string> {
  const intentId = booking.stripePaymentIntentId ?? (await ensureIntent(deps, booking))?.id;
  if (intentId === undefined) throw new Failure('PAYMENT_DONE');
  return intentId;
}
