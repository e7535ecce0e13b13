/** Tests how a user's sessions are listed, described and ended. */
import { describe, expect, it } from 'vitest';
import { newBrand } from '../../../src/demo/builders.ts';
import { formatDevice } from '../../../src/core/devices.ts';
import {
  queryProcedure,
  callProcedure,
  isSignedIn,
  createEmailAddress,
  registerAccount,
  useAccounts,
} from '../../support/accounts.ts';

const { stack, nobody, rowOf } = useAccounts();

describe('the list of sessions', () => {
  const CHROME =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36';

  it('contains only the user’s own sessions, the current one first, with readable device names', async () => {
    const { email, signIn } = await registerAccount(stack);
    const elsewhere = await nobody();
    await elsewhere('POST', '/api/auth/login', { email, password: 'quiet-otters-7' }, { 'user-agent': CHROME });
    const { browser } = await signIn();
    const list = (await queryProcedure(browser, 'auth.sessions')).data as {
      device: string;
      isThis: boolean;
      ip: string;
    }[];
    expect(list).toMatchObject([
      { isThis: true, ip: '127.0.0.1' },
      { isThis: false, device: 'Chrome on Windows' },
    ]);
    expect(JSON.stringify(list)).not.toContain('personId');
  });

  it('lets a user end a single session, but no session of another user', async () => {
    const { signIn } = await registerAccount(stack);
    const [here, elsewhere] = [(await signIn()).browser, (await signIn()).browser];
    const stranger = await stack.asBrowser(await newBrand(stack.deps));
    const [, other] = (await queryProcedure(here, 'auth.sessions')).data as { id: string }[];
    await callProcedure(stranger, 'auth.endSession', { id: other?.id });
    expect(await isSignedIn(elsewhere)).toBe(true);
    expect(await callProcedure(here, 'auth.endSession', { id: other?.id })).toMatchObject({ status: 200 });
    expect([await isSignedIn(here), await isSignedIn(elsewhere)]).toEqual([true, false]);
    expect(await callProcedure(here, 'auth.endSession', { id: other?.id })).toMatchObject({ status: 200 });
  });

  it('lets a user end all other sessions repeatedly without losing the current one', async () => {
    const { signIn } = await registerAccount(stack);
    const here = (await signIn()).browser;
    const others = [(await signIn()).browser, (await signIn()).browser];
    expect(await callProcedure(here, 'auth.endOtherSessions')).toMatchObject({ status: 200 });
    expect(await Promise.all([here, ...others].map(isSignedIn))).toEqual([true, false, false]);
    expect((await queryProcedure(here, 'auth.sessions')).data).toHaveLength(1);
    await callProcedure(here, 'auth.endOtherSessions');
    await callProcedure(here, 'auth.endOtherSessions');
    expect(await isSignedIn(here)).toBe(true);
  });

  it.each(['auth.signOut', 'auth.endSession', 'auth.endOtherSessions'])(
    'ends a session by %s although a request of it is still running and saves it at its end',
    async (path) => {
      const { password, signIn } = await registerAccount(stack);
      for (let round = 0; round < 3; round += 1) {
        const [here, elsewhere] = [(await signIn()).browser, (await signIn()).browser];
        const [, other] = (await queryProcedure(here, 'auth.sessions')).data as { id: string }[];
        const saving = callProcedure(elsewhere, 'auth.confirm', { password });
        await callProcedure(path === 'auth.signOut' ? elsewhere : here, path, { id: other?.id });
        await saving;
        expect([path, await isSignedIn(elsewhere)]).toEqual([path, false]);
      }
    },
  );

  it.each([
    [CHROME, 'Chrome on Windows'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.1; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Mac'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0 Safari/537.36 Edg/150.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 16; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/150.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    ['curl/8.0', 'Unknown device'],
    ['MyApp/1.0 (Linux)', 'An app on Linux'],
    ['', 'Unknown device'],
    [null, 'Unknown device'],
  ])('describes the user agent %j as %s', (userAgent, device) => expect(formatDevice(userAgent)).toBe(device));
});

describe('the time zone of the browser', () => {
  it('is saved at registration and at each sign-in, unless it is invalid', async () => {
    const browser = await nobody();
    const [email, password] = [createEmailAddress(), 'quiet-otters-7'];
    const form = { fullName: 'Zoë van Dijk', email, userType: 'brand', password };
    const { data } = await callProcedure(browser, 'auth.register', { ...form, timeZone: 'Europe/Lisbon' });
    const { id } = data as { id: string };
    const zone = async () =>
      (await stack.deps.db.selectFrom('person').select('timeZone').where('id', '=', id).executeTakeFirstOrThrow())
        .timeZone;
    expect(await zone()).toBe('Europe/Lisbon');
    expect((await callProcedure(browser, 'auth.signIn', { email, password, timeZone: 'Asia/Tokyo' })).status).toBe(200);
    expect(await zone()).toBe('Asia/Tokyo');
    for (const timeZone of ['Mars/Olympus', '+02:00', 'x'.repeat(80), 7, null, undefined])
      expect((await callProcedure(browser, 'auth.signIn', { email, password, timeZone })).status).toBe(200);
    expect(await zone()).toBe('Asia/Tokyo');
    // The workspace keeps the time zone in which it was founded.
    expect((await rowOf(id)).timeZone).toBe('Europe/Lisbon');
  });

  it('is not saved when a user registers through the REST API', async () => {
    expect((await rowOf((await registerAccount(stack)).id)).timeZone).toBeNull();
  });
});
