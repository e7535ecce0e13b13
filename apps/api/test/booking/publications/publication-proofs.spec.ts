/**
 * Tests the screenshots of posts: who sees them and which are refused. Also tests the link checks, which run against
 * local servers with host names that the test resolves.
 */
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FILE_RETENTION_DAYS, PUBLICATION_CHECK_DAYS } from '@marquee/booking';
import { DAY_MS, toDayInZone } from '@marquee/time';
import { sql } from 'kysely';
import sharp from 'sharp';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newAdmin, newBooking, newBrand, newCreator } from '../../../src/demo/builders.ts';
import {
  isPublicAddress,
  createLinkGateway,
  openLinkGateway,
  type LinkTransport,
} from '../../../src/gateways/links.ts';
import {
  checkPublicationLinks,
  MAX_LINK_CHECKS_PER_RUN,
} from '../../../src/modules/booking/publications/link-checks.service.ts';
import { listEventKinds, getRefusalCode } from '../../support/booking-money.ts';
import { useStack } from '../../support/stack.ts';
import { withOldFactor } from '../../support/accounts.ts';

const stack = useStack();

const today = () => toDayInZone(stack.deps.now(), null);
const LINK = 'https://example.com/reel/1';

/** Creates a completed booking with one post. */
async function published(link = LINK) {
  const booking = await newBooking(stack.deps, { status: 'completed' });
  const { posts } = await booking.asCreator.publications.add({
    id: booking.id,
    link,
    publishedOn: today(),
    isDisclosed: true,
  });
  return { ...booking, postId: posts[0]?.id ?? '' };
}

const screenshot = (background = '#336699') =>
  sharp({ create: { width: 390, height: 844, channels: 3, background } })
    .withExif({ IFD0: { Artist: 'Secret Person' } })
    .jpeg()
    .toBuffer();

async function send(who: { email: string } | null, postId: string, bytes?: Buffer, type = 'image/jpeg') {
  const browser = await stack.asBrowser(who);
  return browser('POST', `/api/uploads/post-picture?post=${postId}`, bytes ?? (await screenshot()), {
    'content-type': type,
  });
}
const see = async (who: { email: string } | null, path: string, headers = {}) =>
  (await stack.asBrowser(who))('GET', path, undefined, headers);
const pathOf = (postId: string) => `/api/posts/${postId}/picture`;
const nameOf = async (postId: string) => {
  const row = await stack.deps.db
    .selectFrom('publication')
    .select('pictureName')
    .where('id', '=', postId)
    .executeTakeFirst();
  return row?.pictureName ?? null;
};

