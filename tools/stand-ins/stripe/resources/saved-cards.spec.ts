import { describe, expect, it } from 'vitest';
import {
  callAsBrowser,
  createTypedCard,
  getStripeError,
  MANUAL_CAPTURE_PARAMS,
  startStandIn,
  startWebhookReceiver,
} from '../test-kit.ts';

/** Returns functions that set up cards for one customer of a new stand-in and pay with them. */
async function startCustomer() {
  const { stripe, url, control } = await startStandIn();
  const customer = await stripe.customers.create({ metadata: { workspaceId: 'w1' } });
  const answer = async (intent: { next_action: unknown }, button: 'complete' | 'fail') => {
    const action = intent.next_action as { use_stripe_sdk?: { source: string } } | null;
    await fetch(`${url}/3ds/${action?.use_stripe_sdk?.source}/${button}`, {
      method: 'POST',
      headers: { accept: 'application/json' },
    });
  };
  return {
    stripe,
    url,
    control,
    customer,
    answer,
    /** Saves a test card, and passes the challenge if there is one. Returns the payment method's id. */
    setUp: async (token: string): Promise<string> => {
      const { id } = await stripe.setupIntents.create({ customer: customer.id, usage: 'off_session' });
      const setup = await stripe.setupIntents.confirm(id, { payment_method: token });
      if (setup.status === 'requires_action') await answer(setup, 'complete');
      return (await stripe.setupIntents.retrieve(id)).payment_method as string;
    },
    pay: (method: string, offSession: boolean, owner: string | null = customer.id) =>
      stripe.paymentIntents.create({
        ...MANUAL_CAPTURE_PARAMS,
        ...(owner !== null && { customer: owner }),
        payment_method: method,
        confirm: true,
        off_session: offSession,
      }),
  };
}

