/** Tests picture uploads: which are refused and with which message, and how the others are processed and stored. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { request, type ClientRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, crc32 } from 'node:zlib';
import { startS3, type RunningS3 } from '@marquee/s3-stand-in';
import { LIMITS } from '@marquee/validation';
import { MAX_PICTURE_BYTES, getPictureUrl } from '@marquee/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBrand, newCreator, BUILDER_PASSWORD } from '../../../src/demo/builders.ts';
import { parseEnv } from '../../../src/config/env.ts';
import { openPictureStore } from '../../../src/gateways/pictures.ts';
import { decodeInSeparateProcess } from '../../../src/modules/catalog/pictures/pictures.decoding.ts';
import { storePicture } from '../../../src/modules/catalog/pictures/pictures.service.ts';
import {
  REFUSED_CREATORS_ONLY,
  REFUSED_OTHER_SITE,
  createRefusal,
  REFUSED_SIGNED_OUT,
  toStatusAndBody,
} from '../../support/responses.ts';
import { useStack, toEnvVariables, type TestBrowser, type Stack } from '../../support/stack.ts';

const stack = useStack();
const PORTRAIT = '/api/uploads/portrait';
const PORTFOLIO = '/api/uploads/portfolio';

const WRONG_TYPE = createRefusal(
  415,
  'This file type is not supported. Choose a JPEG, PNG, WebP, AVIF or GIF picture.',
  'PICTURE_TYPE_WRONG',
);
const TOO_LARGE = createRefusal(413, 'This picture is larger than 10 MB. Choose a smaller one.', 'PICTURE_TOO_LARGE');
const TOO_MANY_PIXELS = createRefusal(
  400,
  'This picture has more than 60 megapixels. Choose a smaller one.',
  'PICTURE_TOO_MANY_PIXELS',
);
const BROKEN = createRefusal(400, 'This picture is damaged and cannot be read. Choose another one.', 'PICTURE_BROKEN');
const TOO_SMALL = createRefusal(
  400,
  'This picture is too small. It needs at least 64 × 64 pixels.',
  'PICTURE_TOO_SMALL',
);

/**
 * Creates a picture whose left half is red and whose right half is blue, so that cuts and rotations are visible in
 * the colors.
 */
const halves = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    {
      input: { create: { width: Math.floor(width / 2), height, channels: 3, background: '#0000ff' } },
      left: Math.ceil(width / 2),
      top: 0,
    },
  ]);

const send = (
  browser: TestBrowser,
  url: string,
  bytes: Buffer,
  type = 'image/jpeg',
  headers: Record<string, string> = {},
) => browser('POST', url, bytes, { 'content-type': type, ...headers });

interface Own {
  profileImageUrl: string;
  portfolio: { id: string; url: string; width: number; height: number; caption: string }[];
}
const fileOf = ({ deps }: Stack, url: string) => join(deps.env.DATA_DIR, url);
const served = async (url: string) => (await stack.app.inject({ method: 'GET', url })).rawPayload;

