/** Tests the saved cards of a brand: adding, listing, removing and paying with them. */
import { CARD_CONSENT_VERSION, LIMITS } from '@marquee/validation';
import { afterEach, describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import {
  confirmCard,
  newBooking,
  newBrand,
  newCreator,
  newMember,
  newPackage,
  newSavedCard,
} from '../../../src/demo/builders.ts';
import { authorizeWithSavedCard } from '../../../src/modules/money/payments/card-payments.service.ts';
import { createStripeClient, getRefusalCode, listEventKinds } from '../../support/booking-money.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import { useStack } from '../../support/stack.ts';
import { withOldFactor } from '../../support/accounts.ts';

const stack = useStack({}, { mailbox: true });
checkMoneyAfterAll(stack);

afterEach(() => stack.stripe.disarm());

const CONSENT = { consentVersion: CARD_CONSENT_VERSION } as const;
const cardsOf = async (brand: SessionUser) => (await stack.as(brand).payments.cards()).cards;
const namesOf = async (brand: SessionUser) => (await cardsOf(brand)).map((card) => `${card.brand} ${card.last4}`);

/** Opens the checkout of a new package. */
async function order(brand: SessionUser) {
  const pack = await newPackage(stack.deps, await newCreator(stack.deps));
  const { bookingId, clientSecret } = await stack
    .as(brand)
    .payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
  return { bookingId, clientSecret };
}

const stateOf = async (brand: SessionUser, id: string) => (await stack.as(brand).bookings.byId({ id })).paymentState;

const customerOf = async (brand: SessionUser) =>
  (
    await stack.deps.db
      .selectFrom('workspace')
      .select('stripeCustomerId')
      .where('id', '=', brand.workspaceId)
      .executeTakeFirstOrThrow()
  ).stripeCustomerId;

/** Returns the ids of the cards that Stripe could charge for the brand. */
async function chargeable(brand: SessionUser): Promise<string[]> {
  const { data } = await createStripeClient(stack).customers.listPaymentMethods((await customerOf(brand)) ?? '');
  return data.map(({ id }) => id);
}

describe('a brand that adds a card', () => {
  it('sees its network, last four digits, expiry date, and who added it', async () => {
    const brand = await newBrand(stack.deps, { fullName: 'Northwind Outdoor' });
    const year = stack.deps.now().getUTCFullYear() + 1;
    expect(await newSavedCard(stack.deps, brand)).toEqual({
      id: expect.any(String) as string,
      brand: 'visa',
      last4: '4242',
      expMonth: 12,
      expYear: year,
      isExpired: false,
      addedAt: expect.any(Date) as Date,
      addedByName: 'Northwind Outdoor',
    });
    const row = await stack.deps.db
      .selectFrom('savedCard')
      .select(['addedByPersonId', 'consentVersion'])
      .where('brandId', '=', brand.workspaceId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ addedByPersonId: brand.id, consentVersion: CARD_CONSENT_VERSION });
  });

  it('has one customer at Stripe, even if two members begin at the same time', async () => {
    const brand = await newBrand(stack.deps);
    await Promise.all([1, 2].map(() => stack.as(brand).payments.startCardSetup(CONSENT)));
    const customers = await stack.stripe.objects('customer');
    const own = customers.filter((each) => each.deleted !== true && each.metadata['workspaceId'] === brand.workspaceId);
    expect(own).toMatchObject([{ id: await customerOf(brand), email: null, name: null }]);
  });

  it('gets the card even if the browser does not report that it has finished', async () => {
    const brand = await newBrand(stack.deps);
    const { clientSecret } = await stack.as(brand).payments.startCardSetup(CONSENT);
    await confirmCard(stack.deps, clientSecret);
    await stack.settle();
    expect(await namesOf(brand)).toEqual(['visa 4242']);
  });

  it('gets the card once, although Stripe and the browser both report it', async () => {
    const brand = await newBrand(stack.deps);
    await stack.stripe.webhookFaults({ duplicates: 3 });
    await newSavedCard(stack.deps, brand);
    await stack.settle();
    await stack.stripe.webhookFaults({ duplicates: 0 });
    expect(await namesOf(brand)).toEqual(['visa 4242']);
  });

  it('does not get the card if the workspace was reported in the meantime', async () => {
    const brand = await newBrand(stack.deps);
    const { clientSecret } = await stack.as(brand).payments.startCardSetup(CONSENT);
    const report = { reportedAt: stack.deps.now() };
    await stack.deps.db.updateTable('workspace').set(report).where('id', '=', brand.workspaceId).execute();
    await confirmCard(stack.deps, clientSecret);
    await stack.settle();
    expect(await namesOf(brand)).toEqual([]);
    expect(await chargeable(brand)).toEqual([]);
  });

  it('has a card only once in its list if it adds the same number again', async () => {
    const brand = await newBrand(stack.deps);
    const first = await newSavedCard(stack.deps, brand);
    const second = await newSavedCard(stack.deps, brand);
    await stack.settle();
    expect(second.id).toBe(first.id);
    expect(await namesOf(brand)).toEqual(['visa 4242']);
    expect(await chargeable(brand)).toHaveLength(1);
  });

  it('can add another card after a number that was already saved', async () => {
    const brand = await newBrand(stack.deps);
    for (const token of ['pm_card_visa', 'pm_card_visa', 'pm_card_mastercard'])
      await newSavedCard(stack.deps, brand, token);
    expect(await namesOf(brand)).toEqual(['mastercard 4444', 'visa 4242']);
  });

  it('replaces a card that the bank has renewed', async () => {
    const brand = await newBrand(stack.deps);
    const old = await newSavedCard(stack.deps, brand);
    await stack.deps.db.updateTable('savedCard').set({ expYear: 2020 }).where('id', '=', old.id).execute();
    const renewed = await newSavedCard(stack.deps, brand);
    await stack.settle();
    expect(await cardsOf(brand)).toEqual([renewed]);
    expect(await chargeable(brand)).toHaveLength(1);
  });

  it('is refused if the card was not confirmed, was declined, or belongs to another brand', async () => {
    const [brand, stranger] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    const { clientSecret } = await stack.as(brand).payments.startCardSetup(CONSENT);
    const [setupId = ''] = clientSecret.split('_secret_');
    const finish = (user: SessionUser, id = setupId) =>
      getRefusalCode(stack.as(user).payments.finishCardSetup({ setupId: id }));
    expect(await finish(brand)).toBe('CARD_SETUP_UNFINISHED');
    expect((await confirmCard(stack.deps, clientSecret, 'pm_card_visa_chargeDeclined')).error?.code).toBe(
      'card_declined',
    );
    expect(await finish(brand)).toBe('CARD_SETUP_UNFINISHED');
    expect(await finish(brand, 'seti_unknown')).toBe('CARD_NOT_FOUND');
    await confirmCard(stack.deps, clientSecret);
    expect(await finish(stranger)).toBe('CARD_NOT_FOUND');
    expect(await cardsOf(stranger)).toEqual([]);
    expect(await finish(brand)).toBe('nothing');
  });

  it('can save only a limited number of cards, even from two tabs', async () => {
    const brand = await newBrand(stack.deps);
    await newSavedCard(stack.deps, brand);
    const { clientSecret } = await stack.as(brand).payments.startCardSetup(CONSENT);
    const [card] = await stack.deps.db
      .selectFrom('savedCard')
      .selectAll()
      .where('brandId', '=', brand.workspaceId)
      .execute();
    if (card === undefined) throw new Error('There is no card');
    const { id: _, ...values } = card;
    await stack.deps.db
      .insertInto('savedCard')
      .values(
        Array.from({ length: LIMITS.savedCards - 1 }, (_, n) => ({
          ...values,
          stripePaymentMethodId: `pm_filler_${brand.id}_${n}`,
          fingerprint: `filler ${n}`,
        })),
      )
      .execute();
    expect(await getRefusalCode(stack.as(brand).payments.startCardSetup(CONSENT))).toBe('CARDS_FULL');
    await confirmCard(stack.deps, clientSecret, 'pm_card_mastercard');
    const [setupId = ''] = clientSecret.split('_secret_');
    expect(await getRefusalCode(stack.as(brand).payments.finishCardSetup({ setupId }))).toBe('CARDS_FULL');
    await stack.settle();
    expect(await chargeable(brand)).toHaveLength(1);
    await stack.deps.db.deleteFrom('savedCard').where('fingerprint', 'like', 'filler %').execute();
  });

  it('sees a request to try again if Stripe cannot be reached, and then has one customer', async () => {
    const brand = await newBrand(stack.deps);
    await stack.stripe.arm({ kind: 'lose_response', match: { method: 'POST', path: '/v1/customers' }, times: 3 });
    expect(await getRefusalCode(stack.as(brand).payments.startCardSetup(CONSENT))).toBe('PAYMENT_UNAVAILABLE');
    await newSavedCard(stack.deps, brand);
    const customers = await stack.stripe.objects('customer');
    expect(
      customers.filter((each) => each.deleted !== true && each.metadata['workspaceId'] === brand.workspaceId),
    ).toHaveLength(1);
  });

  it('can try again after Stripe has refused to create the customer', async () => {
    const brand = await newBrand(stack.deps);
    await stack.stripe.arm({
      kind: 'error',
      status: 400,
      stored: true,
      match: { method: 'POST', path: '/v1/customers' },
      times: 1,
    });
    expect(await getRefusalCode(stack.as(brand).payments.startCardSetup(CONSENT))).toBe('PAYMENT_UNAVAILABLE');
    expect(await newSavedCard(stack.deps, brand)).toMatchObject({ last4: '4242' });
  });
});

