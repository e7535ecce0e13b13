/** Tests storage quotas, the permission to upload, and the limited number of upload slots. */
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { DAY_MS } from '@marquee/time';
import { LIMITS } from '@marquee/validation';
import { FILE_PART_BYTES, type WorkspaceId } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import { findFreePort } from '@marquee/tools/local/postgres';
import { VERSION } from '../../src/config/version.ts';
import type { SessionUser } from '../../src/core/ctx.ts';
import { findAwayFailure } from '../../src/core/failures.ts';
import {
  newAdminWithoutFactor,
  newBooking,
  newBrand,
  newCreator,
  newPackage,
  newPayableCreator,
  BUILDER_PASSWORD,
} from '../../src/demo/builders.ts';
import { buildServer } from '../../src/http/server.ts';
import { findDeliveredBytes } from '../../src/modules/booking/files/files.sql.ts';
import { toStatusAndBody } from '../support/responses.ts';
import { getRefusalCode } from '../support/booking-money.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack({ RATE_LIMIT: 'on' });

const MB = 1024 ** 2;
let names = 0;
const beginFile = (user: SessionUser, bytes: number) =>
  stack.as(user).messages.beginFile({ name: `file ${names++}`, bytes, uploadKey: randomUUID() });
const LARGEST = LIMITS.messageFileBytes;
/** Inserts rows of maximum-size files, as if they had been uploaded, until they add up to at least `bytes`. */
const store = (
  authorWorkspaceId: WorkspaceId,
  bytes: number,
  at: { conversationId?: string; number?: number; age?: number } = {},
) =>
  stack.deps.pool.query(
    `insert into file (author_workspace_id, conversation_id, number, name, bytes, upload_key, parts, sha256, started_at, finished_at)
     select $1, $2, $3, 'stored', ${LARGEST}, '1', 4, repeat('0', 64), $4, $4 from generate_series(1, $5)`,
    [
      authorWorkspaceId,
      at.conversationId ?? null,
      at.number ?? null,
      new Date(stack.deps.now().getTime() - (at.age ?? 0)),
      Math.ceil(bytes / LARGEST),
    ],
  );
const write = (user: SessionUser, to: { username: string } | { bookingId: string }, files: string[] = []) =>
  stack.as(user).messages.send({ to, clientId: randomUUID(), text: 'Hello', files });

async function uploaded(user: SessionUser, size = 20): Promise<string> {
  const { id } = await beginFile(user, size);
  const browser = await stack.asBrowser(user);
  const type = { 'content-type': 'application/octet-stream' };
  const answer = await browser('PUT', `/api/files/${id}/parts/0`, Buffer.alloc(size, 1), type);
  expect(answer.statusCode, answer.body).toBe(200);
  return id;
}