describe('a profile photo', () => {
  it('is converted to square WebP files of three widths with a random name and used at once', async () => {
    const creator = await newCreator(stack.deps);
    const browser = await stack.asBrowser(creator);
    const answer = await send(browser, PORTRAIT, await halves(900, 600).jpeg().toBuffer());
    expect(answer.statusCode).toBe(200);
    const { profileImageUrl } = answer.json<Own>();
    expect(profileImageUrl).toMatch(/^\/media\/[0-9a-f]{32}-256\.webp$/);
    expect((await stack.as(null).profiles.byUsername({ username: creator.username })).profileImageUrl).toBe(
      profileImageUrl,
    );
    for (const width of [96, 256, 512]) {
      const response = await stack.app.inject({ method: 'GET', url: getPictureUrl(profileImageUrl, width) });
      expect(response.headers).toMatchObject({ 'content-type': 'image/webp', 'x-content-type-options': 'nosniff' });
      expect(response.headers['content-security-policy']).toContain('sandbox');
      expect(await sharp(response.rawPayload).metadata()).toMatchObject({ format: 'webp', width, height: width });
    }
  });

  it('is cropped to the requested percentages of its size, and an invalid crop is refused', async () => {
    const browser = await stack.asBrowser(await newCreator(stack.deps));
    const answer = await send(
      browser,
      `${PORTRAIT}?x=0&y=0&width=40&height=60`,
      await halves(900, 600).png().toBuffer(),
      'image/png',
    );
    const { dominant } = await sharp(await served(answer.json<Own>().profileImageUrl)).stats();
    expect(dominant.r).toBeGreaterThan(200);
    expect(dominant.b).toBeLessThan(60);
    for (const query of [
      '?x=0',
      '?x=0&y=0&width=101&height=10',
      '?x=-1&y=0&width=10&height=10',
      '?x=a&y=0&width=1e1&height=10',
    ]) {
      expect(toStatusAndBody(await send(browser, PORTRAIT + query, await halves(900, 600).png().toBuffer()))).toEqual(
        createRefusal(400, 'The crop area is not valid', 'PICTURE_CROP_WRONG'),
      );
    }
  });

  it('is rotated upright and loses its camera metadata', async () => {
    const browser = await stack.asBrowser(await newCreator(stack.deps));
    const original = await halves(800, 400)
      .withMetadata({
        orientation: 6,
        exif: { IFD0: { Make: 'SpyCam' }, IFD3: { GPSLatitude: '38/1 43/1 0/1', GPSLatitudeRef: 'N' } },
      })
      .jpeg()
      .toBuffer();
    expect(await sharp(original).metadata()).toMatchObject({ orientation: 6, exif: expect.any(Buffer) as Buffer });
    const answer = await send(browser, `${PORTRAIT}?x=0&y=0&width=100&height=50`, original);
    const webp = await served(answer.json<Own>().profileImageUrl);
    const metadata = await sharp(webp).metadata();
    expect([metadata.exif, metadata.icc, metadata.xmp, metadata.orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect(webp.includes('SpyCam')).toBe(false);
    // After a clockwise rotation, the left half is at the top.
    expect((await sharp(webp).stats()).dominant.r).toBeGreaterThan(200);
  });

  it('replaces the previous photo and its files, and can be removed to show the initials instead', async () => {
    const creator = await newCreator(stack.deps);
    const browser = await stack.asBrowser(creator);
    const upload = async (width: number) =>
      (await send(browser, PORTRAIT, await halves(width, 300).webp().toBuffer(), 'image/webp')).json<Own>()
        .profileImageUrl;
    const [first, second] = [await upload(300), await upload(310)];
    expect(second).not.toBe(first);
    await stack.idle();
    expect([96, 256, 512].map((width) => existsSync(fileOf(stack, getPictureUrl(first, width))))).toEqual([
      false,
      false,
      false,
    ]);
    expect(existsSync(fileOf(stack, second))).toBe(true);
    expect((await stack.as(creator).profiles.removePortrait()).profileImageUrl).toBeNull();
    await stack.idle();
    expect(existsSync(fileOf(stack, second))).toBe(false);
  });

  it('can be uploaded by brands as well', async () => {
    const brand = await newBrand(stack.deps);
    const browser = await stack.asBrowser(brand);
    const answer = await send(browser, PORTRAIT, await halves(300, 300).gif().toBuffer(), 'image/gif');
    expect((await browser('GET', '/api/auth/user')).json()).toMatchObject({
      profileImageUrl: answer.json<Own>().profileImageUrl,
    });
  });
});

describe('a portfolio', () => {
  it('keeps the aspect ratio of uploaded pictures and never enlarges them', async () => {
    const creator = await newCreator(stack.deps);
    const browser = await stack.asBrowser(creator);
    await send(browser, PORTFOLIO, await halves(2400, 1200).jpeg().toBuffer());
    const { portfolio } = (
      await send(browser, PORTFOLIO, await halves(600, 900).avif({ effort: 0 }).toBuffer(), 'image/avif')
    ).json<Own>();
    expect(portfolio.map(({ width, height, caption }) => [width, height, caption])).toEqual([
      [1600, 800, ''],
      [600, 900, ''],
    ]);
    const widths = (url: string) =>
      Promise.all(
        [480, 960, 1600].map(async (width) => (await sharp(await served(getPictureUrl(url, width))).metadata()).width),
      );
    expect(await widths(portfolio[0]?.url ?? '')).toEqual([480, 960, 1600]);
    expect(await widths(portfolio[1]?.url ?? '')).toEqual([480, 600, 600]);
    expect((await stack.as(null).profiles.byUsername({ username: creator.username })).portfolio).toEqual(portfolio);
  });

  it('can be captioned, sorted and emptied only by its creator', async () => {
    const [creator, other] = [await newCreator(stack.deps), await newCreator(stack.deps)];
    const browser = await stack.asBrowser(creator);
    for (const width of [300, 320, 340])
      await send(browser, PORTFOLIO, await halves(width, 200).png().toBuffer(), 'image/png');
    const api = stack.as(creator).profiles;
    const [a, b, c] = (await api.own()).portfolio.map(({ id }) => id) as [string, string, string];
    const order = async () => (await api.own()).portfolio.map(({ id }) => id);

    await expect(stack.as(other).profiles.captionPicture({ id: a, caption: 'Mine' })).rejects.toMatchObject({
      failure: 'PICTURE_NOT_FOUND',
    });
    await expect(stack.as(other).profiles.removePicture({ id: a })).rejects.toMatchObject({
      failure: 'PICTURE_NOT_FOUND',
    });
    await stack.as(other).profiles.reorderPictures({ ids: [c, b, a] });
    expect(await order()).toEqual([a, b, c]);

    await api.captionPicture({ id: b, caption: '  A rainy day in Lisbon ' });
    expect((await api.reorderPictures({ ids: [c, a, b] })).portfolio.map(({ caption }) => caption)).toEqual([
      '',
      '',
      'A rainy day in Lisbon',
    ]);
    const [gone] = (await api.own()).portfolio;
    await api.removePicture({ id: c });
    await stack.idle();
    expect(await order()).toEqual([a, b]);
    expect(existsSync(fileOf(stack, gone?.url ?? ''))).toBe(false);
    await expect(api.removePicture({ id: c })).rejects.toMatchObject({
      failure: 'PICTURE_NOT_FOUND',
      message: 'This picture is no longer in your portfolio',
    });
  });

  it('keeps the file of a removed picture if another creator’s portfolio also contains it', async () => {
    const [one, other] = [await newCreator(stack.deps), await newCreator(stack.deps)];
    const { portfolio } = (
      await send(await stack.asBrowser(one), PORTFOLIO, await halves(300, 200).png().toBuffer())
    ).json<Own>();
    const [picture] = portfolio;
    if (!picture) throw new Error('No picture');
    const { id, ...fields } = picture;
    await stack.deps.db
      .insertInto('portfolioPicture')
      .values({ ...fields, creatorId: other.workspaceId, position: 0, createdAt: stack.deps.now() })
      .execute();
    await stack.as(one).profiles.removePicture({ id });
    await stack.idle();
    expect(existsSync(fileOf(stack, picture.url))).toBe(true);
  });

  it('holds at most 24 pictures, even with simultaneous uploads, and keeps no file of a refused picture', async () => {
    const creator = await newCreator(stack.deps);
    const browser = await stack.asBrowser(creator);
    const png = await halves(64, 64).png().toBuffer();
    await stack.deps.db
      .insertInto('portfolioPicture')
      .values(
        Array.from({ length: LIMITS.portfolioPictures - 1 }, (_, position) => ({
          creatorId: creator.workspaceId,
          url: `/media/none-${position}-960.webp`,
          width: 10,
          height: 10,
          caption: '',
          position,
          createdAt: stack.deps.now(),
        })),
      )
      .execute();
    const filesBefore = readdirSync(join(stack.deps.env.DATA_DIR, 'media')).length;
    const answers = await Promise.all([1, 2, 3].map(() => send(browser, PORTFOLIO, png)));
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
      error: 'A portfolio can have at most 24 pictures. Delete one first.',
    });
    expect(readdirSync(join(stack.deps.env.DATA_DIR, 'media')).length).toBe(filesBefore + 3);
  });

  it('is refused for brands', async () => {
    const brand = await stack.asBrowser(await newBrand(stack.deps));
    expect(toStatusAndBody(await send(brand, PORTFOLIO, await halves(300, 300).png().toBuffer()))).toEqual(
      REFUSED_CREATORS_ONLY,
    );
  });
});

