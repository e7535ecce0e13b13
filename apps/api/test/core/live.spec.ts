/**
 * Tests the live stream across processes that share a database: who receives which events, and that none is lost or
 * repeated when a process dies or PostgreSQL closes its connections.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { MAX_STREAMS } from '@marquee/contracts';
import { findFreePort } from '@marquee/tools/local/postgres';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionUser } from '../../src/core/ctx.ts';
import { newAdmin, newBooking, newBrand, newCreator, newPayableCreator } from '../../src/demo/builders.ts';
import { useStack, toEnvVariables } from '../support/stack.ts';
import { signInForCookies, openEventStream } from '../support/event-stream.ts';

const stack = useStack();
const MAIN = new URL('../../src/process/main.ts', import.meta.url).pathname;

/** The second process. The stack's server is the first. */
let child: ChildProcess;
let other: string;
const first = () => `http://127.0.0.1:${stack.deps.env.PORT}`;

async function startOther(): Promise<void> {
  const port = await findFreePort();
  other = `http://127.0.0.1:${port}`;
  child = fork(MAIN, {
    env: { ...process.env, ...toEnvVariables(stack.deps.env), ROLE: 'web', PORT: String(port), PUBLIC_URL: other },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exit = once(child, 'exit').then(() => {
    throw new Error('The server ended while it was starting');
  });
  await Promise.race([once(child, 'message'), exit]);
  exit.catch(() => {});
}

async function killOther(): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGKILL');
  await exit;
}

// A process may start slowly on a busy machine.
const START_MS = 120_000;
beforeAll(startOther, START_MS);
afterAll(killOther);

/**
 * Creates a brand and a creator with a conversation. `say` sends a message as one of them through the first process.
 */
async function pair() {
  const [creator, brand] = [await newCreator(stack.deps), await newBrand(stack.deps)];
  const { conversationId: id } = await stack.as(brand).messages.send({
    to: { username: creator.username },
    clientId: randomUUID(),
    text: 'Hello',
  });
  const say = (as: SessionUser, text: string) =>
    stack.as(as).messages.send({ to: { id }, clientId: randomUUID(), text });
  return { creator, brand, id, say };
}

const texts = async (user: SessionUser, id: string, after: number) =>
  (await stack.as(user).messages.page({ id, after })).items.map(({ number, text }) => [number, text]);

describe('a message', () => {
  it('is announced in another process, but only to the two participants of the conversation', async () => {
    const { creator, brand, id, say } = await pair();
    const stranger = await newCreator(stack.deps);
    const listening = await Promise.all(
      [creator, brand, stranger].map(async (user) => openEventStream(other, await signInForCookies(other, user))),
    );
    await Promise.all(listening.map((each) => each.heard('hello')));
    await say(brand, 'One');
    const [ofCreator, ofBrand, ofStranger] = listening;
    expect(await ofCreator?.heard('message', ({ number }) => number === 2)).toEqual({ kind: 'message', id, number: 2 });
    await ofBrand?.heard('message', ({ number }) => number === 2);
    // This later event arrives over the same channel, so any earlier one would have arrived by now.
    const { say: sayToStranger } = await (async () => {
      const about = await stack.as(await newBrand(stack.deps)).messages.send({
        to: { username: stranger.username },
        clientId: randomUUID(),
        text: 'To the stranger',
      });
      return { say: about };
    })();
    await ofStranger?.heard('message', (event) => event.id === sayToStranger.conversationId);
    expect(ofStranger?.events.filter((event) => event.id === id)).toEqual([]);
    for (const each of listening) each.close();
  });

  it('is announced with an event id that does not reveal the number of events', async () => {
    const creator = await newPayableCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    const stranger = await newCreator(stack.deps);
    const write = (text: string) =>
      stack.as(brand).messages.send({ to: { username: creator.username }, clientId: randomUUID(), text });
    const cookies = await signInForCookies(other, stranger);
    const ids: string[] = [];
    for (let at = 0; at < 3; at++) {
      const listening = await openEventStream(other, cookies);
      await listening.heard('hello');
      ids.push(listening.lastId() ?? '');
      listening.close();
      await write(`Number ${at}`);
    }
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[\w-]{22}$/);
    // Invalid event ids are treated like ids from another process.
    for (const since of ['x', 'A'.repeat(22), '0123abcd-5', '9'.repeat(400)]) {
      const listening = await openEventStream(other, cookies, { 'last-event-id': since });
      await listening.heard('reload');
      listening.close();
    }
    const listening = await openEventStream(other, await signInForCookies(other, creator));
    await listening.heard('hello');
    await newBooking(stack.deps, { creator, brand });
    expect(await listening.heard('notification')).toMatchObject({ number: 0 });
    expect(await listening.heard('booking')).toMatchObject({ number: 0 });
    listening.close();
  });

  it('arrives even if PostgreSQL closes every listening connection', async () => {
    const { creator, brand, id, say } = await pair();
    const listening = await openEventStream(other, await signInForCookies(other, creator));
    await listening.heard('hello');
    const cut = () =>
      sql`select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'marquee-listener' and datname = current_database()`.execute(stack.deps.db);
    for (let number = 2; number < 6; number++) {
      await cut();
      await say(brand, `Number ${number}`);
      await listening.heard('message', (event) => event.id === id && event.number === number);
    }
    expect(await texts(creator, id, 1)).toEqual([2, 3, 4, 5].map((number) => [number, `Number ${number}`]));
    listening.close();
  });

  it('is announced even if the process that stored the message died before announcing it', async () => {
    const { creator, brand, id } = await pair();
    const listening = await openEventStream(first(), await signInForCookies(first(), creator));
    await listening.heard('hello');
    // Writes the rows without a notification, like a process that dies after its commit.
    await stack.deps.db.transaction().execute(async (db) => {
      const row = {
        conversationId: id,
        number: 2,
        authorWorkspaceId: brand.workspaceId,
        clientId: randomUUID(),
        text: 'Last words',
      };
      await db
        .insertInto('message')
        .values({ ...row, isDelivered: true, at: stack.deps.now(), announcement: null, quoted: null })
        .execute();
      await db.updateTable('conversation').set({ lastNumber: 2 }).where('id', '=', id).execute();
      await db
        .updateTable('conversationParticipant')
        .set({ lastNumber: 2, lastAt: stack.deps.now() })
        .where('conversationId', '=', id)
        .execute();
    });
    expect(await listening.heard('message', ({ number }) => number === 2)).toMatchObject({ id });
    listening.close();
  });

  it('is reported to its author as read even if the process died before announcing it, unless the recipient has blocked the author', async () => {
    const [one, blocked] = [await pair(), await pair()];
    await stack.as(blocked.creator).messages.setBlocked({ workspaceId: blocked.brand.id, isBlocked: true });
    const [heard, unheard] = await Promise.all(
      [one, blocked].map(async ({ brand }) => openEventStream(first(), await signInForCookies(first(), brand))),
    );
    await Promise.all([heard?.heard('hello'), unheard?.heard('hello')]);
    // Writes the rows without a notification, like a process that dies after its commit.
    for (const { id, creator } of [blocked, one])
      await stack.deps.db
        .updateTable('conversationParticipant')
        .set({ readNumber: 1, unread: 0, unreadSince: null, readAt: stack.deps.now() })
        .where('conversationId', '=', id)
        .where('workspaceId', '=', creator.workspaceId)
        .execute();
    await heard?.heard('read', (event) => event.id === one.id);
    expect(unheard?.events.filter(({ kind }) => kind === 'read')).toEqual([]);
    for (const each of [heard, unheard]) each?.close();
  });

  it(
    'is not lost when the process that streams to the recipient’s page dies',
    async () => {
      const { creator, brand, id, say } = await pair();
      const before = await openEventStream(other, await signInForCookies(other, creator));
      await before.heard('hello');
      const lastId = before.lastId() ?? '';
      await killOther();
      await before.ended;
      for (const text of ['While', 'nobody', 'listened']) await say(brand, text);
      await startOther();
      const cookie = await signInForCookies(other, creator);
      const after = await openEventStream(other, cookie, { 'last-event-id': lastId });
      // The new process does not know the id, so the page asks for all messages after its last one.
      await after.heard('reload');
      expect(await texts(creator, id, 1)).toEqual([
        [2, 'While'],
        [3, 'nobody'],
        [4, 'listened'],
      ]);
      after.close();
    },
    START_MS,
  );
});

