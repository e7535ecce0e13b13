import { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { DAY_SECONDS } from '../store/clock.ts';
import {
  callAsBrowser,
  authorizePayment,
  getStripeError,
  MANUAL_CAPTURE_PARAMS,
  createPaidIntent,
  startStandIn,
  createTypedCard,
} from '../test-kit.ts';

describe('the payments API of the Stripe stand-in', () => {
  it('authorizes and then captures a payment', async () => {
    const { stripe } = await startStandIn();
    const intent = await stripe.paymentIntents.create({
      ...MANUAL_CAPTURE_PARAMS,
      transfer_group: 'b1',
      metadata: { booking: 'b1' },
    });
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      amount_capturable: 0,
      metadata: { booking: 'b1' },
    });

    const authorised = await stripe.paymentIntents.confirm(intent.id, {
      payment_method: 'pm_card_visa',
      expand: ['latest_charge'],
    });
    expect(authorised).toMatchObject({ status: 'requires_capture', amount_capturable: 11_500, amount_received: 0 });
    const charge = authorised.latest_charge as Stripe.Charge;
    expect(charge).toMatchObject({ captured: false, paid: true, transfer_group: 'b1', balance_transaction: null });
    expect(charge.payment_method_details?.card?.capture_before).toBe(charge.created + 7 * DAY_SECONDS);

    const paid = await stripe.paymentIntents.capture(intent.id, { expand: ['latest_charge.balance_transaction'] });
    expect(paid).toMatchObject({ status: 'succeeded', amount_capturable: 0, amount_received: 11_500 });
    const txn = (paid.latest_charge as Stripe.Charge).balance_transaction as Stripe.BalanceTransaction;
    // The fee is 2.9% of $115.00 ($3.335) plus 30c.
    expect(txn).toMatchObject({ amount: 11_500, fee: 364, net: 11_136, type: 'charge', status: 'pending' });
  });

  it('captures a payment immediately unless manual capture is requested', async () => {
    const { stripe } = await startStandIn();
    const paid = await authorizePayment(stripe, { capture_method: 'automatic' });
    expect(paid).toMatchObject({ status: 'succeeded', amount_received: 11_500 });
  });

  it('releases the rest of the authorization after a partial capture', async () => {
    const { stripe } = await startStandIn();
    const intent = await authorizePayment(stripe);
    const tooMuch = await getStripeError(stripe.paymentIntents.capture(intent.id, { amount_to_capture: 11_501 }));
    expect(tooMuch).toMatchObject({ code: 'amount_too_large', statusCode: 400 });
    const paid = await stripe.paymentIntents.capture(intent.id, { amount_to_capture: 4000, expand: ['latest_charge'] });
    expect(paid).toMatchObject({ amount: 11_500, amount_received: 4000, status: 'succeeded' });
    expect(paid.latest_charge).toMatchObject({ amount_captured: 4000, amount_refunded: 7500, refunded: false });
  });

  it('releases an authorization when the payment intent is canceled', async () => {
    const { stripe } = await startStandIn();
    const intent = await authorizePayment(stripe);
    const canceled = await stripe.paymentIntents.cancel(intent.id, {
      cancellation_reason: 'requested_by_customer',
      expand: ['latest_charge'],
    });
    expect(canceled).toMatchObject({
      status: 'canceled',
      cancellation_reason: 'requested_by_customer',
      amount_capturable: 0,
    });
    expect(canceled.canceled_at).toBeGreaterThan(0);
    expect(canceled.latest_charge).toMatchObject({ captured: false, refunded: true, amount_captured: 0 });
    expect((await stripe.balanceTransactions.list()).data).toEqual([]);
  });

  it('expires an authorization after seven days', async () => {
    const { stripe, control } = await startStandIn();
    const intent = await authorizePayment(stripe);
    await control.advance(7 * DAY_SECONDS - 5);
    expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_capture');
    await control.advance(10);
    const lapsed = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge.refunds'] });
    expect(lapsed).toMatchObject({ status: 'canceled', cancellation_reason: 'automatic' });
    const charge = lapsed.latest_charge as Stripe.Charge;
    expect(charge).toMatchObject({ refunded: true, captured: false });
    expect(charge.refunds?.data[0]).toMatchObject({ reason: 'expired_uncaptured_charge', balance_transaction: null });
    const types = (await stripe.events.list()).data.map((event) => event.type);
    expect(types).toEqual(expect.arrayContaining(['payment_intent.canceled', 'charge.expired']));
    expect((await getStripeError(stripe.paymentIntents.capture(intent.id))).code).toBe(
      'payment_intent_unexpected_state',
    );
  });

  it('changes a payment intent only while it is open', async () => {
    const { stripe } = await startStandIn();
    const intent = await stripe.paymentIntents.create({ ...MANUAL_CAPTURE_PARAMS, metadata: { a: '1', b: '2' } });
    const changed = await stripe.paymentIntents.update(intent.id, {
      amount: 500,
      description: 'Portrait',
      metadata: { a: '', c: '3' },
    });
    expect(changed).toMatchObject({ amount: 500, description: 'Portrait', metadata: { b: '2', c: '3' } });
    await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
    const refusal = await getStripeError(stripe.paymentIntents.update(intent.id, { amount: 600 }));
    expect(refusal.code).toBe('payment_intent_unexpected_state');
    expect(refusal.message).toContain(
      "This PaymentIntent's amount could not be updated because it has a status of requires_capture.",
    );
    await stripe.paymentIntents.update(intent.id, { metadata: { late: 'yes' } });
  });
});

