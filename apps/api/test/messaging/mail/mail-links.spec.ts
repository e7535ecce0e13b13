/** Tests one-time links in emails: they are secret, do not work for suspended accounts, and cannot be guessed. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newAdmin } from '../../../src/demo/builders.ts';
import {
  callProcedure,
  createEmailAddress,
  registerAccount,
  RESET_SUBJECT,
  findLinkToken,
  useAccounts,
  VERIFY_SUBJECT,
} from '../../support/accounts.ts';
import type { TestBrowser } from '../../support/stack.ts';

const { stack, nobody, rowOf, newest } = useAccounts();

describe('a one-time link in an email', () => {
  it('is stored in the database only as a hash', async () => {
    const { email } = await registerAccount(stack);
    await callProcedure(await nobody(), 'auth.forgotPassword', { email });
    const token = findLinkToken(await newest(email, RESET_SUBJECT));
    const dump = async (table: 'mailLink' | 'mail' | 'session') =>
      JSON.stringify(await stack.deps.db.selectFrom(table).selectAll().execute());
    expect((await dump('mailLink')) + (await dump('mail')) + (await dump('session'))).not.toContain(token);
    expect(await dump('mailLink')).toContain(createHash('sha256').update(token).digest('base64url'));
  });
});

describe('a suspended account', () => {
  const suspended = async () => {
    const person = await registerAccount(stack);
    const { browser } = await person.signIn();
    const to = createEmailAddress();
    await callProcedure(browser, 'auth.changeEmail', { email: to });
    await callProcedure(await nobody(), 'auth.forgotPassword', { email: person.email });
    const links = {
      verify: findLinkToken(await newest(person.email, VERIFY_SUBJECT)),
      reset: findLinkToken(await newest(person.email, RESET_SUBJECT)),
      change: findLinkToken(await newest(to, 'Confirm your new email address')),
    };
    await stack.as(await newAdmin(stack.deps)).admin.suspendUser({ id: person.id, reason: 'Spam' });
    return { ...person, links, before: await rowOf(person.id) };
  };

  it('cannot be verified, changed or given a new password through a link from an earlier email', async () => {
    const { id, signIn, links, before } = await suspended();
    const attempts = [
      callProcedure(await nobody(), 'auth.confirmEmail', { token: links.verify }),
      callProcedure(await nobody(), 'auth.confirmEmail', { token: links.change, change: true }),
      callProcedure(await nobody(), 'auth.resetPassword', { token: links.reset, password: 'new-quiet-otters' }),
    ];
    for (const answer of await Promise.all(attempts))
      expect(answer).toMatchObject({ status: 403, failure: 'ACCOUNT_SUSPENDED' });
    expect(await rowOf(id)).toEqual(before);
    expect([(await signIn()).status, (await signIn('new-quiet-otters')).status]).toEqual([403, 401]);
  });

  it('gets no new one-time link, and links from earlier emails work again when the suspension is lifted', async () => {
    const { id, email, signIn, links } = await suspended();
    const mails = (await stack.mailsTo(email)).length;
    expect(await callProcedure(await nobody(), 'auth.forgotPassword', { email })).toMatchObject({
      status: 200,
      data: null,
    });
    expect(await stack.mailsTo(email)).toHaveLength(mails);
    await stack.as(await newAdmin(stack.deps)).admin.liftSuspension({ id, reason: 'Talked to them' });
    expect(
      await callProcedure(await nobody(), 'auth.resetPassword', { token: links.reset, password: 'new-quiet-otters' }),
    ).toMatchObject({ status: 200 });
    expect((await signIn('new-quiet-otters')).status).toBe(200);
  });
});

describe('an attacker', () => {
  it('is rate limited when requesting emails, guessing link tokens or guessing the current password', async () => {
    const { deps } = stack;
    const env = deps.env as { RATE_LIMIT: 'on' | 'off' };
    env.RATE_LIMIT = 'on';
    try {
      const statuses = async (path: string, input: object, browser: TestBrowser) => {
        const seen: number[] = [];
        for (let at = 0; at < 70 && seen.at(-1) !== 429; at++)
          seen.push((await callProcedure(browser, path, input)).status);
        return seen.at(-1);
      };
      const { signIn } = await registerAccount(stack);
      const { browser } = await signIn();
      expect(await statuses('auth.forgotPassword', { email: createEmailAddress() }, await nobody())).toBe(429);
      expect(await statuses('auth.confirmEmail', { token: 'x' }, await nobody())).toBe(429);
      expect(await statuses('auth.resendVerification', {}, browser)).toBe(429);
      expect(await statuses('auth.changePassword', { password: 'password123' }, browser)).toBe(429);
    } finally {
      env.RATE_LIMIT = 'off';
    }
  });
});
