/** Tests the logos of clients: who uploads and sees them, and when their files are deleted. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getPictureUrl } from '@marquee/contracts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { newBooking, newBrand, newCreator } from '../../../src/demo/builders.ts';
import { newMember } from '../../support/members.ts';
import { UNKNOWN_ID } from '../../support/responses.ts';
import { useStack } from '../../support/stack.ts';
import { withOldFactor } from '../../support/accounts.ts';

const stack = useStack();
const BILLING = { legalName: '', address: '', country: '', taxId: '' };

const createLogo = (background: string, width = 120, height = 80) =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();

/** Reads a stored logo. Returns its size and the red channel of the pixels at some positions in percent. */
async function readLogo(url: string, ...positions: readonly (readonly [x: number, y: number])[]) {
  const { rawPayload } = await stack.app.inject({ method: 'GET', url });
  const { data, info } = await sharp(rawPayload).raw().toBuffer({ resolveWithObject: true });
  const at = (percent: number, side: number) => Math.round((percent / 100) * (side - 1));
  const reds = positions.map(([x, y]) => data[(at(y, info.height) * info.width + at(x, info.width)) * info.channels]);
  return { size: [info.width, info.height], reds };
}

/** Creates a brand with the client Northwind. */
async function newClient() {
  const brand = await newBrand(stack.deps);
  const { id } = await stack.as(brand).clients.save({ name: 'Northwind', ...BILLING });
  return { brand, id };
}

/** Uploads a logo as a user who acts in the workspace of `brand`. Returns the status and the body. */
async function upload(user: SessionUser, brand: SessionUser, query: string, bytes?: Buffer) {
  const path = `/w/${brand.username}/api/uploads/client-logo${query}`;
  const browser = await stack.asBrowser(user);
  const answer = await browser('POST', path, bytes ?? (await createLogo('#123456')), { 'content-type': 'image/png' });
  return { status: answer.statusCode, ...answer.json<{ logoUrl?: string; error?: string; code?: string }>() };
}

async function uploadLogo(brand: SessionUser, id: string, background = '#123456'): Promise<string> {
  const { logoUrl } = await upload(brand, brand, `?id=${id}`, await createLogo(background));
  if (logoUrl === undefined) throw new Error('The logo was not stored');
  return logoUrl;
}

const logosOf = async (brand: SessionUser) =>
  (await stack.as(brand).clients.list()).map(({ name, logoUrl }) => ({ name, logoUrl }));
/** Returns for each width of a logo whether its file exists. */
const listExistingFiles = (url: string) =>
  [96, 256, 512].map((width) => existsSync(join(stack.deps.env.DATA_DIR, getPictureUrl(url, width))));