describe('the payments API on invalid state changes', () => {
  const states = {
    new: async (stripe: Stripe) => (await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS)).id,
    authorised: async (stripe: Stripe) => (await authorizePayment(stripe)).id,
    paid: async (stripe: Stripe) => (await createPaidIntent(stripe)).id,
    canceled: async (stripe: Stripe) => (await stripe.paymentIntents.cancel((await authorizePayment(stripe)).id)).id,
  };
  const moves = {
    capture: (stripe: Stripe, id: string) => stripe.paymentIntents.capture(id),
    cancel: (stripe: Stripe, id: string) => stripe.paymentIntents.cancel(id),
    confirm: (stripe: Stripe, id: string) => stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' }),
  };
  it.each([
    ['new', 'capture', 'could not be captured because it has a status of requires_payment_method'],
    ['paid', 'capture', 'This PaymentIntent could not be captured because it has already been captured.'],
    ['canceled', 'capture', 'could not be captured because it has a status of canceled'],
    [
      'paid',
      'cancel',
      'You cannot cancel this PaymentIntent because it has a status of succeeded. Only a PaymentIntent',
    ],
    ['canceled', 'cancel', 'You cannot cancel this PaymentIntent because it has a status of canceled.'],
    [
      'authorised',
      'confirm',
      'You cannot provide a new payment method to a PaymentIntent when it has a status of requires_capture.',
    ],
    ['paid', 'confirm', 'because it has already succeeded after being previously confirmed.'],
    ['canceled', 'confirm', 'because it has a status of canceled.'],
  ] as const)('given a payment intent that is %s, refuses to %s it', async (state, move, words) => {
    const { stripe } = await startStandIn();
    const id = await states[state](stripe);
    const before = await stripe.paymentIntents.retrieve(id);
    const error = await getStripeError(moves[move](stripe, id));
    expect(error).toMatchObject({
      code: 'payment_intent_unexpected_state',
      statusCode: 400,
      type: 'StripeInvalidRequestError',
    });
    expect(error.message).toContain(words);
    expect(error.payment_intent?.id).toBe(id);
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({ status: before.status });
  });

  it('refuses to confirm without a payment method, or from the server without a return URL', async () => {
    const { stripe } = await startStandIn();
    const intent = await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS);
    expect((await getStripeError(stripe.paymentIntents.confirm(intent.id))).message).toContain(
      'missing a payment method',
    );
    const redirecting = await stripe.paymentIntents.create({
      ...MANUAL_CAPTURE_PARAMS,
      automatic_payment_methods: { enabled: true },
    });
    const refusal = await getStripeError(
      stripe.paymentIntents.confirm(redirecting.id, { payment_method: 'pm_card_visa' }),
    );
    expect(refusal.message).toContain('you must provide a `return_url`');
  });
});