describe('saved cards of the Stripe stand-in', () => {
  it('attaches a card to the customer when a setup succeeds', async () => {
    const { stripe, control, customer, setUp } = await startCustomer();
    const id = await setUp('pm_card_visa');
    expect(await stripe.paymentMethods.retrieve(id)).toMatchObject({ customer: customer.id, card: { last4: '4242' } });
    expect((await stripe.customers.listPaymentMethods(customer.id, { type: 'card' })).data).toMatchObject([{ id }]);
    expect((await stripe.customers.list()).data).toMatchObject([{ id: customer.id }]);
    expect((await control.events()).map(({ type }) => type)).toEqual([
      'customer.created',
      'setup_intent.created',
      'payment_method.attached',
      'setup_intent.succeeded',
    ]);
  });

  // https://docs.stripe.com/testing#authentication-and-setup
  it.each([
    ['pm_card_visa', 'requires_capture', 'requires_capture'],
    ['pm_card_authenticationRequired', 'authentication_required', 'requires_action'],
    ['pm_card_authenticationRequiredOnSetup', 'requires_capture', 'requires_action'],
    ['pm_card_authenticationRequiredSetupForOffSession', 'requires_capture', 'requires_action'],
    ['pm_card_authenticationRequiredChargeDeclinedInsufficientFunds', 'card_declined', 'requires_action'],
    ['pm_card_chargeCustomerFail', 'card_declined', 'card_declined'],
  ])(
    'pays with the card %s after its setup: %s while its holder is absent, and %s otherwise',
    async (token, ...expected) => {
      const { setUp, pay } = await startCustomer();
      const method = await setUp(token);
      const outcome = (offSession: boolean) =>
        pay(method, offSession).then(
          ({ status }): string => status,
          (error: { code: string }) => error.code,
        );
      expect([await outcome(true), await outcome(false)]).toEqual(expected);
    },
  );

  it('asks for authentication if a card was not set up', async () => {
    const { stripe, customer, pay } = await startCustomer();
    const refusal = await getStripeError(pay('pm_card_authenticationRequiredOnSetup', true));
    expect(refusal).toMatchObject({
      statusCode: 402,
      type: 'StripeCardError',
      code: 'authentication_required',
      decline_code: 'authentication_required',
      payment_intent: { status: 'requires_payment_method' },
    });
    expect((await pay('pm_card_authenticationRequiredSetupForOffSession', true)).status).toBe('requires_capture');
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ metadata: { workspaceId: 'w1' } });
  });

  it('saves the card of a payment that was made for future usage', async () => {
    const { stripe, url, customer, pay } = await startCustomer();
    const intent = await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS);
    await stripe.paymentIntents.update(intent.id, { customer: customer.id, setup_future_usage: 'off_session' });
    await callAsBrowser(url, 'POST', `/v1/payment_intents/${intent.id}/confirm`, {
      client_secret: intent.client_secret ?? '',
      ...createTypedCard('4242424242424242'),
    });
    const { payment_method: method, latest_charge } = await stripe.paymentIntents.retrieve(intent.id);
    expect(await stripe.paymentMethods.retrieve(method as string)).toMatchObject({ customer: customer.id });
    expect(await stripe.charges.retrieve(latest_charge as string)).toMatchObject({ customer: customer.id });
    expect((await pay(method as string, true)).status).toBe('requires_capture');
  });

  it('saves no card if the future usage was unset before the payment', async () => {
    const { stripe, customer } = await startCustomer();
    const { id } = await stripe.paymentIntents.create({ ...MANUAL_CAPTURE_PARAMS, customer: customer.id });
    await stripe.paymentIntents.update(id, { setup_future_usage: 'off_session' });
    await stripe.paymentIntents.update(id, { setup_future_usage: '' });
    const { payment_method: method } = await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect(await stripe.paymentMethods.retrieve(method as string)).toMatchObject({ customer: null });
  });

  it('refuses a card of another customer, a detached card, and a second customer of an intent', async () => {
    const { stripe, setUp, pay } = await startCustomer();
    const method = await setUp('pm_card_visa');
    const other = await stripe.customers.create();
    expect((await getStripeError(pay(method, true, other.id))).message).toContain('belongs to the Customer');
    expect((await getStripeError(pay(method, true, null))).message).toContain('Please include the Customer');
    const intent = await stripe.paymentIntents.create({ ...MANUAL_CAPTURE_PARAMS, customer: other.id });
    const { id } = await stripe.customers.create();
    expect((await getStripeError(stripe.paymentIntents.update(intent.id, { customer: id }))).message).toContain(
      'cannot modify `customer`',
    );
    expect(await stripe.paymentMethods.detach(method)).toMatchObject({ customer: null });
    expect((await getStripeError(pay(method, true))).message).toContain('was detached from a Customer');
    expect((await getStripeError(stripe.paymentMethods.detach(method))).message).toContain('detachment is impossible');
  });

  it('fails a setup if the card is declined or the authentication fails', async () => {
    const { stripe, customer, answer } = await startCustomer();
    const { id } = await stripe.setupIntents.create({ customer: customer.id });
    expect(
      await getStripeError(stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa_chargeDeclined' })),
    ).toMatchObject({ code: 'card_declined', setup_intent: { status: 'requires_payment_method' } });
    await answer(await stripe.setupIntents.confirm(id, { payment_method: 'pm_card_authenticationRequired' }), 'fail');
    expect(await stripe.setupIntents.retrieve(id)).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_setup_error: { code: 'setup_intent_authentication_failure' },
    });
    await stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' });
    expect((await getStripeError(stripe.setupIntents.confirm(id, { payment_method: 'pm_card_visa' }))).code).toBe(
      'setup_intent_unexpected_state',
    );
  });

  it('reports detached cards and deleted customers to the webhook', async () => {
    const { stripe, control, customer, setUp, pay } = await startCustomer();
    const receiver = await startWebhookReceiver(stripe);
    const [first, second] = [await setUp('pm_card_visa'), await setUp('pm_card_mastercard')];
    await control.setWebhook(receiver.url);
    await stripe.paymentMethods.detach(first);
    expect(await stripe.customers.del(customer.id)).toEqual({ id: customer.id, object: 'customer', deleted: true });
    await control.webhooksIdle();
    expect(receiver.types()).toEqual(['payment_method.detached', 'customer.deleted']);
    expect(receiver.events[0]?.data.previous_attributes).toEqual({ customer: customer.id });
    expect((await getStripeError(pay(second, true))).message).toContain('No such customer');
    expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ deleted: true });
  });
});