/** Returns a PNG with this size in its header. Its pixels are zeros, which compress to almost nothing. */
function hugePng(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, checksum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('an uploaded picture', () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await stack.asBrowser(await newCreator(stack.deps));
  });

  const SVG =
    '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><script>alert(1)</script><rect width="200" height="200"/></svg>';
  it.each([
    ['an SVG', Buffer.from(SVG), 'image/svg+xml'],
    ['an SVG with the type of a PNG', Buffer.from(`<?xml version="1.0"?>${SVG}`), 'image/png'],
    ['an HTML page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/jpeg'],
    ['a PDF', Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'), 'image/jpeg'],
    ['an executable', Buffer.from('7f454c460201010000000000', 'hex'), 'image/webp'],
    ['an empty body', Buffer.alloc(0), 'image/png'],
    ['JSON', Buffer.from('{"url":"https://evil.example/x.png"}'), 'application/json'],
  ])('is refused if it is %s', async (_, bytes, type) => {
    expect(toStatusAndBody(await send(browser, PORTRAIT, bytes, type))).toEqual(WRONG_TYPE);
  });

  it('is recognized by its bytes instead of its Content-Type header', async () => {
    expect((await send(browser, PORTRAIT, await halves(100, 100).png().toBuffer(), 'text/html')).statusCode).toBe(200);
  });

  it('is refused before decoding if it has too many pixels', async () => {
    const bomb = hugePng(60_000, 60_000);
    expect(bomb.length).toBeLessThan(10_000);
    expect(toStatusAndBody(await send(browser, PORTRAIT, bomb, 'image/png'))).toEqual(TOO_MANY_PIXELS);
    expect(toStatusAndBody(await send(browser, PORTRAIT, hugePng(7_750, 7_750), 'image/png'))).toEqual(TOO_MANY_PIXELS);
  });

  it('is refused before decoding if it is an AVIF with more than 16 megapixels or 8 bits per color', async () => {
    const flat = (width: number, height: number) =>
      sharp({ create: { width, height, channels: 3, background: '#123456' } });
    const deep = await flat(300, 300).avif({ bitdepth: 10, effort: 0 }).toBuffer();
    const large = await flat(4_100, 4_100).avif({ effort: 0 }).toBuffer();
    const told16 = createRefusal(
      400,
      'An AVIF picture can have at most 16 megapixels and 8 bits per color. Save it as JPEG, PNG or WebP.',
      'PICTURE_AVIF_TOO_LARGE',
    );
    for (const bytes of [deep, large])
      expect(toStatusAndBody(await send(browser, PORTRAIT, bytes, 'image/avif'))).toEqual(told16);
    expect((await send(browser, PORTRAIT, await flat(300, 300).avif().toBuffer(), 'image/avif')).statusCode).toBe(200);
  });

  it('is refused if decoding takes too much memory or time, which stops only its own decoder process', async () => {
    const bytes = await halves(5_000, 5_000).webp({ effort: 0 }).toBuffer();
    const region = { left: 0, top: 0, width: 5_000, height: 5_000 };
    const decoding = { bytes, region, width: 1_600, height: 3_200, maxPixels: 60_000_000 };
    const before = process.memoryUsage().rss;
    for (const bounds of [
      { memoryBytes: 50_000_000, timeMs: 20_000 },
      { memoryBytes: 1_000_000_000, timeMs: 1 },
    ])
      await expect(decodeInSeparateProcess(decoding, bounds)).rejects.toMatchObject({
        failure: 'PICTURE_TOO_DEMANDING',
        message: 'This picture is too complex to process. Save it as a JPEG or in a smaller size.',
      });
    expect((await decodeInSeparateProcess(decoding)).info).toMatchObject({ width: 1_600, height: 1_600 });
    // The decoded pixels were never in this process.
    expect(process.memoryUsage().rss - before).toBeLessThan(75_000_000);
  });

  it('is accepted even if twelve pictures are uploaded simultaneously', async () => {
    const bytes = await halves(3_000, 3_000).jpeg().toBuffer();
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(browser, PORTRAIT, bytes)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  });

  it('is refused if it is truncated or damaged', async () => {
    const whole = await sharp(Buffer.from(Array.from({ length: 300 * 300 * 3 }, (_, at) => (at * 7919) % 256)), {
      raw: { width: 300, height: 300, channels: 3 },
    })
      .jpeg()
      .toBuffer();
    for (const broken of [
      whole.subarray(0, Math.floor(whole.length / 2)),
      whole.subarray(0, 40),
      Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(500, 7)]),
    ]) {
      expect(toStatusAndBody(await send(browser, PORTRAIT, broken))).toEqual(BROKEN);
    }
  });

  it('is refused if it is too small before or after cropping', async () => {
    expect(toStatusAndBody(await send(browser, PORTRAIT, await halves(63, 300).png().toBuffer()))).toEqual(TOO_SMALL);
    expect(toStatusAndBody(await send(browser, PORTRAIT, await halves(2, 2).png().toBuffer()))).toEqual(TOO_SMALL);
    expect(
      toStatusAndBody(
        await send(browser, `${PORTRAIT}?x=0&y=0&width=5&height=5`, await halves(300, 300).png().toBuffer()),
      ),
    ).toEqual(TOO_SMALL);
    expect(
      toStatusAndBody(
        await send(browser, `${PORTRAIT}?x=100&y=100&width=50&height=50`, await halves(300, 300).png().toBuffer()),
      ),
    ).toEqual(TOO_SMALL);
  });

  it('is refused if it is larger than 10 MB, while other calls keep their smaller limit', async () => {
    expect(toStatusAndBody(await send(browser, PORTRAIT, Buffer.alloc(MAX_PICTURE_BYTES + 1, 0xff)))).toEqual(
      TOO_LARGE,
    );
    expect(toStatusAndBody(await send(browser, PORTRAIT, Buffer.alloc(MAX_PICTURE_BYTES, 0xff)))).toEqual(WRONG_TYPE);
    expect((await browser('POST', '/api/packages', { name: 'x'.repeat(200_000) })).statusCode).toBe(413);
  });

  it('leaves no file behind if it is refused', async () => {
    const before = readdirSync(join(stack.deps.env.DATA_DIR, 'media')).length;
    await send(browser, PORTRAIT, Buffer.from(SVG));
    await send(browser, PORTRAIT, hugePng(60_000, 60_000));
    expect(readdirSync(join(stack.deps.env.DATA_DIR, 'media')).length).toBe(before);
  });
});