describe('the payments API on declined and invalid cards', () => {
  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000000069', 'expired_card', 'expired_card'],
    ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc'],
    ['4000000000000119', 'processing_error', 'processing_error'],
  ])('declines card %s with %s (%s)', async (number, code, decline) => {
    const { stripe, url } = await startStandIn();
    const intent = await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS);
    const secret = intent.client_secret ?? '';
    const confirm = { client_secret: secret, ...createTypedCard(number) };
    const { status, body } = await callAsBrowser(url, 'POST', `/v1/payment_intents/${intent.id}/confirm`, confirm);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code, decline_code: decline });
    expect(body.error?.payment_intent).toMatchObject({ id: intent.id, status: 'requires_payment_method' });
    const after = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    expect(after).toMatchObject({
      status: 'requires_payment_method',
      payment_method: null,
      last_payment_error: { code },
    });
    expect(after.latest_charge).toMatchObject({ status: 'failed', paid: false, failure_code: code });
    const again = await callAsBrowser(url, 'POST', `/v1/payment_intents/${intent.id}/confirm`, {
      client_secret: secret,
      ...createTypedCard('4242424242424242'),
    });
    expect(again.body.status).toBe('requires_capture');
    expect((await stripe.charges.list({ payment_intent: intent.id })).data.map((charge) => charge.status)).toEqual([
      'succeeded',
      'failed',
    ]);
  });

  it.each([
    ['a wrong check digit', createTypedCard('4242424242424241'), 'incorrect_number'],
    ['too few digits', createTypedCard('42424242'), 'incorrect_number'],
    [
      'an invalid month',
      createTypedCard('4242424242424242', { 'payment_method_data[card][exp_month]': '13' }),
      'invalid_expiry_month',
    ],
    [
      'a year in the past',
      createTypedCard('4242424242424242', { 'payment_method_data[card][exp_year]': '2020' }),
      'invalid_expiry_year',
    ],
    [
      'a short security code',
      createTypedCard('4242424242424242', { 'payment_method_data[card][cvc]': '12' }),
      'invalid_cvc',
    ],
    ['a real card', createTypedCard('4111111111111111'), 'card_declined'],
  ])('refuses %s', async (_name, card, code) => {
    const { stripe, url } = await startStandIn();
    const intent = await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS);
    const params = { client_secret: intent.client_secret ?? '', ...card };
    const { status, body } = await callAsBrowser(url, 'POST', `/v1/payment_intents/${intent.id}/confirm`, params);
    expect(status).toBe(402);
    expect(body.error).toMatchObject({ type: 'card_error', code });
    expect((await stripe.charges.list()).data).toEqual([]);
  });

  it.each([
    ['pm_card_visa_chargeDeclined', 'card_declined'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'card_declined'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'card_declined'],
    ['pm_card_chargeDeclinedExpiredCard', 'expired_card'],
    ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc'],
    ['pm_card_chargeDeclinedProcessingError', 'processing_error'],
  ])('declines the test payment method %s', async (method, code) => {
    const { stripe } = await startStandIn();
    const error = await getStripeError(authorizePayment(stripe, { payment_method: method }));
    expect(error).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(error).toMatchObject({ code, statusCode: 402 });
    expect(error.charge).toMatch(/^ch_/);
  });

  it.each([
    ['5555555555554444', 'mastercard'],
    ['378282246310005', 'amex'],
    ['6011111111111117', 'discover'],
  ])('accepts card %s as %s without storing its number', async (number, brand) => {
    const { stripe, url, control } = await startStandIn();
    const intent = await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS);
    const params = { client_secret: intent.client_secret ?? '', ...createTypedCard(number) };
    const { body } = await callAsBrowser(url, 'POST', `/v1/payment_intents/${intent.id}/confirm`, params);
    expect(body.status).toBe('requires_capture');
    const [method] = await control.objects('payment_method');
    expect(method?.card).toMatchObject({ brand, last4: number.slice(-4) });
    expect(JSON.stringify([method, await control.objects('card'), await control.events()])).not.toContain(number);
  });
});

