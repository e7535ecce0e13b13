/** Tests follower proofs: upload, access, the effects of the decision of staff, and expiry, on real PostgreSQL. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@marquee/time';
import { PROOF_VALIDITY_DAYS } from '@marquee/validation';
import { getPictureUrl, type Platform } from '@marquee/contracts';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { newAdmin, newBrand, newCreator, newPackage } from '../../../src/demo/builders.ts';
import { deleteOldFollowerProofs } from '../../../src/modules/catalog/follower-proofs/follower-proofs.service.ts';
import { REFUSED_CREATORS_ONLY, createRefusal, REFUSED_SIGNED_OUT, toStatusAndBody } from '../../support/responses.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack({}, { mailbox: true });

const account = (followers = 48_200, platform: Platform = 'instagram', handle = '@lina') => ({
  platform,
  handle,
  followers,
  startingPrice: '',
});

async function creatorWith(...platforms: ReturnType<typeof account>[]) {
  const creator = await newCreator(stack.deps);
  await stack.as(creator).profiles.savePlatforms({ platforms });
  return creator;
}

const picture = () =>
  sharp({ create: { width: 400, height: 700, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();

const URL = '/api/uploads/follower-proof?platform=';

async function send(creator: SessionUser, platform: string = 'instagram') {
  const browser = await stack.asBrowser(creator);
  return browser('POST', `${URL}${platform}`, await picture(), { 'content-type': 'image/png' });
}

const staff = async () => stack.as(await newAdmin(stack.deps)).admin;
const waitingOf = async ({ id }: SessionUser) => {
  const { rows } = await stack.deps.pool.query<{ id: string; picture_url: string }>(
    `select id, picture_url from follower_proof where creator_id = $1 and state = 'waiting'`,
    [id],
  );
  return rows.map((row) => ({ id: row.id, url: row.picture_url }));
};

/** Uploads a proof and decides on it as staff. */
async function decided(creator: SessionUser, outcome: 'confirmed' | 'refused', platform: Platform = 'instagram') {
  expect((await send(creator, platform)).statusCode).toBe(200);
  const [proof] = await waitingOf(creator);
  if (!proof) throw new Error('Nothing waits');
  await (await staff()).decideProof({ id: proof.id, outcome, reason: 'The number is cut off' });
  await stack.idle();
  return proof;
}

const shownOf = async ({ username }: SessionUser) =>
  (await stack.as(null).profiles.byUsername({ username })).platforms.map(({ platform, checkedAt }) => [
    platform,
    checkedAt !== null,
  ]);
const isStored = (url: string) => existsSync(join(stack.deps.env.DATA_DIR, getPictureUrl(url, 960)));
const subjectsOf = async ({ email }: SessionUser) => (await stack.mailsTo(email)).map(({ subject }) => subject);