describe('a live stream', () => {
  it('resends only the missed events after a reconnection to the same process', async () => {
    const { creator, brand, id, say } = await pair();
    const cookie = await signInForCookies(first(), creator);
    const before = await openEventStream(first(), cookie);
    await before.heard('hello');
    await say(brand, 'Two');
    await before.heard('message', ({ number }) => number === 2);
    const lastId = before.lastId() ?? '';
    before.close();
    await say(brand, 'Three');
    const after = await openEventStream(first(), cookie, { 'last-event-id': lastId });
    await after.heard('message', ({ number }) => number === 3);
    expect(after.events.filter(({ kind, number }) => kind === 'message' && number === 2 && id)).toEqual([]);
    expect(after.events.map(({ kind }) => kind)).not.toContain('reload');
    after.close();
    for (const wrong of ['', 'nonsense', '00000000-5', `${lastId.split('-')[0]}-999999999999999999`]) {
      const again = await openEventStream(first(), cookie, { 'last-event-id': wrong });
      await again.heard('reload');
      again.close();
    }
  });

  it('requires a signed-in user and a page of our own site, and limits the number of streams per user', async () => {
    const brand = await newBrand(stack.deps);
    const cookie = await signInForCookies(first(), brand);
    expect((await openEventStream(first(), '')).status).toBe(401);
    expect((await openEventStream(first(), cookie, { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
    const open = await Promise.all(Array.from({ length: MAX_STREAMS }, () => openEventStream(first(), cookie)));
    expect(open.map(({ status }) => status)).toEqual(open.map(() => 200));
    expect((await openEventStream(first(), cookie)).status).toBe(429);
    for (const each of open) each.close();
    expect((await fetch(`${first()}/api/live`, { method: 'HEAD', headers: { cookie } })).status).toBe(404);
  });

  it('ends when its user signs out or is suspended through another process', async () => {
    const [one, suspended] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    const cookie = await signInForCookies(other, one);
    const listening = await openEventStream(other, cookie);
    const ofSuspended = await openEventStream(other, await signInForCookies(other, suspended));
    await Promise.all([listening.heard('hello'), ofSuspended.heard('hello')]);
    await fetch(`${first()}/trpc/auth.signOut`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: '{}',
    });
    await listening.heard('end');
    await listening.ended;
    await stack.as(await newAdmin(stack.deps)).admin.suspendUser({ id: suspended.id, reason: 'Spam' });
    await ofSuspended.heard('end');
    await ofSuspended.ended;
  });
});

it('notifies both sides on the live stream when the status of their booking changes', async () => {
  const { id, creator, brand } = await newBooking(stack.deps);
  const listening = await Promise.all(
    [creator, brand].map(async (user) => openEventStream(other, await signInForCookies(other, user))),
  );
  await Promise.all(listening.map((each) => each.heard('hello')));
  await stack.as(creator).bookings.move({ id, status: 'accepted' });
  for (const each of listening) {
    expect(await each.heard('booking', (event) => event.id === id)).toMatchObject({ id });
    each.close();
  }
});
