/** One-time links in mails: kept secret, dead for who is suspended, and not for strangers to try out. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newAdmin } from '../src/demo/builders.ts';
import { call, newAddress, registered, RESET, tokenIn, useAccounts, VERIFY } from './people.ts';
import type { Browser } from './stack.ts';

const { stack, nobody, rowOf, newest } = useAccounts();

describe('a link', () => {
  it('is nowhere but in the mail', async () => {
    const { email } = await registered(stack);
    await call(await nobody(), 'auth.forgotPassword', { email });
    const token = tokenIn(await newest(email, RESET));
    const dump = async (table: 'mailLink' | 'mail' | 'session') =>
      JSON.stringify(await stack.deps.db.selectFrom(table).selectAll().execute());
    expect((await dump('mailLink')) + (await dump('mail')) + (await dump('session'))).not.toContain(token);
    expect(await dump('mailLink')).toContain(createHash('sha256').update(token).digest('base64url'));
  });
});

describe('a suspended account', () => {
  const suspended = async () => {
    const person = await registered(stack);
    const { browser } = await person.signIn();
    const to = newAddress();
    await call(browser, 'auth.changeEmail', { email: to, password: person.password });
    await call(await nobody(), 'auth.forgotPassword', { email: person.email });
    const links = {
      verify: tokenIn(await newest(person.email, VERIFY)),
      reset: tokenIn(await newest(person.email, RESET)),
      change: tokenIn(await newest(to, 'Confirm your new email address')),
    };
    await stack.as(await newAdmin(stack.deps)).admin.suspendUser({ id: person.id, reason: 'Spam' });
    return { ...person, links, before: await rowOf(person.id) };
  };

  it('is opened by no link of a mail, and nothing of it changes', async () => {
    const { id, signIn, links, before } = await suspended();
    const attempts = [
      call(await nobody(), 'auth.confirmEmail', { token: links.verify }),
      call(await nobody(), 'auth.confirmEmail', { token: links.change, change: true }),
      call(await nobody(), 'auth.resetPassword', { token: links.reset, password: 'new-quiet-otters' }),
    ];
    for (const answer of await Promise.all(attempts))
      expect(answer).toMatchObject({ status: 403, failure: 'ACCOUNT_SUSPENDED' });
    expect(await rowOf(id)).toEqual(before);
    expect([(await signIn()).status, (await signIn('new-quiet-otters')).status]).toEqual([403, 401]);
  });

  it('gets no new link, and its links work again when the suspension is lifted', async () => {
    const { id, email, signIn, links } = await suspended();
    const mails = (await stack.mailsTo(email)).length;
    expect(await call(await nobody(), 'auth.forgotPassword', { email })).toMatchObject({ status: 200, data: null });
    expect(await stack.mailsTo(email)).toHaveLength(mails);
    await stack.as(await newAdmin(stack.deps)).admin.liftSuspension({ id, reason: 'Talked to them' });
    expect(
      await call(await nobody(), 'auth.resetPassword', { token: links.reset, password: 'new-quiet-otters' }),
    ).toMatchObject({ status: 200 });
    expect((await signIn('new-quiet-otters')).status).toBe(200);
  });
});

describe('a stranger', () => {
  it('is held up by rate limits on everything that mails or guesses', async () => {
    const { deps } = stack;
    const env = deps.env as { RATE_LIMIT: 'on' | 'off' };
    env.RATE_LIMIT = 'on';
    try {
      const statuses = async (path: string, input: object, browser: Browser) => {
        const seen: number[] = [];
        for (let at = 0; at < 70 && seen.at(-1) !== 429; at++) seen.push((await call(browser, path, input)).status);
        return seen.at(-1);
      };
      const { signIn } = await registered(stack);
      const { browser } = await signIn();
      expect(await statuses('auth.forgotPassword', { email: newAddress() }, await nobody())).toBe(429);
      expect(await statuses('auth.confirmEmail', { token: 'x' }, await nobody())).toBe(429);
      expect(await statuses('auth.resendVerification', {}, browser)).toBe(429);
      expect(
        await statuses('auth.changePassword', { currentPassword: 'x', password: 'new-quiet-otters' }, browser),
      ).toBe(429);
    } finally {
      env.RATE_LIMIT = 'off';
    }
  });
});