describe('the logo of a client', () => {
  it('is stored under a random name, and replaced and removed together with its files', async () => {
    const { brand, id } = await newClient();
    const first = await uploadLogo(brand, id);
    expect(first).toMatch(/^\/media\/[0-9a-f]{32}-256\.webp$/);
    const second = await uploadLogo(brand, id, '#654321');
    expect(await logosOf(brand)).toEqual([{ name: 'Northwind', logoUrl: second }]);
    await stack.idle();
    expect([listExistingFiles(first), listExistingFiles(second)]).toEqual([
      [false, false, false],
      [true, true, true],
    ]);

    // Saving the other details keeps the logo.
    await stack.as(brand).clients.save({ id, name: 'Northwind Coffee', ...BILLING });
    await stack.as(brand).clients.archive({ id, isArchived: true });
    expect(await logosOf(brand)).toEqual([{ name: 'Northwind Coffee', logoUrl: second }]);
    await stack.as(brand).clients.removeLogo({ id });
    await stack.idle();
    expect(await logosOf(brand)).toEqual([{ name: 'Northwind Coffee', logoUrl: null }]);
    expect(listExistingFiles(second)).toEqual([false, false, false]);
  });

  it('is shown whole in a white square with margins, however wide or high it is', async () => {
    const { brand, id } = await newClient();
    for (const { width, height, size, ends } of [
      { width: 400, height: 60, size: 256, ends: [10, 90].map((x) => [x, 50] as const) },
      { width: 30, height: 3_000, size: 256, ends: [10, 90].map((y) => [50, y] as const) },
      { width: 64, height: 40, size: 64, ends: [12, 88].map((x) => [x, 50] as const) },
    ]) {
      const { logoUrl = '' } = await upload(brand, brand, `?id=${id}`, await createLogo('#000000', width, height));
      const outside = [
        [0, 0],
        [100, 100],
        [5, 50],
        [50, 95],
      ] as const;
      const { size: stored, reds } = await readLogo(logoUrl, ...outside, ...ends);
      expect(stored).toEqual([size, size]);
      expect(reds.map((red = -1) => (red > 250 ? 'white' : red < 60 ? 'black' : red))).toEqual([
        'white',
        'white',
        'white',
        'white',
        'black',
        'black',
      ]);
    }
    expect(await upload(brand, brand, `?id=${id}`, await createLogo('#000000', 63, 63))).toMatchObject({
      status: 400,
      error: 'This logo is too small. Its longer side needs at least 64 pixels.',
      code: 'LOGO_TOO_SMALL',
    });
  });

  it('gets a white background if it is transparent, so that it is visible in both color schemes', async () => {
    const { brand, id } = await newClient();
    const bytes = await createLogo('#12345600');
    const { logoUrl = '' } = await upload(brand, brand, `?id=${id}`, bytes);
    const { rawPayload } = await stack.app.inject({ method: 'GET', url: logoUrl });
    expect(await sharp(rawPayload).stats()).toMatchObject({ isOpaque: true, dominant: { r: 248, g: 248, b: 248 } });
  });

  it('is shown to the creator of a booking for this client, and in no other booking of the brand', async () => {
    const { brand, id: clientId } = await newClient();
    const creator = (await newBooking(stack.deps, { brand })).creator;
    const { id, asCreator } = await newBooking(stack.deps, { brand, creator, clientId });
    expect((await asCreator.bookings.byId({ id })).clientLogoUrl).toBeNull();
    const logo = await uploadLogo(brand, clientId);
    expect(await asCreator.bookings.byId({ id })).toMatchObject({
      brandName: `Northwind, by ${brand.fullName}`,
      clientLogoUrl: logo,
    });
    const { items } = await asCreator.bookings.list({});
    expect(items.map(({ brandName, clientLogoUrl }) => [brandName, clientLogoUrl])).toEqual([
      [`Northwind, by ${brand.fullName}`, logo],
      [brand.fullName, null],
    ]);
  });

  it('is changed only by members of the workspace who may edit clients', async () => {
    const { brand, id } = await newClient();
    const logo = await uploadLogo(brand, id);
    const [other, creator] = [await newBrand(stack.deps), await newCreator(stack.deps)];
    const booker = await newMember(stack, brand, 'booker');
    expect(await upload(booker, brand, `?id=${id}`)).toMatchObject({ status: 403, code: 'PERMISSION_MISSING' });
    expect(await upload(other, other, `?id=${id}`)).toMatchObject({ status: 404, code: 'CLIENT_NOT_FOUND' });
    expect(await upload(creator, creator, `?id=${id}`)).toMatchObject({ status: 403, code: 'BRANDS_ONLY' });
    await expect(stack.as(booker).clients.removeLogo({ id })).rejects.toMatchObject({ failure: 'PERMISSION_MISSING' });
    await expect(stack.as(other).clients.removeLogo({ id })).rejects.toMatchObject({ failure: 'CLIENT_NOT_FOUND' });
    expect(await logosOf(brand)).toEqual([{ name: 'Northwind', logoUrl: logo }]);

    const finance = await newMember(stack, brand, 'finance', 'Fay Finance');
    expect((await upload(finance, brand, `?id=${id}`)).status).toBe(200);
    expect((await logosOf(brand))[0]?.logoUrl).not.toBe(logo);
  });

  it('stays unchanged after an invalid upload, which leaves no files', async () => {
    const { brand, id } = await newClient();
    const logo = await uploadLogo(brand, id);
    await stack.idle();
    const media = join(stack.deps.env.DATA_DIR, 'media');
    const before = readdirSync(media).length;
    expect(await upload(brand, brand, `?id=${id}`, Buffer.from('no picture'))).toMatchObject({
      status: 415,
      error: 'This file type is not supported. Choose a JPEG, PNG, WebP, AVIF or GIF picture.',
    });
    for (const query of ['', '?id=1', `?id=${UNKNOWN_ID}`])
      expect(await upload(brand, brand, query)).toMatchObject({ status: 404, code: 'CLIENT_NOT_FOUND' });
    expect(await logosOf(brand)).toEqual([{ name: 'Northwind', logoUrl: logo }]);
    expect(readdirSync(media)).toHaveLength(before);
  });

  it('is part of the export, and is deleted together with the workspace', async () => {
    const { brand, id: clientId } = await newClient();
    const logo = await uploadLogo(brand, clientId);
    const { id, asCreator } = await newBooking(stack.deps, { brand, clientId });
    const browser = await stack.asBrowser(brand);
    expect((await browser('GET', '/api/account/export')).json()).toMatchObject({
      clients: [{ name: 'Northwind', logoUrl: logo }],
    });
    await stack.as(brand).bookings.withdraw({ id });
    await stack.settle();
    await stack.as(withOldFactor(brand)).personalData.deleteAccount({ confirmation: 'DELETE' });
    await stack.idle();
    expect(listExistingFiles(logo)).toEqual([false, false, false]);
    expect((await asCreator.bookings.byId({ id })).clientLogoUrl).toBeNull();
  });
});