describe('the payments API with 3-D Secure', () => {
  const challenge = async (stripe: Stripe, url: string, more: Record<string, string> = {}) => {
    const intent = await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS);
    const params = { client_secret: intent.client_secret ?? '', ...createTypedCard('4000002500003155'), ...more };
    const { body } = await callAsBrowser(url, 'POST', `/v1/payment_intents/${intent.id}/confirm`, params);
    expect(body.status).toBe('requires_action');
    return { id: intent.id, action: body.next_action };
  };

  it('authorizes the payment if the customer passes the challenge', async () => {
    const { stripe, url } = await startStandIn();
    const { id, action } = await challenge(stripe, url, { use_stripe_sdk: 'true' });
    expect(action?.type).toBe('use_stripe_sdk');
    const answer = await fetch(`${url}/3ds/${action?.use_stripe_sdk?.source}/complete`, {
      method: 'POST',
      headers: { accept: 'application/json' },
    });
    expect(await answer.json()).toMatchObject({ status: 'requires_capture' });
    const intent = await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] });
    const charge = intent.latest_charge as Stripe.Charge;
    expect(charge.payment_method_details?.card?.three_d_secure?.result).toBe('authenticated');
    // Ending the challenge a second time changes nothing.
    await fetch(`${url}/3ds/${action?.use_stripe_sdk?.source}/fail`, {
      method: 'POST',
      headers: { accept: 'application/json' },
    });
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('requires_capture');
  });

  it('fails the attempt if the customer fails the challenge, and then accepts another card', async () => {
    const { stripe, url } = await startStandIn();
    const { id, action } = await challenge(stripe, url, { return_url: 'https://shop.test/done?x=1' });
    expect(action?.type).toBe('redirect_to_url');
    const page = await fetch(action?.redirect_to_url?.url ?? '');
    expect(await page.text()).toContain('Fail authentication');
    const back = await fetch(`${action?.redirect_to_url?.url}/fail`, { method: 'POST', redirect: 'manual' });
    const to = new URL(back.headers.get('location') ?? '');
    expect(to.origin + to.pathname).toBe('https://shop.test/done');
    expect(Object.fromEntries(to.searchParams)).toMatchObject({
      x: '1',
      payment_intent: id,
      redirect_status: 'failed',
    });
    const intent = await stripe.paymentIntents.retrieve(id);
    expect(intent).toMatchObject({ status: 'requires_payment_method', next_action: null });
    expect(intent.last_payment_error?.code).toBe('payment_intent_authentication_failure');
    expect((await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })).status).toBe(
      'requires_capture',
    );
  });

  it('declines one test card after the challenge, and another if the customer is not present', async () => {
    const { stripe, url } = await startStandIn();
    const waiting = await authorizePayment(stripe, {
      payment_method: 'pm_card_threeDSecureRequiredChargeDeclined',
      use_stripe_sdk: true,
    });
    const { source } = { source: '', ...waiting.next_action?.use_stripe_sdk };
    await fetch(`${url}/3ds/${source}/complete`, { method: 'POST', headers: { accept: 'application/json' } });
    const declined = await stripe.paymentIntents.retrieve(waiting.id);
    expect(declined).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined' },
    });
    const alone = await getStripeError(
      authorizePayment(stripe, { payment_method: 'pm_card_authenticationRequired', off_session: true }),
    );
    expect(alone.code).toBe('authentication_required');
  });
});

describe('a browser that calls the Stripe stand-in', () => {
  it('sees only the public fields of its own payment intent', async () => {
    const { stripe, url } = await startStandIn();
    const intent = await stripe.paymentIntents.create({
      ...MANUAL_CAPTURE_PARAMS,
      metadata: { internal: 'yes' },
      transfer_group: 'b',
    });
    const path = `/v1/payment_intents/${intent.id}`;
    const browserView = await callAsBrowser(url, 'GET', path, { client_secret: intent.client_secret ?? '' });
    expect(browserView.status).toBe(200);
    expect(browserView.headers.get('access-control-allow-origin')).toBe('*');
    expect(browserView.body).toMatchObject({ id: intent.id, amount: 11_500, client_secret: intent.client_secret });
    for (const secret of ['metadata', 'transfer_group', 'latest_charge'])
      expect(browserView.body).not.toHaveProperty(secret);
    const wrong = await callAsBrowser(url, 'GET', path, { client_secret: `${intent.id}_secret_guess` });
    expect(wrong).toMatchObject({
      status: 400,
      body: { error: { code: 'payment_intent_invalid_parameter', param: 'client_secret' } },
    });
    expect((await callAsBrowser(url, 'GET', path, {})).body.error?.code).toBe('parameter_missing');
    for (const [method, call] of [
      ['POST', path],
      ['POST', `${path}/capture`],
      ['POST', `${path}/cancel`],
      ['GET', '/v1/charges'],
      ['POST', '/v1/refunds'],
    ] as const) {
      const refusal = await callAsBrowser(url, method, call, { client_secret: intent.client_secret ?? '' });
      expect(refusal).toMatchObject({ status: 401, body: { error: { code: 'secret_key_required' } } });
    }
  });

  it('may send a preflight request from another origin', async () => {
    const { url } = await startStandIn();
    const answer = await fetch(`${url}/v1/payment_intents/pi_1/confirm`, {
      method: 'OPTIONS',
      headers: { origin: 'http://shop.test', 'access-control-request-headers': 'authorization' },
    });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('access-control-allow-headers')).toBe('authorization');
  });
});