describe('a follower proof, a screenshot of the creator’s follower count', () => {
  it('needs a decision by staff and is visible only to the creator and staff', async () => {
    const creator = await creatorWith(account());
    const { overview, proofs } = await staff();
    const before = (await overview()).proofs;
    const answer = await send(creator);
    expect(answer.json()).toMatchObject([
      { platform: 'instagram', handle: '@lina', followers: 48_200, state: 'waiting' },
    ]);
    expect((await overview()).proofs).toBe(before + 1);
    expect((await proofs({})).items).toContainEqual(
      expect.objectContaining({ creatorId: creator.id, handle: '@lina', followers: 48_200, state: 'waiting' }),
    );
    expect(await shownOf(creator)).toEqual([['instagram', false]]);
    expect(JSON.stringify(await stack.as(null).profiles.byUsername({ username: creator.username }))).not.toContain(
      (await waitingOf(creator))[0]?.url,
    );
    const other = stack.as(await newBrand(stack.deps));
    await expect(other.admin.proofs({})).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(other.followerProofs.own()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await stack.as(await newCreator(stack.deps)).followerProofs.own()).toEqual([]);
  });

  it('requires a signed-in creator who has saved an account on the same platform', async () => {
    const creator = await creatorWith(account());
    const missing = createRefusal(
      409,
      'Save this platform in your settings first, then send the screenshot',
      'PROOF_PLATFORM_MISSING',
    );
    expect(toStatusAndBody(await send(creator, 'tiktok'))).toEqual(missing);
    expect(toStatusAndBody(await send(creator, 'nowhere'))).toEqual(missing);
    expect(toStatusAndBody(await send(await newBrand(stack.deps)))).toEqual(REFUSED_CREATORS_ONLY);
    const visitor = await stack.app.inject({ method: 'POST', url: `${URL}instagram`, payload: await picture() });
    expect(toStatusAndBody(visitor)).toEqual(REFUSED_SIGNED_OUT);
    expect(await stack.as(creator).followerProofs.own()).toEqual([]);
  });

  it('replaces and deletes the creator’s previous proof if staff have not decided on that one', async () => {
    const creator = await creatorWith(account());
    await send(creator);
    const [first] = await waitingOf(creator);
    await send(creator);
    const [second, ...others] = await waitingOf(creator);
    expect([second?.id === first?.id, others]).toEqual([false, []]);
    await stack.idle();
    expect([isStored(first?.url ?? ''), isStored(second?.url ?? '')]).toEqual([false, true]);
    await expect(
      (await staff()).decideProof({ id: first?.id ?? '', outcome: 'confirmed', reason: 'Late' }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is the creator’s only undecided proof, even if the creator uploads ten at the same time', async () => {
    const creator = await creatorWith(account());
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(creator)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
    expect(await waitingOf(creator)).toHaveLength(1);
  });
});

describe('the decision of staff on a follower proof', () => {
  it('can confirm the proof, which marks the account as confirmed on the profile and in the comparison, and notifies the creator', async () => {
    const creator = await creatorWith(account(), account(9_000, 'tiktok'));
    const { id: packageId } = await newPackage(stack.deps, creator);
    await decided(creator, 'confirmed');
    expect(await shownOf(creator)).toEqual([
      ['instagram', true],
      ['tiktok', false],
    ]);
    const [compared] = await stack.as(null).discovery.compare({ ids: [packageId] });
    expect(compared?.platforms.map(({ checkedAt }) => checkedAt !== null)).toEqual([true, false]);
    expect(await subjectsOf(creator)).toContain('Your Instagram follower count is verified');
    const [notification] = (await stack.as(creator).notifications.list({})).items;
    expect(notification).toMatchObject({ text: 'Your Instagram follower count is verified', path: '/settings' });
  });

  it('can refuse the proof with a reason, which leaves the follower count self-declared and deletes the screenshot', async () => {
    const creator = await creatorWith(account());
    const { url } = await decided(creator, 'refused');
    expect(await shownOf(creator)).toEqual([['instagram', false]]);
    expect(await stack.as(creator).followerProofs.own()).toMatchObject([
      { state: 'refused', reason: 'The number is cut off' },
    ]);
    expect(isStored(url)).toBe(false);
    expect(await subjectsOf(creator)).toContain('Send a new screenshot of your Instagram followers');
  });

  it('is made only once, and is logged with the staff member and the reason', async () => {
    const creator = await creatorWith(account());
    await send(creator);
    const [proof] = await waitingOf(creator);
    const admin = await newAdmin(stack.deps);
    const decide = (outcome: 'confirmed' | 'refused') =>
      stack.as(admin).admin.decideProof({ id: proof?.id ?? '', outcome, reason: 'Looked at it' });
    const outcomes = await Promise.allSettled([decide('confirmed'), decide('refused'), decide('confirmed')]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { items } = await stack.as(admin).admin.audit({ subjectId: creator.id });
    expect(items).toMatchObject([{ actorName: admin.fullName, reason: 'Looked at it' }]);
    expect(items[0]?.action).toMatch(/^proof\.(confirmed|refused)$/);
  });
});

describe('a confirmed follower count', () => {
  it('also covers a lower count of the same account, but neither a higher count nor another account', async () => {
    const creator = await creatorWith(account());
    await decided(creator, 'confirmed');
    const { profiles } = stack.as(creator);
    for (const [platforms, isChecked] of [
      [[account(40_000)], true],
      [[account(48_201)], false],
      [[account(40_000, 'instagram', '@somebody.else')], false],
      [[account()], true],
    ] as const) {
      const own = await profiles.savePlatforms({ platforms: [...platforms] });
      expect(own.platforms[0]?.checkedAt !== null).toBe(isChecked);
      expect(await shownOf(creator)).toEqual([['instagram', isChecked]]);
    }
  });

  it('stays valid after another proof is refused, until the creator withdraws it', async () => {
    const creator = await creatorWith(account());
    const first = await decided(creator, 'confirmed');
    await decided(creator, 'refused');
    expect(await shownOf(creator)).toEqual([['instagram', true]]);
    const second = await decided(creator, 'confirmed');
    expect([isStored(first.url), isStored(second.url)]).toEqual([false, true]);
    expect(await stack.as(creator).followerProofs.withdraw({ platform: 'instagram' })).toEqual([]);
    await stack.idle();
    expect(await shownOf(creator)).toEqual([['instagram', false]]);
    expect(isStored(second.url)).toBe(false);
  });

  it('expires after a year together with its screenshot', async () => {
    const creator = await creatorWith(account());
    const { url } = await decided(creator, 'confirmed');
    const later = (days: number) => ({ ...stack.deps, now: () => new Date(Date.now() + days * DAY_MS) });
    await deleteOldFollowerProofs(later(PROOF_VALIDITY_DAYS - 1));
    expect(await shownOf(creator)).toEqual([['instagram', true]]);
    await deleteOldFollowerProofs(later(PROOF_VALIDITY_DAYS + 1));
    await stack.idle();
    expect(await shownOf(creator)).toEqual([['instagram', false]]);
    expect(isStored(url)).toBe(false);
  });
});