describe('a card that is saved at checkout', () => {
  it('is listed after the payment, with the consent of the payer', async () => {
    const brand = await newBrand(stack.deps);
    const { bookingId, clientSecret } = await order(brand);
    await stack.as(brand).payments.setCardSaving({ id: bookingId, isSaved: true, ...CONSENT });
    await confirmCard(stack.deps, clientSecret, 'pm_card_mastercard');
    await stack.as(brand).payments.confirmReturn({ id: bookingId });
    await stack.settle();
    expect(await stateOf(brand, bookingId)).toBe('authorized');
    expect(await namesOf(brand)).toEqual(['mastercard 4444']);
    expect(await chargeable(brand)).toHaveLength(1);
  });

  it('is not saved if the payer changes their mind after a declined card', async () => {
    const brand = await newBrand(stack.deps);
    const { bookingId, clientSecret } = await order(brand);
    await stack.as(brand).payments.setCardSaving({ id: bookingId, isSaved: true, ...CONSENT });
    await confirmCard(stack.deps, clientSecret, 'pm_card_visa_chargeDeclined');
    await stack.as(brand).payments.setCardSaving({ id: bookingId, isSaved: false, ...CONSENT });
    await confirmCard(stack.deps, clientSecret);
    await stack.settle();
    expect(await stateOf(brand, bookingId)).toBe('authorized');
    expect(await cardsOf(brand)).toEqual([]);
    expect(await chargeable(brand)).toEqual([]);
  });

  it('is saved even if the booking ended before the payment arrived', async () => {
    const brand = await newBrand(stack.deps);
    const { bookingId, clientSecret } = await order(brand);
    await stack.as(brand).payments.setCardSaving({ id: bookingId, isSaved: true, ...CONSENT });
    await stack.stripe.arm({
      kind: 'error',
      status: 503,
      match: { method: 'POST', path: '/v1/payment_intents/*/cancel' },
      times: 3,
    });
    const withdrawing = stack.as(brand).bookings.withdraw({ id: bookingId });
    await expect.poll(async () => (await stack.stripe.faults()).armed.at(-1)?.fired).toBeGreaterThan(0);
    await confirmCard(stack.deps, clientSecret);
    await withdrawing;
    await stack.settle();
    expect(await stateOf(brand, bookingId)).toBe('voided');
    expect(await namesOf(brand)).toEqual(['visa 4242']);
  });

  it('is offered to brands that have paid for a booking', async () => {
    const brand = await newBrand(stack.deps);
    const { asCreator, id } = await newBooking(stack.deps, { brand });
    expect(await stack.as(brand).payments.cards()).toEqual({ cards: [], canSave: false });
    await asCreator.bookings.move({ id, status: 'accepted' });
    expect(await stack.as(brand).payments.cards()).toEqual({ cards: [], canSave: true });
  });
});