describe('an upload', () => {
  it('is refused without a session before its body is read', async () => {
    const nobody = await stack.asBrowser(null);
    for (const url of [PORTRAIT, PORTFOLIO])
      expect(toStatusAndBody(await send(nobody, url, Buffer.alloc(MAX_PICTURE_BYTES + 1)))).toEqual(REFUSED_SIGNED_OUT);
  });

  it('is refused from another site', async () => {
    const browser = await stack.asBrowser(await newCreator(stack.deps));
    const png = await halves(100, 100).png().toBuffer();
    expect(
      toStatusAndBody(await send(browser, PORTRAIT, png, 'image/png', { 'sec-fetch-site': 'cross-site' })),
    ).toEqual(REFUSED_OTHER_SITE);
    expect(
      toStatusAndBody(await send(browser, PORTRAIT, png, 'text/plain', { origin: 'https://evil.example' })),
    ).toEqual(REFUSED_OTHER_SITE);
  });

  it('can have a non-JSON body only at the upload paths', async () => {
    const browser = await stack.asBrowser(await newCreator(stack.deps));
    for (const url of ['/api/uploads/', '/api/uploads/other', '/api/packages', '/trpc/profiles.removePortrait']) {
      expect([url, (await send(browser, url, Buffer.from('x'), 'image/png')).statusCode]).toEqual([url, 415]);
    }
  });
});

