/** Tests that no password, token, payment secret or identity of a caller ever appears in a log. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmCard, SAMPLE_CUSTOMER, newPackage, newPayableCreator } from '../../src/demo/builders.ts';
import {
  callProcedure,
  createEmailAddress,
  RESET_SUBJECT,
  signInThroughProvider,
  findLinkToken,
  VERIFY_SUBJECT,
} from '../support/accounts.ts';
import { openStack, type Stack } from '../support/stack.ts';

const CARD = '4242424242424242';
const TRANSFER_MS = 6 * 24 * 3_600_000;

for (const level of ['info', 'debug'] as const) {
  describe(`a log at level ${level}`, () => {
    let stack: Stack;
    let close: () => Promise<void>;
    beforeAll(async () => {
      ({ stack, close } = await openStack({}, { mailbox: true, openId: true, log: level }));
    });
    afterAll(() => close());

    it('contains no secret from registration to payment, and identifies requests by route instead of URL', async () => {
      const secrets = new Map<string, string>();
      const keep = (what: string, secret: string | undefined) => {
        expect(secret, what).toMatch(/.{8}/);
        secrets.set(what, secret ?? '');
        return secret ?? '';
      };
      const mailed = async (address: string, subject: string) =>
        findLinkToken((await stack.mailsTo(address)).find((mail) => mail.subject === subject));
      const { env } = stack.deps;
      keep('session secret', env.SESSION_SECRET);
      keep('factor secret', env.FACTOR_SECRET);
      keep('Stripe key', env.STRIPE_SECRET_KEY);
      keep('webhook secret', env.STRIPE_WEBHOOK_SECRET);
      keep('OpenID secret', env.OIDC_CLIENT_SECRET);

      const email = createEmailAddress();
      const first = keep('first password', 'very-quiet-otters-7');
      const browser = await stack.asBrowser(null);
      const form = { fullName: 'Northwind Outdoor', email, userType: 'brand', password: first };
      const { id: brandUserId } = (await browser('POST', '/api/auth/register', form)).json<{ id: string }>();
      const verify = keep('verification token', await mailed(email, VERIFY_SUBJECT));
      expect(await callProcedure(browser, 'auth.confirmEmail', { token: verify })).toMatchObject({ status: 200 });

      await callProcedure(browser, 'auth.forgotPassword', { email });
      const reset = keep('reset token', await mailed(email, RESET_SUBJECT));
      expect((await callProcedure(browser, 'auth.checkResetLink', { token: reset })).data).toEqual({ state: 'usable' });
      const password = keep('second password', 'other-quiet-otters-8');
      expect(await callProcedure(browser, 'auth.resetPassword', { token: reset, password })).toMatchObject({
        status: 200,
      });
      // Simulates an old link and an old program, which may put a token in a URL.
      await browser('GET', `/reset-password?token=${reset}`);
      await browser('GET', `/trpc/auth.checkResetLink?input=${encodeURIComponent(JSON.stringify({ token: reset }))}`);

      const wrong = keep('wrong password', 'not-this-one-9');
      expect((await browser('POST', '/api/auth/login', { email, password: wrong })).statusCode).toBe(401);
      const signedIn = await browser('POST', '/api/auth/login', { email, password });
      const cookie = signedIn.cookies.find(({ name }) => name === 'marquee')?.value;
      keep('session', keep('session cookie', cookie).split('.')[0]);

      const creator = await newPayableCreator(stack.deps);
      const { id: packageId } = await newPackage(stack.deps, creator);
      const order = { packageId, brandUserId, customer: SAMPLE_CUSTOMER };
      const intent = (await browser('POST', '/api/create-payment-intent', order)).json<{
        clientSecret: string;
        bookingId: string;
      }>();
      keep('client secret', intent.clientSecret);
      // This request contains a card number and is rejected. The order is then confirmed as Stripe.js would do it.
      await browser('POST', '/api/create-payment-intent', { ...order, brandUserId: CARD, customer: { name: CARD } });
      expect((await confirmCard(stack.deps, intent.clientSecret)).status).toBe('requires_capture');
      await browser('GET', `/checkout/${intent.bookingId}?payment_intent_client_secret=${intent.clientSecret}`);
      await stack.settle();
      await stack.as(creator).bookings.move({ id: intent.bookingId, status: 'accepted' });
      await stack.as(creator).bookings.move({ id: intent.bookingId, status: 'in_progress' });
      await stack.as(creator).bookings.move({ id: intent.bookingId, status: 'completed' });
      await stack.pass(TRANSFER_MS);
      const signature = 't=1,v1=abcdefabcdefabcdef';
      keep('signature', signature);
      await browser('POST', '/api/webhooks/stripe', { id: CARD }, { 'stripe-signature': signature });
      keep('card number', CARD);

      const changed = createEmailAddress();
      expect(await callProcedure(browser, 'auth.confirm', { password })).toMatchObject({ status: 200 });
      await callProcedure(browser, 'auth.changeEmail', { email: changed });
      const change = keep('change token', await mailed(changed, 'Confirm your new email address'));
      expect(await callProcedure(browser, 'auth.confirmEmail', { token: change, change: true })).toMatchObject({
        status: 200,
      });

      const other = await stack.asBrowser(null);
      const back = await signInThroughProvider(other, { name: 'Ada', email: createEmailAddress() });
      expect(back).toBe('/welcome');
      const code = keep('code', 'a-made-up-authorization-code');
      await other('GET', `/api/callback?code=${code}&state=x`);

      const log = stack.logged.join('');
      for (const [what, secret] of secrets) expect(log.includes(secret), `${what} is in the log`).toBe(false);
      expect(log).toContain('"method":"POST","route":"/api/auth/login"');
      expect(log).not.toMatch(/"(url|remoteAddress|headers)":/);
    });
  });
}