describe('the screenshot of a post', () => {
  it('is re-encoded and visible only to the two sides', async () => {
    const { id, postId, creator, brand, asBrand } = await published();
    const answer = await send(creator, postId);
    expect(answer.statusCode).toBe(200);
    expect(answer.json<{ posts: { picture: object }[] }>().posts[0]?.picture).toMatchObject({
      width: 390,
      height: 844,
      isShared: false,
    });
    for (const side of [creator, brand]) {
      const picture = await see(side, pathOf(postId));
      expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/webp']);
      expect(picture.headers).toMatchObject({
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-cache',
      });
      const { format, exif } = await sharp(picture.rawPayload).metadata();
      expect([format, exif]).toEqual(['webp', undefined]);
      const tag = String(picture.headers['etag']);
      expect((await see(side, pathOf(postId), { 'if-none-match': tag })).statusCode).toBe(304);
    }
    expect((await see(null, pathOf(postId))).statusCode).toBe(401);
    for (const stranger of [await newBrand(stack.deps), await newCreator(stack.deps), await newAdmin(stack.deps)])
      expect((await see(stranger, pathOf(postId))).statusCode).toBe(404);
    // The screenshot is not available below /media, where public pictures are.
    expect((await see(creator, `/media/${await nameOf(postId)}`)).statusCode).toBe(404);
    expect((await asBrand.publications.results({ id })).posts[0]).not.toHaveProperty('pictureName');
    expect(await listEventKinds(stack, id)).toContain('publication.picture_added');
  });

  it('can be uploaded only by the creator of the post', async () => {
    const { postId, brand } = await published();
    expect((await send(null, postId)).statusCode).toBe(401);
    expect((await send(brand, postId)).statusCode).toBe(403);
    const other = await newCreator(stack.deps);
    for (const requestedId of [postId, 'nothing', '00000000-0000-4000-8000-000000000000']) {
      const answer = await send(other, requestedId);
      expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
        404,
        'This post no longer exists',
      ]);
    }
    expect(await nameOf(postId)).toBeNull();
  });

  it.each([
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>'), 415],
    ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 415],
    ['a broken picture', Buffer.from('\xff\xd8\xff\xe0nothing of a picture', 'latin1'), 400],
    ['an empty file', Buffer.alloc(0), 415],
    ['larger than 10 MB', Buffer.alloc(10 * 1024 * 1024 + 1, 0xff), 413],
  ])('is refused and not stored if it is %s', async (_, bytes, status) => {
    const { postId, creator } = await published();
    const answer = await send(creator, postId, bytes, 'image/png');
    expect(answer.statusCode).toBe(status);
    expect(answer.json<{ message: string }>().message).toMatch(/picture/i);
    expect(await nameOf(postId)).toBeNull();
  });

  it('does not keep data that was appended to the image', async () => {
    const { postId, creator } = await published();
    const hostile = Buffer.concat([
      await screenshot(),
      Buffer.from('<script>alert(document.cookie)</script>PK\u0003\u0004'),
    ]);
    expect((await send(creator, postId, hostile)).statusCode).toBe(200);
    const storedPicture = (await see(creator, pathOf(postId))).rawPayload.toString('latin1');
    expect(storedPicture).not.toMatch(/script|Secret Person/);
  });

  it('can be replaced or removed, and is deleted with its post', async () => {
    const { id, postId, creator, asCreator } = await published();
    await send(creator, postId);
    const first = await nameOf(postId);
    await asCreator.publications.sharePicture({ id: postId, isShared: true });
    await send(creator, postId, await screenshot('#993300'));
    const second = await nameOf(postId);
    await stack.idle();
    expect(second).not.toBe(first);
    expect(await stack.deps.files.get(first ?? '')).toBeUndefined();
    expect(await stack.deps.files.get(second ?? '')).toBeDefined();
    // The creator had shared only the first screenshot, so its replacement is not shared.
    expect((await asCreator.publications.results({ id })).posts[0]?.picture?.isShared).toBe(false);

    expect((await asCreator.publications.removePicture({ id: postId })).posts[0]?.picture).toBeNull();
    expect((await asCreator.publications.removePicture({ id: postId })).posts[0]?.picture).toBeNull();
    expect(await getRefusalCode(asCreator.publications.sharePicture({ id: postId, isShared: true }))).toBe(
      'POST_PICTURE_MISSING',
    );
    await send(creator, postId);
    const third = await nameOf(postId);
    await asCreator.publications.remove({ id: postId });
    await stack.idle();
    for (const name of [second, third]) expect(await stack.deps.files.get(name ?? '')).toBeUndefined();
    expect((await see(creator, pathOf(postId))).statusCode).toBe(404);
  });

  it('appears in shared results only if its creator allows it and while the results are shared', async () => {
    const { id, postId, creator, asCreator, asBrand } = await published();
    await send(creator, postId);
    const { token } = await asBrand.publications.share({ id, isShared: true });
    const shown = async () => (await stack.as(null).publications.shared({ token: token ?? '' }))?.posts[0]?.picture;
    const path = `/api/shared-results/${token}/posts/${postId}/picture`;
    expect(await shown()).toBeNull();
    expect((await see(null, path)).statusCode).toBe(404);
    expect(await getRefusalCode(asBrand.publications.sharePicture({ id: postId, isShared: true }))).toBe(
      'CREATORS_ONLY',
    );

    await asCreator.publications.sharePicture({ id: postId, isShared: true });
    expect(await shown()).toMatchObject({ width: 390, height: 844 });
    expect((await see(null, path)).headers['content-type']).toBe('image/webp');
    // The link gives no access to a post of another booking, and an unknown token gives no access at all.
    const other = await published();
    await send(other.creator, other.postId);
    await other.asCreator.publications.sharePicture({ id: other.postId, isShared: true });
    expect((await see(null, path.replace(postId, other.postId))).statusCode).toBe(404);
    expect((await see(null, path.replace(token ?? '', 'x'.repeat(22)))).statusCode).toBe(404);

    await asBrand.publications.share({ id, isShared: false });
    expect((await see(null, path)).statusCode).toBe(404);
  });

  it('is included in the archive of the booking', async () => {
    const { id, postId, creator } = await published();
    await send(creator, postId);
    const files = unzipSync(new Uint8Array((await see(creator, `/api/records/${id}.zip`)).rawPayload));
    const storedPicture = (await see(creator, pathOf(postId))).rawPayload;
    expect(Buffer.from(files['posts/1.webp'] ?? [])).toEqual(storedPicture);
  });

  it('is deleted after its retention period, and is no longer public once its creator has deleted the account', async () => {
    const { id, postId, creator, brand, asCreator, asBrand } = await published();
    await send(creator, postId);
    await asCreator.publications.sharePicture({ id: postId, isShared: true });
    const { token } = await asBrand.publications.share({ id, isShared: true });
    await asBrand.settlements.approve({ id });
    await stack.idle();
    await stack.as(withOldFactor(creator)).personalData.deleteAccount({ confirmation: 'DELETE' });
    expect((await see(brand, pathOf(postId))).statusCode).toBe(200);
    expect((await see(null, `/api/shared-results/${token}/posts/${postId}/picture`)).statusCode).toBe(404);
    const name = await nameOf(postId);
    await stack.pass((FILE_RETENTION_DAYS + 2) * DAY_MS);
    expect(await nameOf(postId)).toBeNull();
    expect(await stack.deps.files.get(name ?? '')).toBeUndefined();
    expect((await asBrand.publications.results({ id })).posts[0]).toMatchObject({ link: LINK, picture: null });
  });
});

