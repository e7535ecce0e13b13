import { describe, expect, it } from 'vitest';
import { MANUAL_CAPTURE_PARAMS, startStandIn } from '../test-kit.ts';

interface Outcome {
  paymentIntent?: { status: string; metadata?: object };
  error?: { type: string; code?: string; message: string };
}
interface BrowserStripe {
  confirmCardPayment(secret: string, data?: object, options?: object): Promise<Outcome>;
  confirmPayment(options: object): Promise<Outcome>;
  retrievePaymentIntent(secret: string): Promise<Outcome>;
  elements(options?: object): { create(type: string): object; getElement(type: unknown): object | null };
}
type Constructor = ((key: string) => BrowserStripe) & { version: string };

/** Runs the browser script with a minimal browser environment, which is enough as long as no fields are rendered. */
async function load(url: string): Promise<Constructor> {
  const answer = await fetch(`${url}/stripe.js`);
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  expect(answer.headers.get('access-control-allow-origin')).toBe('*');
  const page: { Stripe?: Constructor } = {};
  const text = await answer.text();
  expect(text).not.toMatch(/^(?:import|export) /m);
  // oxlint-disable-next-line typescript/no-implied-eval -- this is what a script element does.
  new Function('window', 'document', text)(page, { currentScript: { src: `${url}/stripe.js` } });
  if (page.Stripe === undefined) throw new Error('The script defines no window.Stripe.');
  return page.Stripe;
}

describe('the browser script of the Stripe stand-in', () => {
  it('provides the functions that @stripe/react-stripe-js requires', async () => {
    const { url } = await startStandIn();
    const Stripe = await load(url);
    expect(Stripe.version).toBe('endive');
    const stripe = Stripe('pk_test_local');
    for (const name of ['elements', 'createToken', 'createPaymentMethod', 'confirmCardPayment']) {
      expect(stripe).toHaveProperty(name, expect.any(Function));
    }
    expect(() => Stripe('sk_test_local')).toThrow('publishable key');
    const elements = stripe.elements({ mode: 'payment', amount: 500, currency: 'usd' });
    const element = elements.create('payment');
    for (const name of ['on', 'once', 'off', 'mount', 'unmount', 'update', 'destroy', 'focus', 'blur', 'clear']) {
      expect(element).toHaveProperty(name, expect.any(Function));
    }
    expect(elements.getElement('payment')).toBe(element);
    expect(elements.getElement({ __elementType: 'payment' })).toBe(element);
    expect(elements.getElement('card')).toBeNull();
    expect(() => elements.create('payment')).toThrow('Can only create one Element');
  });

  it('confirms and reads payment intents, and shows the decline messages of Stripe.js', async () => {
    const { stripe, url } = await startStandIn();
    const browser = (await load(url))('pk_test_local');
    const intent = await stripe.paymentIntents.create({ ...MANUAL_CAPTURE_PARAMS, metadata: { internal: 'yes' } });
    const secret = intent.client_secret ?? '';
    const declined = await browser.confirmCardPayment(secret, { payment_method: 'pm_card_visa_chargeDeclined' });
    expect(declined.error).toMatchObject({
      type: 'card_error',
      code: 'card_declined',
      message: 'Your card has been declined.',
    });
    const waiting = await browser.confirmCardPayment(
      secret,
      { payment_method: 'pm_card_authenticationRequired' },
      { handleActions: false },
    );
    expect(waiting.paymentIntent?.status).toBe('requires_action');
    const paid = await browser.confirmCardPayment(secret, { payment_method: 'pm_card_visa' });
    expect(paid.paymentIntent?.status).toBe('requires_capture');
    const read = await browser.retrievePaymentIntent(secret);
    expect(read.paymentIntent).toMatchObject({ status: 'requires_capture' });
    expect(read.paymentIntent?.metadata).toBeUndefined();
    await expect(browser.retrievePaymentIntent('nonsense')).rejects.toThrow('Invalid value');
    await expect(browser.confirmPayment({ confirmParams: {} })).rejects.toThrow('Elements instance');
  });

  it('returns a connection error if the network fails', async () => {
    const { stripe, url, running } = await startStandIn();
    const browser = (await load(url))('pk_test_local');
    const { client_secret } = await stripe.paymentIntents.create(MANUAL_CAPTURE_PARAMS);
    await running.stop();
    const { error } = await browser.retrievePaymentIntent(client_secret ?? '');
    expect(error?.type).toBe('api_connection_error');
  });
});

interface CardRules {
  formatNumber(text: string): string;
  formatExpiry(text: string, deleting?: boolean): string;
  brandOf(digits: string): { name: string };
  CHECKS: Record<
    'number' | 'expiry' | 'cvc' | 'zip',
    (value: string, form?: object, now?: Date) => { message: string } | null
  >;
}

describe('the rules of the card fields', async () => {
  const rules = (await import(/* @vite-ignore */ new URL('./card-rules.js', import.meta.url).href)) as CardRules;
  const now = new Date(2026, 10, 21);

  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['42424242 4242-42429999', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['5555', '5555'],
    ['abc', ''],
  ])('formats the card number %s as %s', (given, shown) => expect(rules.formatNumber(given)).toBe(shown));

  it.each([
    ['1', '1'],
    ['4', '04 / '],
    ['12', '12 / '],
    ['1234', '12 / 34'],
    ['12/2034', '12 / 34'],
    ['12 / 345', '12 / 34'],
  ])('formats the expiry date %s as %s', (given, shown) => expect(rules.formatExpiry(given)).toBe(shown));

  it('lets the user delete the separator in an expiry date', () => expect(rules.formatExpiry('12 /', true)).toBe('12'));

  it.each([
    ['number', '4242', 'Your card number is incomplete.'],
    ['number', '4242 4242 4242 4241', 'Your card number is invalid.'],
    ['number', '4242 4242 4242 4242', null],
    ['expiry', '12 / ', "Your card's expiration date is incomplete."],
    ['expiry', '12 / 20', "Your card's expiration year is in the past."],
    ['expiry', '10 / 26', "Your card's expiration date is in the past."],
    ['expiry', '11 / 26', null],
    ['cvc', '12', "Your card's security code is incomplete."],
    ['cvc', '123', null],
    ['zip', '9410', 'Your ZIP code is incomplete.'],
    ['zip', '94103', null],
  ] as const)('validates the field %s with the value "%s" and returns the error %s', (part, value, message) =>
    expect(rules.CHECKS[part](value, {}, now)?.message ?? null).toBe(message),
  );

  it('requires a four-digit security code for American Express', () => {
    expect(rules.CHECKS.cvc('123', { number: '3782 8224' })?.message).toBe("Your card's security code is incomplete.");
    expect(rules.brandOf('34').name).toBe('amex');
  });
});