describe('a message file', () => {
  it('is refused for a user with neither a verified email address nor a booking', async () => {
    const [brand, creator] = [
      await newBrand(stack.deps, { emailVerified: false }),
      await newPayableCreator(stack.deps),
    ];
    expect(await getRefusalCode(beginFile(brand, 10))).toBe('FILES_UNCONFIRMED');
    const answer = await (
      await stack.asBrowser(brand)
    )('POST', '/trpc/messages.beginFile', { name: 'a', bytes: 10, uploadKey: randomUUID() });
    expect(answer.statusCode).toBe(403);
    // An unpaid order does not count as a booking.
    const { id: packageId } = await newPackage(stack.deps, creator);
    await stack.as(brand).payments.openCheckout({ packageId, brandUserId: brand.id });
    expect(await getRefusalCode(beginFile(brand, 10))).toBe('FILES_UNCONFIRMED');
  });

  it('can be sent by an unverified brand only to the creator it has booked', async () => {
    const brand = await newBrand(stack.deps, { emailVerified: false });
    const other = await newCreator(stack.deps);
    const { id: bookingId } = await newBooking(stack.deps, { brand });
    const file = await uploaded(brand);
    expect(await getRefusalCode(write(brand, { username: other.username }, [file]))).toBe('FILES_UNCONFIRMED');
    await write(brand, { username: other.username });
    await write(brand, { bookingId }, [file]);
  });

  it('counts toward the quota of its author until the file is removed, whether or not it was sent', async () => {
    const [brand, creator] = [await newBrand(stack.deps), await newCreator(stack.deps)];
    const { conversationId } = await write(brand, { username: creator.username });
    await store(brand.workspaceId, LIMITS.personMessageBytes - 2 * LARGEST, {
      conversationId,
      number: 1,
      age: 300 * DAY_MS,
    });
    const { id } = await beginFile(brand, 25 * MB);
    await beginFile(brand, 1);
    expect(await getRefusalCode(beginFile(brand, 25 * MB))).toBe('FILES_KEPT_FULL');
    await stack.as(brand).messages.discardFile({ id });
    await beginFile(brand, 25 * MB);
    expect(await getRefusalCode(beginFile(brand, 25 * MB))).toBe('FILES_KEPT_FULL');
    await stack.deps.pool.query('update file set dropped_at = now() where author_workspace_id = $1 and number = 1', [
      brand.id,
    ]);
    await beginFile(brand, 25 * MB);
    // The creator's quota is separate.
    await beginFile(creator, 25 * MB);
  });

  it('is accepted from only one of six simultaneous uploads if the rest of the quota has space for one', async () => {
    const [brand, creator] = [await newBrand(stack.deps), await newCreator(stack.deps)];
    const { conversationId } = await write(brand, { username: creator.username });
    await store(brand.workspaceId, LIMITS.personMessageBytes - 2 * LARGEST, {
      conversationId,
      number: 1,
      age: 2 * DAY_MS,
    });
    const results = await Promise.all(Array.from({ length: 6 }, () => getRefusalCode(beginFile(brand, 25 * MB))));
    expect(results.filter((result) => result !== 'FILES_KEPT_FULL')).toHaveLength(1);
  });

  it('counts toward the quota of the conversation, regardless of which side sent it', async () => {
    const [brand, creator] = [await newBrand(stack.deps), await newCreator(stack.deps)];
    const { conversationId } = await write(brand, { username: creator.username });
    await store(creator.workspaceId, LIMITS.conversationBytes - 2 * LARGEST, {
      conversationId,
      number: 1,
      age: 2 * DAY_MS,
    });
    await write(brand, { username: creator.username }, [await uploaded(brand)]);
    await store(creator.workspaceId, 2 * LARGEST, { conversationId, number: 1, age: 2 * DAY_MS });
    const more = await uploaded(brand);
    expect(await getRefusalCode(write(brand, { username: creator.username }, [more]))).toBe('CONVERSATION_FILES_FULL');
    // The refused message left nothing behind, and its file can be sent elsewhere.
    await write(brand, { username: (await newCreator(stack.deps)).username }, [more]);
  });

  it('counts toward the quota of the sender’s network for a day', async () => {
    const brand = await newBrand(stack.deps);
    const { id } = await beginFile(brand, 10);
    const { rows } = await stack.deps.pool.query<{ network: string }>('select network from file where id = $1', [id]);
    expect(rows[0]?.network).toMatch(/^[\w-]{43}$/);
    const others = await Promise.all(Array.from({ length: 4 }, () => newBrand(stack.deps)));
    for (const other of others) await store(other.workspaceId, LIMITS.networkFileBytes / others.length);
    await stack.deps.pool.query('update file set network = $1 where author_workspace_id = any($2)', [
      rows[0]?.network,
      others.map((other) => other.id),
    ]);
    const late = await newCreator(stack.deps);
    expect(await getRefusalCode(beginFile(late, 25 * MB))).toBe('NETWORK_FILES_FULL');
    await stack.deps.pool.query(`update file set started_at = started_at - interval '25 hours'`);
    await beginFile(late, 25 * MB);
  });
});

describe('a deliverable', () => {
  it('accepts no more files once the deliverables of all the creator’s bookings use up the creator’s quota', async () => {
    const creator = await newCreator(stack.deps);
    const { id, asCreator } = await newBooking(stack.deps, { creator, status: 'in_progress' });
    const { items } = await asCreator.deliveries.byBooking({ id });
    const deliverableId = items[0]?.id ?? '';
    const begin = (bytes: number) =>
      asCreator.deliveries.beginFile({ deliverableId, name: 'a', bytes, uploadKey: randomUUID() });
    await begin(10);
    await stack.deps.pool.query(
      `insert into file (deliverable_id, author_workspace_id, number, name, bytes, upload_key, parts, sha256, started_at, finished_at)
       select deliverable_id, author_workspace_id, null, 'stored', ${LIMITS.fileBytes}, '1', 25, repeat('0', 64), started_at, started_at
       from file, generate_series(1, 2) where author_workspace_id = $1`,
      [creator.id],
    );
    await begin(11);
    // Stores the files in another booking, with this creator as their author, because the quota covers all bookings
    // of a creator.
    const { id: another, asCreator: asOther } = await newBooking(stack.deps, { status: 'in_progress' });
    const other = (await asOther.deliveries.byBooking({ id: another })).items[0]?.id;
    await stack.deps.pool.query(
      `insert into file (deliverable_id, author_workspace_id, number, name, bytes, upload_key, parts, sha256, started_at, finished_at)
       select $1, $2, null, 'stored', ${LIMITS.fileBytes}, '1', 25, repeat('0', 64), now(), now()
       from generate_series(1, ${LIMITS.creatorDeliveryBytes / LIMITS.fileBytes})`,
      [other, creator.id],
    );
    expect(await getRefusalCode(begin(12))).toBe('DELIVERY_FILES_FULL');
  });

  it('no longer counts a file toward the creator’s quota when the file is discarded or past its retention period', async () => {
    const creator = await newCreator(stack.deps);
    const { id, asCreator } = await newBooking(stack.deps, { creator, status: 'in_progress' });
    const deliverableId = (await asCreator.deliveries.byBooking({ id })).items[0]?.id ?? '';
    const begin = (bytes: number) =>
      asCreator.deliveries.beginFile({ deliverableId, name: 'a', bytes, uploadKey: randomUUID() });
    const counted = () => stack.deps.db.transaction().execute((db) => findDeliveredBytes(db, creator.workspaceId));
    expect(await counted()).toBe(0);
    const { id: small } = await begin(10);
    const { id: large } = await begin(3 * MB);
    // A small file counts as 256 KB.
    expect(await counted()).toBe(3 * MB + LIMITS.countedFileBytes);
    await asCreator.deliveries.discardFile({ id: small });
    expect(await counted()).toBe(3 * MB);
    await stack.deps.pool.query('update file set dropped_at = now() where id = $1', [large]);
    expect(await counted()).toBe(0);
  });
});