describe('a brand that removes a card', () => {
  it('can no longer be charged with it', async () => {
    const brand = await newBrand(stack.deps);
    const card = await newSavedCard(stack.deps, brand);
    expect((await stack.as(brand).payments.removeCard({ id: card.id })).cards).toEqual([]);
    await stack.settle();
    expect(await chargeable(brand)).toEqual([]);
    const { bookingId } = await order(brand);
    expect(await getRefusalCode(stack.as(brand).payments.payWithCard({ id: bookingId, cardId: card.id }))).toBe(
      'CARD_NOT_FOUND',
    );
  });

  it('can add it again', async () => {
    const brand = await newBrand(stack.deps);
    const card = await newSavedCard(stack.deps, brand);
    await stack.as(brand).payments.removeCard({ id: card.id });
    await stack.settle();
    expect((await newSavedCard(stack.deps, brand)).id).not.toBe(card.id);
  });

  it('cannot remove the card of another brand', async () => {
    const [brand, stranger] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    const card = await newSavedCard(stack.deps, brand);
    expect(await getRefusalCode(stack.as(stranger).payments.removeCard({ id: card.id }))).toBe('CARD_NOT_FOUND');
    expect(await cardsOf(brand)).toHaveLength(1);
  });

  it('can delete its account, which detaches every card', async () => {
    const brand = await newBrand(stack.deps);
    await newSavedCard(stack.deps, brand);
    await newSavedCard(stack.deps, brand, 'pm_card_mastercard');
    expect((await stack.as(brand).personalData.export()).savedCards).toMatchObject([
      { brand: 'visa', last4: '4242', removedAt: null },
      { brand: 'mastercard', last4: '4444', removedAt: null },
    ]);
    await stack.as(withOldFactor(brand)).personalData.deleteAccount({ confirmation: 'DELETE' });
    await stack.settle();
    expect(await chargeable(brand)).toEqual([]);
  });
});

