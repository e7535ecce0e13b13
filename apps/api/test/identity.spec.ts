/** Accounts: confirming an address, forgotten passwords, changes, sessions, one's data and the end of an account. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { newAdmin, newBooking, newBrand, newCreator, newPackage, newPayableCreator, PASSWORD } from '../src/db/build.ts';
import { deviceOf } from '../src/modules/auth/auth.sessions.ts';
import { ask, call, isSignedIn, newAddress, registered, signInAt, tokenIn } from './people.ts';
import { useStack, type Browser } from './stack.ts';

const stack = useStack({}, { mailbox: true, openId: true });
const nobody = () => stack.asBrowser(null);
const rowOf = (id: string) => stack.deps.db.selectFrom('appUser').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const newest = async (address: string, subject: string) => (await stack.mailsTo(address)).find((mail) => mail.subject === subject);

const VERIFY = 'Confirm your email address';
const RESET = 'Reset your password';

describe('an address', () => {
  it('is confirmed with the link of the mail that registering sends, signed in or not', async () => {
    const { id, email, signIn } = await registered(stack);
    const mail = await newest(email, VERIFY);
    expect(mail?.links[0]).toMatch(new RegExp(`^${stack.deps.env.PUBLIC_URL}/verify-email\\?token=[\\w-]{43}$`));
    const { browser } = await signIn();
    expect((await ask(browser, 'auth.session')).data).toMatchObject({ emailVerifiedAt: null });
    expect(await call(await nobody(), 'auth.confirmEmail', { token: tokenIn(mail) })).toMatchObject({ status: 200, data: { email } });
    expect((await ask(browser, 'auth.session')).data).toMatchObject({ emailVerifiedAt: expect.any(String) as string });
    expect((await rowOf(id)).emailVerifiedAt).toBeInstanceOf(Date);
  });

  it('stays confirmed when the link is opened again', async () => {
    const { email } = await registered(stack);
    const token = tokenIn(await newest(email, VERIFY));
    const answers = await Promise.all(Array.from({ length: 4 }, async () => call(await nobody(), 'auth.confirmEmail', { token })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await call(await nobody(), 'auth.confirmEmail', { token })).toMatchObject({ status: 200 });
  });

  it.each(['', 'x', 'A'.repeat(43), 'A'.repeat(5_000), "' or 1=1--", '\0'])('is not confirmed by a made-up link: %j', async (token) => {
    expect(await call(await nobody(), 'auth.confirmEmail', { token })).toMatchObject({ status: 400, failure: 'LINK_INVALID' });
  });

  it('is not confirmed by a link of a day ago; another one can be asked for', async () => {
    const { email, signIn } = await registered(stack);
    const old = tokenIn(await newest(email, VERIFY));
    await stack.deps.db.updateTable('mailLink').set({ expiresAt: stack.deps.now() }).where('email', '=', email).execute();
    expect(await call(await nobody(), 'auth.confirmEmail', { token: old })).toMatchObject({ failure: 'LINK_INVALID' });
    const { browser } = await signIn();
    expect(await call(browser, 'auth.resendVerification')).toMatchObject({ status: 200, data: { email } });
    expect(await call(browser, 'auth.confirmEmail', { token: tokenIn(await newest(email, VERIFY)) })).toMatchObject({ status: 200 });
    expect(await call(browser, 'auth.resendVerification')).toMatchObject({ status: 409, failure: 'EMAIL_VERIFIED' });
  });

  it('is confirmed by no link of another purpose', async () => {
    const { email } = await registered(stack);
    await call(await nobody(), 'auth.forgotPassword', { email });
    const token = tokenIn(await newest(email, RESET));
    expect(await call(await nobody(), 'auth.confirmEmail', { token })).toMatchObject({ failure: 'LINK_INVALID' });
    expect(await call(await nobody(), 'auth.confirmEmail', { token, change: true })).toMatchObject({ failure: 'LINK_INVALID' });
    expect(await call(await nobody(), 'auth.resetPassword', { token: tokenIn(await newest(email, VERIFY)), password: 'new-quiet-otters' })).toMatchObject({ failure: 'LINK_INVALID' });
  });
});

describe('a link', () => {
  it('is nowhere but in the mail', async () => {
    const { email } = await registered(stack);
    await call(await nobody(), 'auth.forgotPassword', { email });
    const token = tokenIn(await newest(email, RESET));
    const dump = async (table: 'mailLink' | 'mail' | 'session') => JSON.stringify(await stack.deps.db.selectFrom(table).selectAll().execute());
    expect((await dump('mailLink')) + (await dump('mail')) + (await dump('session'))).not.toContain(token);
    expect(await dump('mailLink')).toContain(createHash('sha256').update(token).digest('base64url'));
  });
});

describe('a forgotten password', () => {
  const forgotten = async () => {
    const person = await registered(stack);
    await call(await nobody(), 'auth.forgotPassword', { email: person.email });
    return { ...person, token: tokenIn(await newest(person.email, RESET)) };
  };

  it('says the same whether or not the address is somebody’s', async () => {
    const { email } = await registered(stack);
    const unknown = newAddress();
    const answers = [];
    for (const address of [email, unknown, email.toUpperCase()]) answers.push(await call(await nobody(), 'auth.forgotPassword', { email: address }));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, data: null });
    expect(await stack.mailsTo(unknown)).toEqual([]);
    expect((await stack.mailsTo(email)).filter(({ subject }) => subject === RESET)).not.toEqual([]);
  });

  it('is replaced with the link: the old one and every session end, and its owner is told', async () => {
    const { email, token, signIn } = await forgotten();
    const { browser } = await signIn();
    expect((await ask(await nobody(), 'auth.resetLink', { token })).data).toEqual({ isGood: true });
    expect(await call(await nobody(), 'auth.resetPassword', { token, password: 'new-quiet-otters' })).toMatchObject({ status: 200 });
    expect(await isSignedIn(browser)).toBe(false);
    expect((await signIn()).status).toBe(401);
    expect((await signIn('new-quiet-otters')).status).toBe(200);
    expect(await newest(email, 'Your password was changed')).toBeDefined();
    expect((await ask(await nobody(), 'auth.resetLink', { token })).data).toEqual({ isGood: false });
  });

  it('is replaced once, also by eight who use one link at once', async () => {
    const { token, signIn } = await forgotten();
    const passwords = Array.from({ length: 8 }, (_, at) => `new-quiet-otters-${at}`);
    const answers = await Promise.all(passwords.map(async (password) => call(await nobody(), 'auth.resetPassword', { token, password })));
    const winners = answers.flatMap(({ status }, at) => (status === 200 ? [passwords[at] ?? ''] : []));
    expect(winners).toHaveLength(1);
    expect(answers.filter(({ failure }) => failure === 'LINK_INVALID')).toHaveLength(7);
    const results = await Promise.all(passwords.map(async (password) => (await signIn(password)).status));
    expect(passwords.filter((_, at) => results[at] === 200)).toEqual(winners);
  });

  it('ends all other links to it, too', async () => {
    const { email, token } = await forgotten();
    await call(await nobody(), 'auth.forgotPassword', { email });
    const second = tokenIn(await newest(email, RESET));
    expect(await call(await nobody(), 'auth.resetPassword', { token: second, password: 'new-quiet-otters' })).toMatchObject({ status: 200 });
    expect(await call(await nobody(), 'auth.resetPassword', { token, password: 'other-quiet-otters' })).toMatchObject({ failure: 'LINK_INVALID' });
  });

  it('has an hour', async () => {
    const { token } = await forgotten();
    await stack.advance(3_600_000);
    expect(await call(await nobody(), 'auth.resetPassword', { token, password: 'new-quiet-otters' })).toMatchObject({ failure: 'LINK_INVALID' });
  });

  it('is not replaced by one of the most used, and the link stays good', async () => {
    const { token } = await forgotten();
    expect(await call(await nobody(), 'auth.resetPassword', { token, password: 'password123' })).toMatchObject({ failure: 'PASSWORD_COMMON' });
    expect(await call(await nobody(), 'auth.resetPassword', { token, password: 'short' })).toMatchObject({ message: 'Password must be at least 8 characters' });
    expect(await call(await nobody(), 'auth.resetPassword', { token, password: 'new-quiet-otters' })).toMatchObject({ status: 200 });
  });

  it('is dead after the address has changed', async () => {
    const { token, id } = await forgotten();
    await stack.deps.db.updateTable('appUser').set({ email: newAddress() }).where('id', '=', id).execute();
    expect(await call(await nobody(), 'auth.resetPassword', { token, password: 'new-quiet-otters' })).toMatchObject({ failure: 'LINK_INVALID' });
  });

  it('lets no session survive that begins with the old password while it is replaced', async () => {
    const { token, signIn, email } = await forgotten();
    const [, ...browsers] = await Promise.all([
      nobody().then((browser) => call(browser, 'auth.resetPassword', { token, password: 'new-quiet-otters' })),
      ...Array.from({ length: 5 }, async () => (await signIn()).browser),
    ]);
    expect(await Promise.all(browsers.map(isSignedIn))).toEqual([false, false, false, false, false]);
    expect((await stack.asBrowser(null).then((browser) => browser('POST', '/api/auth/login', { email, password: 'new-quiet-otters' }))).statusCode).toBe(200);
  });

  it('gives an account to whoever reads its mails: a stranger’s ways in are removed with it', async () => {
    // Somebody signed up at the provider with an address that is not his.
    const email = newAddress();
    const intruder = await nobody();
    await signInAt(intruder, { name: 'Mallory', email, verified: false });
    await call(intruder, 'auth.completeWelcome', { fullName: 'Mallory', userType: 'brand' });
    await call(intruder, 'auth.changeEmail', { email: newAddress() });

    await call(await nobody(), 'auth.forgotPassword', { email });
    await call(await nobody(), 'auth.resetPassword', { token: tokenIn(await newest(email, RESET)), password: 'new-quiet-otters' });
    expect(await isSignedIn(intruder)).toBe(false);
    expect(await signInAt(await nobody(), { name: 'Mallory', email, verified: false })).toBe('/auth?problem=exists');
    const row = await stack.deps.db.selectFrom('appUser').select(['pendingEmail', 'emailVerifiedAt']).where('email', '=', email).executeTakeFirstOrThrow();
    expect(row).toEqual({ pendingEmail: null, emailVerifiedAt: expect.any(Date) as Date });
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
      verify: tokenIn(await newest(person.email, VERIFY)), reset: tokenIn(await newest(person.email, RESET)), change: tokenIn(await newest(to, 'Confirm your new email address')),
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
    for (const answer of await Promise.all(attempts)) expect(answer).toMatchObject({ status: 403, failure: 'ACCOUNT_SUSPENDED' });
    expect(await rowOf(id)).toEqual(before);
    expect([(await signIn()).status, (await signIn('new-quiet-otters')).status]).toEqual([403, 401]);
  });

  it('gets no new link, and its links work again when the suspension is lifted', async () => {
    const { id, email, signIn, links } = await suspended();
    const mails = (await stack.mailsTo(email)).length;
    expect(await call(await nobody(), 'auth.forgotPassword', { email })).toMatchObject({ status: 200, data: null });
    expect(await stack.mailsTo(email)).toHaveLength(mails);
    await stack.as(await newAdmin(stack.deps)).admin.liftSuspension({ id, reason: 'Talked to them' });
    expect(await call(await nobody(), 'auth.resetPassword', { token: links.reset, password: 'new-quiet-otters' })).toMatchObject({ status: 200 });
    expect((await signIn('new-quiet-otters')).status).toBe(200);
  });
});

describe('a password', () => {
  it('is changed with the one before: this session goes on under a new id, the others end', async () => {
    const { signIn, email } = await registered(stack);
    const [here, elsewhere] = [(await signIn()).browser, (await signIn()).browser];
    expect(await call(here, 'auth.changePassword', { currentPassword: 'wrong', password: 'new-quiet-otters' })).toMatchObject({ status: 403, failure: 'PASSWORD_WRONG' });
    const before = await stack.deps.db.selectFrom('session').select('idHash').execute();
    expect(await call(here, 'auth.changePassword', { currentPassword: 'quiet-otters-7', password: 'new-quiet-otters' })).toMatchObject({ status: 200 });
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);
    const [own] = (await ask(here, 'auth.sessions')).data as { id: string }[];
    expect(before.map(({ idHash }) => idHash)).not.toContain(own?.id);
    expect([(await signIn()).status, (await signIn('new-quiet-otters')).status]).toEqual([401, 200]);
    expect(await newest(email, 'Your password was changed')).toBeDefined();
  });

  it('is changed once when two change it at once', async () => {
    const { signIn } = await registered(stack);
    const browsers = await Promise.all([signIn(), signIn(), signIn(), signIn()]);
    const answers = await Promise.all(browsers.map(({ browser }, at) => call(browser, 'auth.changePassword', { currentPassword: 'quiet-otters-7', password: `new-quiet-otters-${at}` })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await Promise.all(browsers.map(({ browser }) => isSignedIn(browser)))).filter(Boolean)).toHaveLength(1);
  });

  it('is set by whoever has none, not by others', async () => {
    const browser = await nobody();
    const email = newAddress();
    await signInAt(browser, { name: 'Ada', email });
    await call(browser, 'auth.completeWelcome', { fullName: 'Ada', userType: 'brand' });
    expect(await call(browser, 'auth.setPassword', { password: 'password123' })).toMatchObject({ failure: 'PASSWORD_COMMON' });
    expect(await call(browser, 'auth.setPassword', { password: 'a-first-password' })).toMatchObject({ status: 200 });
    expect(await isSignedIn(browser)).toBe(true);
    expect(await call(browser, 'auth.setPassword', { password: 'a-second-password' })).toMatchObject({ failure: 'PASSWORD_EXISTS' });
    expect((await (await nobody())('POST', '/api/auth/login', { email, password: 'a-first-password' })).statusCode).toBe(200);
  });
});

describe('a change of the address', () => {
  const asked = async () => {
    const person = await registered(stack);
    const { browser } = await person.signIn();
    const to = newAddress();
    expect(await call(browser, 'auth.changeEmail', { email: to, password: 'quiet-otters-7' })).toMatchObject({ status: 200, data: { pendingEmail: to } });
    return { ...person, browser, to, token: tokenIn(await newest(to, 'Confirm your new email address')) };
  };

  it('waits for the new address to answer, and tells the old one', async () => {
    const { browser, email, to, token, signIn } = await asked();
    expect((await ask(browser, 'auth.account')).data).toMatchObject({ email, pendingEmail: to });
    expect(await newest(email, 'Your email address is about to change')).toBeDefined();
    expect((await signIn()).status).toBe(200);
    expect(await call(await nobody(), 'auth.confirmEmail', { token, change: true })).toMatchObject({ status: 200, data: { email: to } });
    expect((await signIn()).status).toBe(401);
    expect((await ask(browser, 'auth.account')).data).toMatchObject({ email: to, pendingEmail: null, emailVerifiedAt: expect.any(String) as string });
    expect(await newest(email, 'Your email address was changed')).toBeDefined();
    expect(await call(await nobody(), 'auth.confirmEmail', { token, change: true })).toMatchObject({ failure: 'LINK_INVALID' });
  });

  it('asks for the password', async () => {
    const { signIn } = await registered(stack);
    const { browser } = await signIn();
    for (const password of [undefined, '', 'wrong']) {
      expect(await call(browser, 'auth.changeEmail', { email: newAddress(), password })).toMatchObject({ failure: 'PASSWORD_WRONG' });
    }
  });

  it('is not made to the same address, or to somebody else’s', async () => {
    const { signIn, email } = await registered(stack);
    const { browser } = await signIn();
    const password = 'quiet-otters-7';
    expect(await call(browser, 'auth.changeEmail', { email: email.toUpperCase(), password })).toMatchObject({ failure: 'EMAIL_UNCHANGED' });
    expect(await call(browser, 'auth.changeEmail', { email: (await newBrand(stack.deps)).email, password })).toMatchObject({ failure: 'EMAIL_TAKEN' });
    expect(await call(browser, 'auth.changeEmail', { email: 'no address', password })).toMatchObject({ message: 'Please enter a valid email address' });
  });

  it('is not made when somebody registered with it meanwhile', async () => {
    const { to, token, id, email } = await asked();
    await newBrand(stack.deps, { email: to });
    expect(await call(await nobody(), 'auth.confirmEmail', { token, change: true })).toMatchObject({ status: 409, failure: 'EMAIL_TAKEN' });
    expect((await rowOf(id)).email).toBe(email);
  });

  it('belongs to one of two who want the same address', async () => {
    const [one, other] = [await registered(stack), await registered(stack)];
    const to = newAddress();
    for (const { signIn } of [one, other]) await call((await signIn()).browser, 'auth.changeEmail', { email: to, password: 'quiet-otters-7' });
    const mails = (await stack.mailsTo(to)).filter(({ subject }) => subject === 'Confirm your new email address');
    const answers = await Promise.all(mails.map(async (mail) => call(await nobody(), 'auth.confirmEmail', { token: tokenIn(mail), change: true })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it.each<[string, (browser: Browser, email: string) => Promise<unknown>]>([
    ['is taken back', (browser) => call(browser, 'auth.cancelEmailChange')],
    ['is replaced by another', (browser) => call(browser, 'auth.changeEmail', { email: newAddress(), password: 'quiet-otters-7' })],
    ['the password is changed', (browser) => call(browser, 'auth.changePassword', { currentPassword: 'quiet-otters-7', password: 'new-quiet-otters' })],
    ['the password is reset', async (_, email) => {
      await call(await nobody(), 'auth.forgotPassword', { email });
      return call(await nobody(), 'auth.resetPassword', { token: tokenIn(await newest(email, RESET)), password: 'new-quiet-otters' });
    }],
  ])('is dead once it %s', async (_, act) => {
    const { browser, email, token, id } = await asked();
    expect(await act(browser, email)).toMatchObject({ status: 200 });
    expect(await call(await nobody(), 'auth.confirmEmail', { token, change: true })).toMatchObject({ failure: 'LINK_INVALID' });
    expect((await rowOf(id)).email).toBe(email);
  });
});

describe('sessions', () => {
  const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

  it('are listed in plain words, this one first, and not somebody else’s', async () => {
    const { email, signIn } = await registered(stack);
    const elsewhere = await nobody();
    await elsewhere('POST', '/api/auth/login', { email, password: 'quiet-otters-7' }, { 'user-agent': CHROME });
    const { browser } = await signIn();
    const list = (await ask(browser, 'auth.sessions')).data as { device: string; isThis: boolean; ip: string }[];
    expect(list).toMatchObject([{ isThis: true, ip: '127.0.0.1' }, { isThis: false, device: 'Chrome on Windows' }]);
    expect(JSON.stringify(list)).not.toContain('userId');
  });

  it('end one by one, and only one’s own', async () => {
    const { signIn } = await registered(stack);
    const [here, elsewhere] = [(await signIn()).browser, (await signIn()).browser];
    const stranger = await stack.asBrowser(await newBrand(stack.deps));
    const [, other] = (await ask(here, 'auth.sessions')).data as { id: string }[];
    await call(stranger, 'auth.endSession', { id: other?.id });
    expect(await isSignedIn(elsewhere)).toBe(true);
    expect(await call(here, 'auth.endSession', { id: other?.id })).toMatchObject({ status: 200 });
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);
    expect(await call(here, 'auth.endSession', { id: other?.id })).toMatchObject({ status: 200 });
  });

  it('end all but this one, also those that begin in that moment', async () => {
    const { signIn } = await registered(stack);
    const here = (await signIn()).browser;
    const others = [(await signIn()).browser, (await signIn()).browser];
    expect(await call(here, 'auth.endOtherSessions')).toMatchObject({ status: 200 });
    expect(await Promise.all([here, ...others].map(isSignedIn))).toEqual([true, false, false]);
    expect((await ask(here, 'auth.sessions')).data).toHaveLength(1);
    // Again and again: this one goes on.
    await call(here, 'auth.endOtherSessions');
    await call(here, 'auth.endOtherSessions');
    expect(await isSignedIn(here)).toBe(true);
  });

  it.each([
    [CHROME, 'Chrome on Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1', 'Safari on iPhone'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.1; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Mac'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36 Edg/150.0', 'Edge on Windows'],
    ['Mozilla/5.0 (Linux; Android 16; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/150.0 Mobile Safari/537.36', 'Samsung Internet on Android'],
    ['curl/8.0', 'Unknown device'],
    ['MyApp/1.0 (Linux)', 'An app on Linux'],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
  ])('say what %j is', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device));
});

describe('GET /api/account/export', () => {
  it('is everything about the person and nothing secret', async () => {
    const { creator, brand } = await newBooking(stack.deps, { status: 'completed' });
    const browser = await stack.asBrowser(brand);
    const answer = await browser('GET', '/api/account/export');
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="marquee-${brand.username}.json"`);
    expect(answer.headers['content-type']).toContain('application/json');
    expect(answer.headers['cache-control']).toBe('no-store');
    const data = answer.json<Record<string, unknown[]> & { account: object }>();
    expect(data.account).toMatchObject({ email: brand.email, fullName: brand.fullName });
    expect(data['bookings']).toHaveLength(1);
    expect(data['sessions']).toHaveLength(1);
    expect(data['activity']?.length).toBeGreaterThan(0);
    expect(answer.body).not.toMatch(/argon2|passwordHash|idHash|pi_|acct_|_secret_/);
    expect(answer.body).not.toContain(creator.email);
    const own = (await (await stack.asBrowser(creator))('GET', '/api/account/export')).json<{ ledger: unknown[]; packages: unknown[] }>();
    expect([own.ledger.length, own.packages.length]).toEqual([1, 1]);
  });

  it('sends who is signed out to sign in', async () => {
    expect((await (await nobody())('GET', '/api/account/export')).headers['location']).toBe('/login?next=%2Fsettings%2Faccount');
  });
});

describe('deleting an account', () => {
  const remove = (browser: Browser, input: object = { password: PASSWORD }) => call(browser, 'accounts.remove', input);

  it('takes the person away, lets the address register again, and says goodbye', async () => {
    const creator = await newCreator(stack.deps, { fullName: 'Gone Girl', email: newAddress() });
    const pack = await newPackage(stack.deps, creator);
    const [browser, elsewhere] = [await stack.asBrowser(creator), await stack.asBrowser(creator)];
    const answer = await browser('POST', '/trpc/accounts.remove', { password: PASSWORD });
    expect(answer.statusCode).toBe(200);
    expect(answer.cookies).toMatchObject([{ name: 'marquee', value: '' }]);
    expect([await isSignedIn(browser), await isSignedIn(elsewhere)]).toEqual([false, false]);

    const row = await rowOf(creator.id);
    expect(row).toMatchObject({ fullName: 'Deleted user', bio: '', location: '', passwordHash: null, profileImageUrl: null, emailVerifiedAt: null });
    expect(JSON.stringify(row)).not.toMatch(/gone|girl/i);
    expect(row.email).not.toContain(creator.email);
    const visitor = await nobody();
    expect((await visitor('GET', `/api/profile/${creator.username}`)).statusCode).toBe(404);
    expect((await visitor('GET', `/api/profile/${row.username}`)).statusCode).toBe(404);
    expect((await visitor('GET', `/api/influencers/${creator.id}`)).statusCode).toBe(404);
    expect((await visitor('GET', `/api/packages/${pack.id}`)).statusCode).toBe(404);
    expect((await visitor('POST', '/api/auth/login', { email: creator.email, password: PASSWORD })).statusCode).toBe(401);
    expect(await newest(creator.email, 'Your account was deleted')).toBeDefined();
    const again = await visitor('POST', '/api/auth/register', { fullName: 'Gone Girl', email: creator.email, userType: 'brand', password: 'quiet-otters-7' });
    expect(again.statusCode).toBe(201);
  });

  it('asks for the password, or for the word where there is none', async () => {
    const browser = await stack.asBrowser(await newBrand(stack.deps));
    expect(await remove(browser, {})).toMatchObject({ failure: 'PASSWORD_WRONG' });
    expect(await remove(browser, { confirmation: 'DELETE' })).toMatchObject({ failure: 'PASSWORD_WRONG' });
    expect(await isSignedIn(browser)).toBe(true);

    const external = await nobody();
    const email = newAddress();
    await signInAt(external, { name: 'Ada', email });
    await call(external, 'auth.completeWelcome', { fullName: 'Ada', userType: 'brand' });
    expect(await remove(external, { confirmation: 'yes' })).toMatchObject({ failure: 'DELETION_UNCONFIRMED', message: 'Type DELETE to confirm' });
    expect(await remove(external, { confirmation: ' delete ' })).toMatchObject({ status: 200 });
    // The identity is free again: signing in with it is a first sign-in.
    expect(await signInAt(await nobody(), { name: 'Ada', email })).toBe('/welcome');
  });

  it.each(['pending', 'accepted', 'in_progress', 'completed'] as const)('waits while a booking has money in it: %s', async (status) => {
    const { creator, brand } = await newBooking(stack.deps, { status });
    for (const person of [creator, brand]) {
      expect(await remove(await stack.asBrowser(person))).toMatchObject({ status: 409, failure: 'ACCOUNT_IN_USE' });
      expect((await rowOf(person.id)).deletedAt).toBeNull();
    }
  });

  it('leaves settled bookings and the books to the other side, without the name', async () => {
    const { id, asBrand, asCreator, brand, creator } = await newBooking(stack.deps, { status: 'completed' });
    await asBrand.payments.approve({ id });
    await stack.idle();
    const ledger = () => stack.deps.db.selectFrom('ledgerEntry').selectAll().execute();
    const before = await ledger();
    expect(await remove(await stack.asBrowser(brand))).toMatchObject({ status: 200 });
    const booking = await asCreator.bookings.byId({ id });
    expect(booking).toMatchObject({ status: 'completed', brandName: 'Deleted user', customer: { name: 'Deleted user', email: '' } });
    expect((await asCreator.bookings.list({})).items).toHaveLength(1);
    expect(await ledger()).toEqual(before);
    expect(await remove(await stack.asBrowser(creator))).toMatchObject({ status: 200 });
  });

  it('ends orders that nobody paid, so that none can be paid later', async () => {
    const creator = await newPayableCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    const pack = await newPackage(stack.deps, creator);
    const { bookingId } = await stack.as(brand).payments.openCheckout({ packageId: pack.id, brandUserId: brand.id, customer: { name: 'N', email: 'n@example.test', projectDescription: 'x' } });
    expect(await remove(await stack.asBrowser(creator))).toMatchObject({ status: 200 });
    await stack.idle();
    const booking = await stack.deps.db.selectFrom('booking').select(['status', 'paymentState']).where('id', '=', bookingId).executeTakeFirstOrThrow();
    expect(booking).toEqual({ status: 'cancelled', paymentState: 'voided' });
  });

  it('happens once when the button is pressed twice, and races no new order', async () => {
    const creator = await newPayableCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    const pack = await newPackage(stack.deps, creator);
    const browsers = await Promise.all([stack.asBrowser(creator), stack.asBrowser(creator)]);
    const orders = Array.from({ length: 4 }, () => stack.as(brand).payments.openCheckout({ packageId: pack.id, brandUserId: brand.id }).catch(() => null));
    await Promise.all([...browsers.map((browser) => remove(browser)), ...orders]);
    await stack.idle();
    expect((await rowOf(creator.id)).deletedAt).toBeInstanceOf(Date);
    const open = await stack.deps.db.selectFrom('booking').select('status').where('creatorId', '=', creator.id).where('status', '<>', 'cancelled').execute();
    expect(open).toEqual([]);
    expect((await stack.mailsTo(creator.email)).filter(({ subject }) => subject === 'Your account was deleted')).toHaveLength(1);
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
      expect(await statuses('auth.changePassword', { currentPassword: 'x', password: 'new-quiet-otters' }, browser)).toBe(429);
    } finally {
      env.RATE_LIMIT = 'off';
    }
  });
});