/** Starts `count` uploads of 1,000 bytes each and sends one byte of each. They hold their slots until destroyed. */
async function stallUploads({ deps, app }: Stack, email: string, count: number): Promise<ClientRequest[]> {
  const login = await app.inject({
    method: 'POST',
    url: '/api/auth/login',
    payload: { email, password: BUILDER_PASSWORD },
  });
  const cookie = login.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const headers = { 'content-length': 1_000, 'content-type': 'image/png', cookie };
  const begun = Array.from({ length: count }, () => {
    const sent = request(`http://127.0.0.1:${deps.env.PORT}${PORTRAIT}`, { method: 'POST', headers });
    sent.on('error', () => undefined);
    sent.write('x');
    return sent;
  });
  await new Promise((resolve) => {
    setTimeout(resolve, 1_500);
  });
  return begun;
}

describe('the upload rate limit', () => {
  const limited = useStack({ RATE_LIMIT: 'on' });
  it('refuses the 61st upload in a row by the same user', async () => {
    const browser = await limited.asBrowser(await newCreator(limited.deps));
    const statuses: number[] = [];
    for (let at = 0; at < 61; at++)
      statuses.push((await send(browser, PORTRAIT, Buffer.from('no picture'))).statusCode);
    expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 415));
    expect(statuses[60]).toBe(429);
  });

  it('does not count the size of an upload that is refused before its body is read', async () => {
    const creator = await newCreator(limited.deps);
    const browser = await limited.asBrowser(creator);
    const kilobytes = async () => {
      const { rows } = await limited.deps.pool.query<{ points: number }>(
        `select coalesce(sum(points), 0)::int as points from rate_limit where key like 'picture kilobytes:%'`,
      );
      return rows[0]?.points;
    };
    const before = await kilobytes();
    expect((await send(browser, `${PORTRAIT}?x=wide`, Buffer.alloc(5_000))).statusCode).toBe(400);
    const stalled = await stallUploads(limited, creator.email, 12);
    const counted = await kilobytes();
    expect((await send(browser, PORTRAIT, Buffer.alloc(5_000))).statusCode).toBe(503);
    expect(await kilobytes()).toBe(counted);
    // Each of the twelve that got a slot counts as one kilobyte.
    expect(counted).toBe((before ?? 0) + 12);
    for (const each of stalled) each.destroy();
  });
});