describe('the check of the free disk space', () => {
  it('makes the server refuse every upload with an explanation and alert monitoring and staff if too little space is left', async () => {
    const full = { hasRoom: () => Promise.resolve(false) };
    const deps = {
      ...stack.deps,
      files: { ...stack.deps.files, ...full },
      pictures: { ...stack.deps.pictures, ...full },
    };
    const app = await buildServer(deps);
    const [creator, admin] = [await newCreator(stack.deps), await newAdminWithoutFactor(stack.deps)];
    const { id } = await beginFile(creator, 20);
    const cookiesOf = async (user: SessionUser) => {
      const login = await app.inject({
        method: 'POST',
        url: '/api/auth/login',
        payload: { email: user.email, password: BUILDER_PASSWORD },
      });
      return Object.fromEntries(login.cookies.map(({ name, value }) => [name, value]));
    };
    const cookies = await cookiesOf(creator);
    const headers = { 'content-type': 'application/octet-stream' };
    const payload = Buffer.alloc(20, 1);
    for (const url of [
      'portrait',
      'portfolio',
      'follower-proof?platform=youtube',
      `post-picture?post=${randomUUID()}`,
    ]) {
      const answer = await app.inject({ method: 'POST', url: `/api/uploads/${url}`, cookies, headers, payload });
      expect(toStatusAndBody(answer), url).toMatchObject({
        status: 503,
        body: { message: expect.stringMatching(/^We cannot accept/) as string },
      });
    }
    expect(
      (await app.inject({ method: 'PUT', url: `/api/files/${id}/parts/0`, cookies, headers, payload })).statusCode,
    ).toBe(503);
    const begin = {
      method: 'POST',
      url: '/trpc/messages.beginFile',
      cookies,
      payload: { name: 'b', bytes: 2, uploadKey: randomUUID() },
    } as const;
    expect((await app.inject(begin)).statusCode).toBe(503);
    const ready = await app.inject({ url: '/readyz' });
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      { status: 'ready', version: VERSION, uploads: 'refused: the disk is nearly full' },
    ]);
    const staff = await cookiesOf(admin);
    await stack.deps.db.updateTable('person').set({ hasFactor: true }).where('id', '=', admin.id).execute();
    const overview = await app.inject({ url: '/trpc/admin.overview', cookies: staff });
    expect(overview.json()).toMatchObject({ result: { data: { acceptsFiles: false } } });
    await app.close();
  });

  it('reports failing uploads, but keeps the server ready, if the store cannot be written', async () => {
    const { openFileStore } = await import('../../src/gateways/files.ts');
    const bucket = {
      S3_FILES_BUCKET: 'files',
      S3_ENDPOINT: `http://127.0.0.1:${await findFreePort()}`,
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    };
    const files = openFileStore({ ...stack.deps.env, ...bucket });
    const app = await buildServer({ ...stack.deps, files });
    const ready = await app.inject({ url: '/readyz' });
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      { status: 'ready', version: VERSION, uploads: 'failing: files cannot be stored' },
    ]);
    await app.close();
    // The error is that of the bucket, although a database that is away refuses connections, too.
    const error: unknown = await files.get('none').catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      name: 'Storage',
      message: expect.stringMatching(/^the bucket files failed to read an object: .*ECONNREFUSED/) as string,
    });
    expect(findAwayFailure(error)).toMatchObject({ failure: 'STORAGE_AWAY', code: 'SERVICE_UNAVAILABLE' });
  });

  it('never shows half a file under its name', async () => {
    const { openFileStore } = await import('../../src/gateways/files.ts');
    const folder = join(stack.deps.env.DATA_DIR, 'files');
    const store = openFileStore(stack.deps.env);
    await store.put('whole', Buffer.alloc(3, 1));
    const writing = { isDone: false };
    const written = store.put('whole', Buffer.alloc(8_000_000, 2)).then(() => (writing.isDone = true));
    const sizes = new Set<number | undefined>();
    while (!writing.isDone) sizes.add((await store.get('whole'))?.length);
    await written;
    sizes.add((await store.get('whole'))?.length);
    expect([...sizes].filter((size) => size !== 3)).toEqual([8_000_000]);
    expect(await readdir(folder)).not.toContainEqual(expect.stringMatching(/\.new$/));
    await store.remove('whole');
  });

  it('reports failing uploads, but keeps the server ready, if the free space cannot be read', async () => {
    const { openFileStore } = await import('../../src/gateways/files.ts');
    const files = openFileStore({ ...stack.deps.env, DATA_DIR: join(stack.deps.env.DATA_DIR, 'gone') });
    const app = await buildServer({ ...stack.deps, files });
    const ready = await app.inject({ url: '/readyz' });
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      { status: 'ready', version: VERSION, uploads: 'failing: files cannot be stored' },
    ]);
    await app.close();
  });

  it('compares the actual free space with STORAGE_MIN_FREE_MB', async () => {
    expect(await stack.deps.files.hasRoom()).toBe(true);
    const { openFileStore } = await import('../../src/gateways/files.ts');
    expect(await openFileStore({ ...stack.deps.env, STORAGE_MIN_FREE_MB: 1_000_000_000 }).hasRoom()).toBe(false);
  });
});

