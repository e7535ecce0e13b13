/** Tests saved cards that several callers use at the same time. There must be one outcome on which Stripe agrees. */
import { CARD_CONSENT_VERSION } from '@marquee/validation';
import { afterAll, describe, expect, it } from 'vitest';
import { confirmCard, newBrand, newCreator, newPackage, newSavedCard } from '../../src/demo/builders.ts';
import { setFaultHooks } from '../../src/core/faults.ts';
import { authorizeWithSavedCard } from '../../src/modules/money/payments/card-payments.service.ts';
import { getRefusalCode, listEventKinds } from '../support/booking-money.ts';
import { waitForLock } from '../support/locks.ts';
import { checkMoneyAfterAll } from '../support/money-checks.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack({ DATABASE_POOL: '30' });
checkMoneyAfterAll(stack);

// Delays every call at the race points, so that the other calls reach them, too.
setFaultHooks({
  race: () =>
    new Promise((resolve) => {
      setTimeout(resolve, 5);
    }),
});
afterAll(() => setFaultHooks({}));

/** Returns a brand with a saved card and the checkout of a booking. */
async function openCheckout() {
  const brand = await newBrand(stack.deps);
  const card = await newSavedCard(stack.deps, brand);
  const pack = await newPackage(stack.deps, await newCreator(stack.deps));
  const api = stack.as(brand);
  const { bookingId: id, clientSecret } = await api.payments.openCheckout({
    packageId: pack.id,
    brandUserId: brand.id,
  });
  return {
    brand,
    api,
    id,
    cardId: card.id,
    clientSecret,
    pay: () => getRefusalCode(api.payments.payWithCard({ id, cardId: card.id })),
    authorize: () => getRefusalCode(authorizeWithSavedCard(stack.deps, { bookingId: id, cardId: card.id })),
    remove: () => getRefusalCode(api.payments.removeCard({ id: card.id })),
    paymentState: async () => (await api.bookings.byId({ id })).paymentState,
    /** Returns how often the booking was authorized: by its events, and by its charges at Stripe. */
    authorizations: async () => {
      await stack.settle();
      const events = (await listEventKinds(stack, id)).filter((kind) => kind === 'payment.authorized').length;
      const charges = (await stack.stripe.objects('charge')).filter((charge) => charge.transfer_group === id);
      return [events, charges.filter(({ paid }) => paid).length];
    },
  };
}

const times = <T>(count: number, call: () => Promise<T>) => Promise.all(Array.from({ length: count }, call));

describe('simultaneous calls about a saved card', () => {
  it('pay for a booking once, whether the payer is present or not', async () => {
    const checkout = await openCheckout();
    const outcomes = await Promise.all([
      ...Array.from({ length: 6 }, checkout.pay),
      ...Array.from({ length: 6 }, checkout.authorize),
    ]);
    expect(outcomes.filter((outcome) => outcome !== 'nothing' && outcome !== 'CARD_PAYMENT_PENDING')).toEqual([]);
    expect(await checkout.authorizations()).toEqual([1, 1]);
    expect(await checkout.paymentState()).toBe('authorized');
  });

  it('lock the workspace before the booking, as orders do, so that an order and a payment cannot deadlock', async () => {
    const checkout = await openCheckout();
    const paying = await stack.deps.db.transaction().execute(async (db) => {
      await db
        .selectFrom('workspace')
        .select('id')
        .where('id', '=', checkout.brand.workspaceId)
        .forNoKeyUpdate()
        .execute();
      const answer = checkout.authorize();
      await waitForLock(stack);
      // Throws if the payment has locked the booking.
      await db.selectFrom('booking').select('id').where('id', '=', checkout.id).forUpdate().noWait().execute();
      return { answer };
    });
    expect(await paying.answer).toBe('nothing');
    expect(await checkout.authorizations()).toEqual([1, 1]);
  });

  it('pay for a booking once if the browser confirms a new card at the same time', async () => {
    const checkout = await openCheckout();
    await Promise.all([
      times(4, () => confirmCard(stack.deps, checkout.clientSecret, 'pm_card_mastercard')),
      times(4, checkout.authorize),
      times(4, () => checkout.api.payments.confirmReturn({ id: checkout.id })),
    ]);
    expect(await checkout.authorizations()).toEqual([1, 1]);
    expect(await checkout.paymentState()).toBe('authorized');
  });

  it('either pay for the booking or withdraw it', async () => {
    const checkout = await openCheckout();
    const [paid] = await Promise.all([
      checkout.authorize(),
      getRefusalCode(checkout.api.bookings.withdraw({ id: checkout.id })),
    ]);
    await stack.settle();
    expect(['nothing', 'PAYMENT_DONE', 'PAYMENT_UNAVAILABLE']).toContain(paid);
    expect(await checkout.paymentState()).toBe('voided');
    const intents = (await stack.stripe.objects('payment_intent')).filter(
      ({ metadata }) => metadata['bookingId'] === checkout.id,
    );
    expect(intents.map(({ status }) => status)).toEqual(['canceled']);
  });

  it('remove a card once', async () => {
    const checkout = await openCheckout();
    const detachments = async () => (await stack.stripe.state()).requests['POST /v1/payment_methods/:id/detach'] ?? 0;
    const before = await detachments();
    expect(new Set(await times(10, checkout.remove))).toEqual(new Set(['nothing']));
    await stack.settle();
    expect((await detachments()) - before).toBe(1);
  });

  it('either pay with a card or remove it first', async () => {
    const checkout = await openCheckout();
    const [paid, removed] = await Promise.all([checkout.pay(), checkout.remove()]);
    await stack.settle();
    expect(removed).toBe('nothing');
    expect((await checkout.api.payments.cards()).cards).toEqual([]);
    expect(['nothing', 'CARD_NOT_FOUND']).toContain(paid);
    if (paid === 'CARD_NOT_FOUND') expect(await checkout.paymentState()).toBe('requires_payment');
    // A card that was removed after the payment had begun may still have paid for it.
    expect((await checkout.authorizations())[0]).toBeLessThanOrEqual(1);
    expect(await checkout.pay()).toBe((await checkout.paymentState()) === 'authorized' ? 'nothing' : 'CARD_NOT_FOUND');
  });

  it('add a card once if both members of a workspace finish it', async () => {
    const brand = await newBrand(stack.deps);
    const api = stack.as(brand);
    const { clientSecret } = await api.payments.startCardSetup({ consentVersion: CARD_CONSENT_VERSION });
    const { id = '' } = await confirmCard(stack.deps, clientSecret);
    await times(8, () => api.payments.finishCardSetup({ setupId: id }));
    await stack.settle();
    expect((await api.payments.cards()).cards).toHaveLength(1);
  });
});