describe('a storage bucket', () => {
  let s3: RunningS3;
  let folder: string;
  const settings = (more: Record<string, string> = {}) => ({
    S3_BUCKET: s3.bucket,
    S3_ENDPOINT: s3.url,
    S3_ACCESS_KEY_ID: s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
    S3_PUBLIC_URL: `${s3.url}/${s3.bucket}`,
    ...more,
  });
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'marquee-s3-'));
    s3 = await startS3({ dir: folder });
  });
  afterAll(async () => {
    await s3.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const storeWith = (more: Record<string, string> = {}) => openPictureStore(parseEnv({ ...LOCAL, ...settings(more) }));

  it('stores and deletes pictures, which have a public URL', async () => {
    const store = storeWith();
    const deps = { ...stack.deps, pictures: store };
    const creator = await newCreator(stack.deps);
    const { url } = await storePicture(deps, creator, await halves(700, 700).png().toBuffer(), 'portrait');
    expect(url).toMatch(new RegExp(`^${s3.url}/${s3.bucket}/[0-9a-f]{32}-256\\.webp$`));
    const response = await fetch(getPictureUrl(url, 512));
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({
      format: 'webp',
      width: 512,
      height: 512,
    });

    const name = url.split('/').at(-1) ?? '';
    expect((await store.get(name))?.length).toBeGreaterThan(100);
    await store.remove(name);
    await store.remove(name);
    expect(await store.get(name)).toBeUndefined();
  });

  it('is allowed as an image source by the Content-Security-Policy header', async () => {
    const { boot } = await import('../../../src/process/boot.ts');
    const { buildServer } = await import('../../../src/http/server.ts');
    const { openLog } = await import('../../../src/config/log.ts');
    const { deps } = stack;
    const env = parseEnv({
      ...toEnvVariables(deps.env),
      ...settings(),
    });
    const booted = boot(env, openLog(env));
    const app = await buildServer(booted);
    try {
      expect((await app.inject('/healthz')).headers['content-security-policy']).toMatch(
        new RegExp(`img-src [^;]*${s3.url}(;| )`),
      );
      expect(booted.pictures.origin).toBe(s3.url);
    } finally {
      await app.close();
      await booted.close();
    }
  });

  it('causes an error at startup if its settings are incomplete', () => {
    expect(() => parseEnv({ ...LOCAL, S3_BUCKET: 'pictures', S3_ACCESS_KEY_ID: 'a' })).toThrow(
      'S3_SECRET_ACCESS_KEY: needed when one of the S3 variables is set\nS3_PUBLIC_URL: needed when one of the S3 variables is set',
    );
    expect(() => parseEnv({ ...LOCAL, ...settings({ S3_PUBLIC_URL: 'pictures' }) })).toThrow('S3_PUBLIC_URL');
    expect(parseEnv({ ...LOCAL, ...settings() }).S3_REGION).toBe('us-east-1');
  });

  it('makes an upload fail if it cannot be reached', async () => {
    const nowhere = { ...stack.deps, pictures: storeWith({ S3_ENDPOINT: 'http://127.0.0.1:9' }) };
    const creator = await newCreator(stack.deps);
    await expect(storePicture(nowhere, creator, await halves(100, 100).png().toBuffer(), 'portrait')).rejects.toThrow();
  });
});

const LOCAL = {
  DATABASE_URL: 'postgres://localhost/marquee',
  STRIPE_SECRET_KEY: 'sk_test_local',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_local',
  STRIPE_WEBHOOK_SECRET: 'whsec_local',
};