describe('a user’s upload slot for a part of a file', () => {
  async function cookieOf(user: SessionUser): Promise<string> {
    const payload = { email: user.email, password: BUILDER_PASSWORD };
    const login = await stack.app.inject({ method: 'POST', url: '/api/auth/login', payload });
    return login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  }

  /**
   * Sends the headers and only one byte of a part. Returns the response status, or null if the server closed the
   * connection.
   */
  function stall(cookie: string, path: string, bytes = FILE_PART_BYTES) {
    return new Promise<number | null>((resolve) => {
      const sent = request(`http://127.0.0.1:${stack.deps.env.PORT}${path}`, {
        method: 'PUT',
        headers: {
          'content-length': bytes,
          'content-type': 'application/octet-stream',
          cookie,
        },
      });
      sent.on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
        sent.destroy();
      });
      sent.on('error', () => resolve(null));
      sent.write('x');
    });
  }

  it('is not taken by a request for an unknown file, another user’s file or a sent file, or with the wrong part number or size', async () => {
    const [brand, creator] = [await newBrand(stack.deps), await newCreator(stack.deps)];
    const { id: others } = await beginFile(creator, 20 * MB);
    const { id: own } = await beginFile(brand, 20 * MB);
    const sent = await uploaded(brand);
    await write(brand, { username: creator.username }, [sent]);
    const cookie = await cookieOf(brand);
    for (const [path, status, bytes] of [
      [`/api/files/${randomUUID()}/parts/0`, 404],
      [`/api/files/x/parts/0`, 404],
      [`/api/files/${others}/parts/0`, 404],
      [`/api/files/${sent}/parts/0`, 404],
      [`/api/files/${own}/parts/1`, 409],
      [`/api/files/${own}/parts/99`, 409],
      [`/api/files/${own}/parts/0`, 409, 1_000],
    ] as const) {
      expect([path, await stall(cookie, path, bytes)]).toEqual([path, status]);
    }
  });

  it('is freed within seconds when an upload stalls, and users of the same network have their own slots', async () => {
    const [slow, other] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    const paths = await Promise.all(
      Array.from({ length: 5 }, async () => `/api/files/${(await beginFile(slow, 20 * MB)).id}/parts/0`),
    );
    const [first = '', ...rest] = paths;
    const cookie = await cookieOf(slow);
    const stalled = rest.map((path) => stall(cookie, path));
    await new Promise((resolve) => {
      setTimeout(resolve, 1_500);
    });
    // The user already holds four slots, which is the maximum.
    expect(await stall(cookie, first)).toBe(503);
    await uploaded(other);
    expect(await Promise.all(stalled)).toEqual(stalled.map(() => null));
    expect(stack.app.server.requestTimeout).toBeLessThanOrEqual(60_000);
  });
});
