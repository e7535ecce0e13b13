/** Tests that an attacker's sign-in attempts cannot lock owners out of their accounts or slow them down. */
import { describe, expect, it } from 'vitest';
import { createWorkLimiter } from '../../../src/core/work-limiter.ts';
import { toNetwork } from '../../../src/core/network.ts';
import { newBrand, BUILDER_PASSWORD } from '../../../src/demo/builders.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack({ RATE_LIMIT: 'on', TRUST_PROXY: '1' });

const from = (ip: string) => ({ 'x-forwarded-for': ip });
const signIn = async (email: string, ip: string, password = BUILDER_PASSWORD, cookies: Record<string, string> = {}) =>
  stack.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password },
    headers: from(ip),
    cookies,
  });
const tryWrong = async (email: string, ip: string, times: number) =>
  Promise.all(Array.from({ length: times }, (_, n) => signIn(email, ip, `wrong-${n}`)));

describe('an account owner', () => {
  it('can sign in from another network while the attacker’s network is blocked', async () => {
    const { email } = await newBrand(stack.deps);
    await tryWrong(email, '198.51.100.7', 12);
    expect((await signIn(email, '198.51.100.7')).statusCode).toBe(429);
    expect((await signIn(email, '203.0.113.9')).statusCode).toBe(200);
  });

  it('can sign in on a known device, no matter how many attempts from its own or other networks failed', async () => {
    const { email } = await newBrand(stack.deps);
    const first = await signIn(email, '198.51.100.20');
    const device = first.cookies.find(({ name }) => name === 'marquee-device');
    expect(device).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(device?.maxAge).toBeGreaterThan(300 * 24 * 3600);
    await tryWrong(email, '198.51.100.20', 10);
    expect((await signIn(email, '198.51.100.20')).statusCode).toBe(429);
    const cookies = { 'marquee-device': device?.value ?? '' };
    expect((await signIn(email, '198.51.100.20', BUILDER_PASSWORD, cookies)).statusCode).toBe(200);

    // Failed attempts on the known device still count. Its cookie does not work for other accounts, and a forged
    // cookie never works.
    const other = (await newBrand(stack.deps)).email;
    await tryWrong(other, '198.51.100.21', 10);
    expect((await signIn(other, '198.51.100.21', BUILDER_PASSWORD, cookies)).statusCode).toBe(429);
    const forged = { 'marquee-device': `${device?.value.split('.')[0]}.made-up` };
    expect((await signIn(email, '198.51.100.20', BUILDER_PASSWORD, forged)).statusCode).toBe(429);
    const wrong = await Promise.all(
      Array.from({ length: 25 }, (_, n) => signIn(email, `203.0.113.${n}`, `wrong-${n}`, cookies)),
    );
    expect(wrong.filter(({ statusCode }) => statusCode === 429).length).toBeGreaterThanOrEqual(5);
  });

  it('can sign in on a new device until there have been two hundred attempts from many networks', async () => {
    const { email } = await newBrand(stack.deps);
    for (let network = 0; network < 19; network++) await tryWrong(email, `192.0.2.${network}`, 10);
    expect((await signIn(email, '203.0.113.77')).statusCode).toBe(200);
    await tryWrong(email, '192.0.2.100', 9);
    expect((await signIn(email, '203.0.113.78')).statusCode).toBe(429);
  });
});

describe('a network', () => {
  it.each([
    ['198.51.100.7', '198.51.100.7'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['no address', 'no address'],
  ])('is derived from the IP address %s as %s', (ip, network) => expect(toNetwork(ip)).toBe(network));

  it('cannot keep twenty other users from signing in by sending sixty attempts at once', async () => {
    const people = [];
    for (let personCount = 0; personCount < 20; personCount++) people.push(await newBrand(stack.deps));
    const flood = Array.from({ length: 60 }, (_, n) => signIn(`nobody-${n}@example.test`, '198.51.100.99'));
    const honest = await Promise.all(people.map(({ email }, n) => signIn(email, `203.0.113.${100 + n}`)));
    expect(honest.map(({ statusCode }) => statusCode)).toEqual(people.map(() => 200));
    const answers = (await Promise.all(flood)).map(({ statusCode }) => statusCode);
    expect(new Set(answers)).toEqual(new Set([401, 503]));
  });
});

describe('a work limiter', () => {
  it('limits concurrency, alternates between callers, and rejects the busiest caller’s waiting work to admit others', async () => {
    const gate = createWorkLimiter(2, 4);
    const order: string[] = [];
    let running = 0;
    let most = 0;
    const { promise: open, resolve } = Promise.withResolvers<void>();
    const enter = (who: string, name: string) =>
      gate(async () => {
        most = Math.max(most, ++running);
        await open;
        order.push(name);
        running--;
      }, who).then(
        () => name,
        (error: { failure?: string }) => `${name} ${error.failure}`,
      );
    const enterAll = (names: string[]) => names.map((name) => enter(name[0] ?? '', name));
    const first = enterAll(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7']);
    await expect.poll(() => running).toBe(2);
    const second = enterAll(['b1', 'c1', 'b2', 'c2']);
    resolve();
    expect(await Promise.all([...first, ...second])).toEqual([
      'a1',
      'a2',
      'a3',
      'a4',
      'a5 TOO_BUSY',
      'a6 TOO_BUSY',
      'a7 TOO_BUSY',
      'b1',
      'c1',
      'b2 TOO_BUSY',
      'c2 TOO_BUSY',
    ]);
    expect(most).toBe(2);
    expect(order).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4']);
    await expect(gate(() => Promise.reject(new Error('own')), 'a')).rejects.toThrow('own');
    expect(await enter('a', 'again')).toBe('again');
  });
});