/** The subject of the email to an owner who added a card. */
const ADDED = 'You added the card Visa ending in 4242';

describe('a change at Stripe', () => {
  const listSubjects = async ({ email }: SessionUser) => (await stack.mailsTo(email)).map(({ subject }) => subject);

  it('is emailed once to each member who manages cards, and to no other member, if it removed a card', async () => {
    const brand = await newBrand(stack.deps, { fullName: 'Northwind' });
    const [finance, booker] = [
      await newMember(stack.deps, brand, 'finance'),
      await newMember(stack.deps, brand, 'booker'),
    ];
    await newSavedCard(stack.deps, brand);
    await createStripeClient(stack).paymentMethods.detach((await chargeable(brand))[0] ?? '');
    await stack.settle();
    const subject = 'A saved card was removed: Visa ending in 4242';
    expect(await listSubjects(brand)).toEqual([subject, ADDED]);
    expect((await listSubjects(finance)).filter((each) => each === subject)).toHaveLength(1);
    expect(await listSubjects(booker)).toEqual([]);
    const mail = (await stack.mailsTo(brand.email)).find((each) => each.subject === subject);
    expect(mail?.text).toContain('no longer has the card Visa ending in 4242 of Northwind');
  });

  it('is not emailed if a member removed the card in Marquee', async () => {
    const brand = await newBrand(stack.deps);
    const card = await newSavedCard(stack.deps, brand);
    await stack.as(brand).payments.removeCard({ id: card.id });
    await stack.settle();
    expect(await chargeable(brand)).toEqual([]);
    expect(await listSubjects(brand)).toEqual([ADDED]);
  });

  it('is emailed with the names of all cards if the customer was deleted', async () => {
    const brand = await newBrand(stack.deps);
    await newSavedCard(stack.deps, brand);
    await newSavedCard(stack.deps, brand, 'pm_card_mastercard');
    await createStripeClient(stack).customers.del((await customerOf(brand)) ?? '');
    await stack.settle();
    const mails = await stack.mailsTo(brand.email);
    const [mail, ...others] = mails.filter(({ subject }) => !subject.startsWith('You added the card'));
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('2 saved cards were removed');
    expect(mail?.text).toMatch(/Removed: .*ending in/);
    expect(mail?.text).toContain('Visa ending in 4242');
    expect(mail?.text).toContain('Mastercard ending in 4444');
  });

  it('removes a card that was detached there', async () => {
    const brand = await newBrand(stack.deps);
    await newSavedCard(stack.deps, brand);
    await createStripeClient(stack).paymentMethods.detach((await chargeable(brand))[0] ?? '');
    await stack.settle();
    expect(await cardsOf(brand)).toEqual([]);
    const { items } = await stack.as(brand).workspaces.actions({ topic: 'card' });
    expect(items.map(({ kind, memberName }) => [kind, memberName])).toEqual([
      ['card.removed', null],
      ['card.added', brand.fullName],
    ]);
  });

  it('removes all cards of a customer that was deleted there, after which the brand gets a new one', async () => {
    const brand = await newBrand(stack.deps);
    await newSavedCard(stack.deps, brand);
    const before = (await customerOf(brand)) ?? '';
    await createStripeClient(stack).customers.del(before);
    await stack.settle();
    expect(await cardsOf(brand)).toEqual([]);
    const [removal] = (await stack.as(brand).workspaces.actions({ topic: 'card' })).items;
    expect(removal).toMatchObject({ kind: 'card.removed', memberName: null });
    await newSavedCard(stack.deps, brand);
    expect(await customerOf(brand)).not.toBe(before);
    expect(await cardsOf(brand)).toHaveLength(1);
  });
});