describe('an IP address', () => {
  it.each([
    ['127.0.0.1', '127.255.255.254', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    ['169.254.169.254', '100.64.0.1', '192.0.0.1', '192.0.2.1', '198.18.0.1', '203.0.113.9', '224.0.0.1'],
    ['240.0.0.1', '255.255.255.255', '::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1'],
    ['ff02::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '64:ff9b::7f00:1', '2002:7f00:1::', '2001:db8::1', 'fec0::1'],
    ['4000::1', '2001::1', 'localhost', ''],
    // Cloud services with addresses that look public.
    ['168.63.129.16', '199.36.153.4', '199.36.153.11', '35.199.192.1', '161.26.0.10', '166.11.255.255'],
    // The other entries of IANA's registries of special-purpose addresses.
    ['0.1.2.3', '100.127.255.255', '192.0.0.192', '192.31.196.1', '192.52.193.1', '192.88.99.1', '192.175.48.1'],
    ['198.19.255.255', '198.51.100.1', '239.1.1.1', '255.255.255.254', '64:ff9b:1::1', '100::1', '100:0:0:1::1'],
    ['2001:2::1', '2001:3::1', '2001:4:112::1', '2001:10::1', '2001:20::1', '2001:30::1', '2620:4f:8000::1'],
    ['3fff::1', '5f00::1', 'fe80::a9fe:a9fe', 'fd00:ec2::254', '::7f00:1', '::ffff:168.63.129.16'],
  ])('is not public if it is loopback, private, reserved or internal to a cloud provider: %s …', (...addresses) => {
    expect(addresses.filter(isPublicAddress)).toEqual([]);
  });

  it('is public if it is in no private or reserved network', () => {
    const open = [
      '93.184.216.34',
      '8.8.8.8',
      '172.32.0.1',
      '168.63.129.17',
      '199.36.153.12',
      '35.199.224.0',
      '166.12.0.1',
      '2606:4700::1111',
      '2a00:1450:4001::8',
    ];
    expect(open.filter(isPublicAddress)).toEqual(open);
  });
});

describe('a link check', () => {
  /** Requests that the servers received, as method, host name and path. */
  const requestedHosts: string[] = [];
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  let open: Server;
  let inner: Server;
  const reached: string[] = [];
  const listen = (server: Server, host: string, port = 0) =>
    new Promise<number>((resolve) => {
      server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
    });
  let port = 0;
  beforeAll(async () => {
    open = createServer((incoming, response) => {
      requestedHosts.push(`${incoming.method} ${incoming.headers.host?.split(':')[0]}${incoming.url}`);
      answer(incoming, response);
    });
    port = await listen(open, '127.0.0.1');
    // Simulates another machine of the internal network, on the same port.
    inner = createServer((incoming, response) => {
      reached.push(String(incoming.url));
      response.end('a secret');
    });
    await listen(inner, '127.0.0.2', port);
  });
  afterAll(() => {
    for (const server of [open, inner]) {
      server.closeAllConnections();
      server.close();
    }
  });
  beforeEach(() => {
    requestedHosts.length = 0;
    reached.length = 0;
    answer = (_, response) => response.end();
  });

  const NAMES: Record<string, string[]> = {
    'post.test': ['127.0.0.1'],
    'other.test': ['127.0.0.1'],
    'inner.test': ['127.0.0.2'],
    'both.test': ['127.0.0.1', '127.0.0.2'],
    'closed.test': ['127.0.0.3'],
    'cloud.test': ['169.254.169.254'],
  };
  /** Treats 127.0.0.1 and 127.0.0.3 as the public internet. */
  const ways = (more: Partial<LinkTransport> = {}): LinkTransport => ({
    resolve: async (host) => {
      const addresses = NAMES[host];
      if (addresses === undefined) throw new Error('ENOTFOUND');
      return addresses.map((address) => ({ address, family: 4 }));
    },
    isPublic: (address) => address === '127.0.0.1' || address === '127.0.0.3' || isPublicAddress(address),
    request,
    port,
    patienceMs: 2_000,
    ...more,
  });
  const look = (link: string, more: Partial<LinkTransport> = {}) => createLinkGateway(ways(more)).look(link);
  const redirectTo = (location: string) => {
    answer = (incoming, response) =>
      incoming.url === '/go' ? response.writeHead(302, { location }).end() : response.end();
  };

  it('sends a HEAD request, and a GET request if HEAD is not supported', async () => {
    expect(await look('https://post.test/reel?x=1')).toBe('answered');
    expect(requestedHosts).toEqual(['HEAD post.test/reel?x=1']);
    answer = (incoming, response) => response.writeHead(incoming.method === 'HEAD' ? 405 : 200).end();
    expect(await look('https://post.test/reel')).toBe('answered');
    expect(requestedHosts.slice(1)).toEqual(['HEAD post.test/reel', 'GET post.test/reel']);
  });

  it.each([
    [200, 'answered'],
    [204, 'answered'],
    [404, 'silent'],
    [410, 'silent'],
    [503, 'silent'],
    [401, 'unknown'],
    [403, 'unknown'],
    [429, 'unknown'],
    [999, 'unknown'],
    [304, 'unknown'],
  ])('interprets status %i as %s', async (status, meaning) => {
    answer = (_, response) => response.writeHead(status).end();
    expect(await look('https://post.test/')).toBe(meaning);
  });

  it('does not read the response body', async () => {
    let sent = 0;
    answer = (incoming, response) => {
      if (incoming.method === 'HEAD') return void response.writeHead(405).end();
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    expect(await look('https://post.test/endless')).toBe('answered');
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    const before = sent;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
    expect(sent).toBe(before);
    expect(sent).toBeLessThan(20_000_000);
  });

  it('ends after its timeout, even if the name resolution hangs or the headers arrive slowly', async () => {
    answer = () => undefined;
    expect(await look('https://post.test/', { patienceMs: 200 })).toBe('silent');
    expect(await look('https://post.test/', { patienceMs: 200, resolve: () => new Promise(() => {}) })).toBe('silent');
    answer = (_, response) => {
      response.socket?.write('HTTP/1.1 200 OK\r\n');
      const drip = setInterval(() => response.socket?.write('x: y\r\n'), 20);
      response.socket?.once('close', () => clearInterval(drip));
    };
    expect(await look('https://post.test/', { patienceMs: 300 })).toBe('silent');
    answer = (_, response) => response.socket?.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(40_000)}\r\n\r\n`);
    expect(await look('https://post.test/')).toBe('silent');
  });

  it('reports an unreachable host as silent', async () => {
    expect(await look('https://nowhere.test/')).toBe('silent');
    expect(await look('https://closed.test/')).toBe('silent');
  });

  it.each([
    'https://inner.test/',
    'https://both.test/',
    'https://cloud.test/latest/meta-data/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'http://post.test/',
    'https://post.test:8443/',
    'https://user:word@post.test/',
    'ftp://post.test/',
  ])('does not connect to %s, neither directly nor after a redirect', async (link) => {
    expect(await look(link)).toBe('unknown');
    redirectTo(link);
    expect(await look('https://post.test/go')).toBe('unknown');
    expect(requestedHosts).toEqual(['HEAD post.test/go']);
    expect(reached).toEqual([]);
  });

  it('follows at most three redirects', async () => {
    answer = (incoming, response) => {
      const [, left = '0'] = /^\/(\d)$/.exec(incoming.url ?? '') ?? [];
      if (left === '0') response.end();
      else response.writeHead(301, { location: `https://other.test/${Number(left) - 1}` }).end();
    };
    expect(await look('https://post.test/3')).toBe('answered');
    expect(requestedHosts).toEqual(['HEAD post.test/3', 'HEAD other.test/2', 'HEAD other.test/1', 'HEAD other.test/0']);
    expect(await look('https://post.test/4')).toBe('unknown');
    redirectTo('/there');
    expect(await look('https://post.test/go')).toBe('answered');
    redirectTo('https://');
    expect(await look('https://post.test/go')).toBe('unknown');
  });

  it('connects to the address that it has checked, even if the name resolves differently afterwards', async () => {
    let times = 0;
    const rebound = async () => [{ address: times++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    expect(await look('https://post.test/', { resolve: rebound })).toBe('answered');
    expect([times, requestedHosts, reached]).toEqual([1, ['HEAD post.test/'], []]);
  });

  describe('the daily link check', () => {
    /** Runs the link checks and returns the time of this run. */
    const looking = async () => {
      const at = stack.deps.now();
      await checkPublicationLinks({ ...stack.deps, links: createLinkGateway(ways()), now: () => at });
      return at;
    };
    const shown = async ({ id, asBrand }: Awaited<ReturnType<typeof published>>) => {
      const { answeredAt, unansweredSince } = (await asBrand.publications.results({ id })).posts[0]!;
      return { answeredAt, unansweredSince };
    };
    beforeEach(async () => {
      await sql`update publication set next_check_at = null`.execute(stack.deps.db);
    });

    it('is off unless the operator enables it', async () => {
      expect(stack.deps.env.POST_LINK_CHECKS).toBe('off');
      expect(openLinkGateway({ POST_LINK_CHECKS: 'off' })).toBeNull();
      expect(openLinkGateway({ POST_LINK_CHECKS: 'on' })).not.toBeNull();
      const booking = await published('https://post.test/off');
      await checkPublicationLinks(stack.deps);
      expect(await shown(booking)).toEqual({ answeredAt: null, unansweredSince: null });
      const { rows } = await stack.deps.pool.query(`select from job where name = 'publications.look_at_links'`);
      expect(rows).toEqual([]);
    });

    it('records when a link last responded and since when it has not responded', async () => {
      const booking = await published('https://post.test/reel');
      const first = { answeredAt: await looking(), unansweredSince: null };
      expect(await shown(booking)).toEqual(first);
      // The link is not due before the next day.
      await looking();
      expect(requestedHosts).toHaveLength(1);

      answer = (_, response) => response.writeHead(404).end();
      await stack.advance(DAY_MS);
      const since = await looking();
      await stack.advance(DAY_MS);
      await looking();
      expect(await shown(booking)).toEqual({ ...first, unansweredSince: since });
      answer = (_, response) => response.writeHead(403).end();
      await stack.advance(DAY_MS);
      await looking();
      expect(await shown(booking)).toEqual({ ...first, unansweredSince: since });
      answer = (_, response) => response.end();
      await stack.advance(DAY_MS);
      const last = await looking();
      expect(await shown(booking)).toEqual({ answeredAt: last, unansweredSince: null });
      // The result of a link check does not change the booking.
      expect((await booking.asBrand.bookings.byId({ id: booking.id })).status).toBe('completed');
    });

    it('checks a limited number of links per run, longest due first, and stops a year after publication', async () => {
      const { id, postId } = await published('https://post.test/first');
      await sql`insert into publication (booking_id, link, published_on, disclosed_at, next_check_at)
        select ${id}, 'https://post.test/' || n, ${today()}, ${stack.deps.now()}, ${stack.deps.now()}
        from generate_series(1, ${MAX_LINK_CHECKS_PER_RUN + 5}) n`.execute(stack.deps.db);
      await sql`update publication set next_check_at = ${new Date(0)}, published_on = ${toDayInZone(
        new Date(stack.deps.now().getTime() - (PUBLICATION_CHECK_DAYS + 1) * DAY_MS),
        null,
      )} where id = ${postId}`.execute(stack.deps.db);
      await looking();
      expect(requestedHosts).toHaveLength(MAX_LINK_CHECKS_PER_RUN);
      expect(requestedHosts).toContain('HEAD post.test/first');
      await looking();
      expect(requestedHosts).toHaveLength(MAX_LINK_CHECKS_PER_RUN + 6);
      const old = await stack.deps.db
        .selectFrom('publication')
        .select('nextCheckAt')
        .where('id', '=', postId)
        .executeTakeFirst();
      expect(old?.nextCheckAt).toBeNull();
    });
  });
});
