/** Tests the picture of a package, which its creator chooses from the portfolio. */
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { newBrand, newCreator, newPackage } from '../../../src/demo/builders.ts';
import { getRefusalCode } from '../../support/booking-money.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack();

async function newPicture(creator: SessionUser): Promise<string> {
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
  const browser = await stack.asBrowser(creator);
  const answer = await browser('POST', '/api/uploads/portfolio', bytes, { 'content-type': 'image/png' });
  return answer.json<{ portfolio: { id: string }[] }>().portfolio.at(-1)?.id ?? '';
}

describe('the picture of a package', () => {
  it('can be chosen from the creator’s portfolio, is public, is copied with the package, and can be removed', async () => {
    const creator = await newCreator(stack.deps);
    const { packages, profiles } = stack.as(creator);
    const { id } = await newPackage(stack.deps, creator);
    const pictureId = await newPicture(creator);
    expect(await packages.setPicture({ id, pictureId })).toMatchObject({ id, pictureId });
    const seen = await stack.as(null).profiles.packages({ username: creator.username });
    expect(seen).toMatchObject([{ id, pictureId }]);
    const { portfolio } = await stack.as(null).profiles.byUsername({ username: creator.username });
    expect(portfolio.map((picture) => picture.id)).toContain(pictureId);
    expect(await packages.duplicate({ id })).toMatchObject({ pictureId });
    // Saving other fields does not change the picture.
    const form = { name: 'Renamed', description: 'As before', price: '100.00' };
    expect(await packages.save({ id, ...form })).toMatchObject({ name: 'Renamed', pictureId });
    expect(await packages.setPicture({ id, pictureId: null })).toMatchObject({ pictureId: null });
    await packages.setPicture({ id, pictureId });
    await profiles.removePicture({ id: pictureId });
    expect(await packages.byId({ id })).toMatchObject({ name: 'Renamed', pictureId: null });
  });

  it('cannot be another creator’s picture, nor be set on another creator’s package', async () => {
    const [creator, other] = [await newCreator(stack.deps), await newCreator(stack.deps)];
    const { id } = await newPackage(stack.deps, creator);
    const theirs = await newPicture(other);
    expect(await getRefusalCode(stack.as(creator).packages.setPicture({ id, pictureId: theirs }))).toBe(
      'PICTURE_NOT_FOUND',
    );
    expect(await getRefusalCode(stack.as(other).packages.setPicture({ id, pictureId: theirs }))).toBe(
      'PACKAGE_NOT_FOUND',
    );
    const brand = stack.as(await newBrand(stack.deps));
    expect(await getRefusalCode(brand.packages.setPicture({ id, pictureId: null }))).toBe('CREATORS_ONLY');
  });

  it('is not part of the REST API’s response', async () => {
    const creator = await newCreator(stack.deps);
    const { id } = await newPackage(stack.deps, creator);
    await stack.as(creator).packages.setPicture({ id, pictureId: await newPicture(creator) });
    const answer = await stack.app.inject({ method: 'GET', url: `/api/packages/${id}` });
    expect(Object.keys(answer.json())).not.toContain('pictureId');
  });
});