describe('a booking that is paid with a saved card', () => {
  it('is authorized like any other, and captured when the creator accepts', async () => {
    const brand = await newBrand(stack.deps);
    const card = await newSavedCard(stack.deps, brand);
    const creator = await newCreator(stack.deps);
    const pack = await newPackage(stack.deps, creator);
    const { bookingId } = await stack.as(brand).payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
    expect(await stack.as(brand).payments.payWithCard({ id: bookingId, cardId: card.id })).toEqual({
      outcome: 'authorized',
    });
    expect(await stateOf(brand, bookingId)).toBe('authorized');
    const [intent] = (await stack.stripe.objects('payment_intent')).filter(
      ({ metadata }) => metadata['bookingId'] === bookingId,
    );
    expect(intent).toMatchObject({
      status: 'requires_capture',
      capture_method: 'manual',
      transfer_group: bookingId,
      customer: await customerOf(brand),
    });
    await stack.as(creator).bookings.move({ id: bookingId, status: 'accepted' });
    expect(await stateOf(brand, bookingId)).toBe('held');
  });

  // https://docs.stripe.com/testing#authentication-and-setup
  it.each([
    ['pm_card_visa', 'authorized', 'authorized'],
    ['pm_card_authenticationRequired', 'authentication_required', 'requires_payment'],
    ['pm_card_authenticationRequiredOnSetup', 'authorized', 'authorized'],
    ['pm_card_chargeCustomerFail', 'declined', 'requires_payment'],
  ])('ends with the card %s as %s while nobody is present', async (token, outcome, paymentState) => {
    const brand = await newBrand(stack.deps);
    const { id: cardId } = await newSavedCard(stack.deps, brand, token);
    const { bookingId, clientSecret } = await order(brand);
    expect(await authorizeWithSavedCard(stack.deps, { bookingId, cardId })).toBe(outcome);
    expect(await stateOf(brand, bookingId)).toBe(paymentState);
    if (outcome === 'authorized') return;
    // The requester pays on the checkout page instead.
    expect(await stack.as(brand).payments.resumeCheckout({ id: bookingId })).toMatchObject({ clientSecret });
    await confirmCard(stack.deps, clientSecret);
    await stack.as(brand).payments.confirmReturn({ id: bookingId });
    expect(await stateOf(brand, bookingId)).toBe('authorized');
  });

  it('waits for the bank if the payer is present, and is then authorized once', async () => {
    const brand = await newBrand(stack.deps);
    const { id: cardId } = await newSavedCard(stack.deps, brand, 'pm_card_authenticationRequired');
    const { bookingId } = await order(brand);
    expect(await stack.as(brand).payments.payWithCard({ id: bookingId, cardId })).toEqual({
      outcome: 'authentication_required',
    });
    const [challenge] = (await stack.stripe.objects('challenge')).slice(-1);
    await fetch(`${stack.deps.env.STRIPE_API_BASE}/3ds/${challenge?.id}/complete`, { method: 'POST' });
    await stack.as(brand).payments.confirmReturn({ id: bookingId });
    expect(await stateOf(brand, bookingId)).toBe('authorized');
    await stack.settle();
    expect((await listEventKinds(stack, bookingId)).filter((kind) => kind === 'payment.authorized')).toHaveLength(1);
  });

  it('cannot be paid by another brand, with a card of another brand, or after it has ended', async () => {
    const [brand, stranger] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    const [own, foreign] = [await newSavedCard(stack.deps, brand), await newSavedCard(stack.deps, stranger)];
    const { bookingId } = await order(brand);
    const pay = (user: SessionUser, cardId: string) =>
      getRefusalCode(stack.as(user).payments.payWithCard({ id: bookingId, cardId }));
    expect(await pay(stranger, foreign.id)).toBe('BOOKING_NOT_FOUND');
    expect(await pay(brand, foreign.id)).toBe('CARD_NOT_FOUND');
    await stack.as(brand).bookings.withdraw({ id: bookingId });
    expect(await pay(brand, own.id)).toBe('PAYMENT_DONE');
    expect(await getRefusalCode(authorizeWithSavedCard(stack.deps, { bookingId, cardId: own.id }))).toBe(
      'PAYMENT_DONE',
    );
  });

  it('is authorized once if an answer of Stripe is lost, with the same idempotency key', async () => {
    const brand = await newBrand(stack.deps);
    const { id: cardId } = await newSavedCard(stack.deps, brand);
    const { bookingId } = await order(brand);
    const confirm = { method: 'POST', path: '/v1/payment_intents/*/confirm' };
    await stack.stripe.arm({ kind: 'lose_response', match: confirm, times: 4 });
    expect(await authorizeWithSavedCard(stack.deps, { bookingId, cardId })).toBe('authorized');
    expect(await stateOf(brand, bookingId)).toBe('authorized');
    const attempts = await stack.deps.db
      .selectFrom('cardPayment')
      .select('outcome')
      .where('bookingId', '=', bookingId)
      .execute();
    expect(attempts).toEqual([{ outcome: 'authorized' }]);
    const charges = (await stack.stripe.objects('charge')).filter(({ transfer_group }) => transfer_group === bookingId);
    expect(charges).toHaveLength(1);
  });

  it('is not attempted with another card before the answer about the first one is known', async () => {
    const brand = await newBrand(stack.deps);
    const first = await newSavedCard(stack.deps, brand);
    const second = await newSavedCard(stack.deps, brand, 'pm_card_mastercard');
    const { bookingId } = await order(brand);
    const confirm = { method: 'POST', path: '/v1/payment_intents/*/confirm' };
    await stack.stripe.arm({ kind: 'lose_response', match: confirm, times: 4 });
    const outcomes = await Promise.all(
      [first, second].map(({ id }) => stack.as(brand).payments.payWithCard({ id: bookingId, cardId: id })),
    );
    expect(outcomes).toEqual([{ outcome: 'authorized' }, { outcome: 'authorized' }]);
    const charges = (await stack.stripe.objects('charge')).filter(({ transfer_group }) => transfer_group === bookingId);
    expect(charges).toHaveLength(1);
  });

  it('reads the result from Stripe after a stored server error', async () => {
    const brand = await newBrand(stack.deps);
    const { id: cardId } = await newSavedCard(stack.deps, brand);
    const { bookingId } = await order(brand);
    await stack.stripe.arm({
      kind: 'error',
      status: 500,
      executed: true,
      match: { method: 'POST', path: '/v1/payment_intents/*/confirm' },
      times: 1,
    });
    expect(await authorizeWithSavedCard(stack.deps, { bookingId, cardId })).toBe('authorized');
    expect(await stateOf(brand, bookingId)).toBe('authorized');
  });
});
