/**
 * Tests the profile, creator and dashboard calls of the REST API (requirements R7.15 to R7.19). Earnings are integer
 * cents.
 */
import { describe, expect, it } from 'vitest';
import { newBooking, newBrand, newCreator, newPackage } from '../../src/demo/builders.ts';
import {
  MALFORMED_IDS,
  PROFILE_NOT_FOUND,
  UNKNOWN_ID,
  REFUSED_SIGNED_OUT,
  toStatusAndBody,
} from '../support/responses.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack();
const get = async (url: string) => stack.app.inject({ method: 'GET', url });
const NO_STATS = { rating: 5, totalEarnings: 0, completedBookings: 0 };
const NO_FIGURES = { totalEarnings: 0, thisMonth: 0, completedBookings: 0, pendingBookings: 0, profileViews: 0 };

describe('a public profile', () => {
  it('has the documented fields and defaults, whether it is requested by id or by username in any case', async () => {
    const creator = await newCreator(stack.deps, { fullName: 'Ida Berg' });
    const profile = {
      status: 200,
      body: {
        id: creator.id,
        username: creator.username,
        fullName: 'Ida Berg',
        userType: 'influencer',
        bio: 'Professional content creator ready to help your brand succeed.',
        location: 'Available Worldwide',
        profileImageUrl: null,
        categories: [],
        languages: [],
        links: [],
        followers: 0,
        platforms: [],
        portfolio: [],
      },
    };
    expect(toStatusAndBody(await get(`/api/profile/${creator.username}`))).toEqual(profile);
    expect(toStatusAndBody(await get(`/api/profile/${creator.username.toUpperCase()}`))).toEqual(profile);
    expect(toStatusAndBody(await get(`/api/influencers/${creator.id}`))).toEqual(profile);
    expect(toStatusAndBody(await get(`/api/influencers/${creator.id.toUpperCase()}`))).toEqual(profile);
  });

  it('exposes no email address or secret, and neither do the profile’s stats and packages', async () => {
    const creator = await newCreator(stack.deps, { email: 'private-address@example.test' });
    await newPackage(stack.deps, creator);
    for (const url of [
      `/api/profile/${creator.username}`,
      `/api/profile/${creator.username}/stats`,
      `/api/profile/${creator.username}/packages`,
      `/api/influencers/${creator.id}`,
      `/api/packages/influencer/${creator.id}`,
    ]) {
      const { body, statusCode } = await get(url);
      expect(statusCode).toBe(200);
      expect(body).not.toMatch(/private-address|@|password|argon2|hash|acct_|payouts/i);
    }
  });

  it('starts with the default rating and no earnings', async () => {
    const { username } = await newCreator(stack.deps);
    expect(toStatusAndBody(await get(`/api/profile/${username}/stats`))).toEqual({ status: 200, body: NO_STATS });
  });

  it('lists its active packages in the same format as /api/packages', async () => {
    const creator = await newCreator(stack.deps);
    expect(toStatusAndBody(await get(`/api/profile/${creator.username}/packages`))).toEqual({ status: 200, body: [] });
    const shown = await newPackage(stack.deps, creator);
    const hidden = await newPackage(stack.deps, creator, { isActive: false });
    const list = (await get(`/api/profile/${creator.username}/packages`)).json();
    expect(list).toEqual([(await get(`/api/packages/${shown.id}`)).json()]);
    const asOwner = await stack.asBrowser(creator);
    const own = (await asOwner('GET', `/api/profile/${creator.username}/packages`)).json<{ id: string }[]>();
    expect(new Set(own.map((each) => each.id))).toEqual(new Set([shown.id, hidden.id]));
  });

  it.each([
    ['the profile', ''],
    ['its stats', '/stats'],
    ['its packages', '/packages'],
  ])('returns 404 for an unknown user, a brand or a malformed username (%s)', async (_, rest) => {
    const brand = await newBrand(stack.deps);
    for (const name of [
      brand.username,
      'nobody_at_all',
      '_',
      'a',
      'x'.repeat(3_000),
      '%00',
      '%F0%9F%92%A5',
      "a'%20or%20'1'='1",
      '%25',
      '__proto__',
      'constructor',
    ]) {
      expect(toStatusAndBody(await get(`/api/profile/${name}${rest}`))).toEqual(PROFILE_NOT_FOUND);
    }
  });

  it('returns 404 by id for an unknown user, a brand or a malformed id', async () => {
    const brand = await newBrand(stack.deps);
    for (const id of [brand.id, UNKNOWN_ID, ...MALFORMED_IDS])
      expect(toStatusAndBody(await get(`/api/influencers/${id}`))).toEqual(PROFILE_NOT_FOUND);
  });
});

describe('GET /api/dashboard/stats', () => {
  it('returns zeros for a new account of either type and refuses signed-out callers', async () => {
    for (const user of [await newCreator(stack.deps), await newBrand(stack.deps)]) {
      const browser = await stack.asBrowser(user);
      const response = await browser('GET', '/api/dashboard/stats');
      expect(toStatusAndBody(response)).toEqual({ status: 200, body: NO_FIGURES });
      expect(response.headers['cache-control']).toBe('no-store');
    }
    expect(toStatusAndBody(await get('/api/dashboard/stats'))).toEqual(REFUSED_SIGNED_OUT);
  });

  it('counts a paid booking as pending, and adds its earnings in cents on completion, as the profile stats do', async () => {
    const { id, creator, brand, asCreator } = await newBooking(stack.deps);
    const [creatorBrowser, brandBrowser] = [await stack.asBrowser(creator), await stack.asBrowser(brand)];
    const figuresOf = async (browser: typeof creatorBrowser) => (await browser('GET', '/api/dashboard/stats')).json();
    const profile = async () => (await get(`/api/profile/${creator.username}/stats`)).json();

    expect(await figuresOf(creatorBrowser)).toEqual({ ...NO_FIGURES, pendingBookings: 1 });
    expect(await figuresOf(brandBrowser)).toEqual({ ...NO_FIGURES, pendingBookings: 1 });
    await asCreator.bookings.move({ id, status: 'accepted' });
    await asCreator.bookings.move({ id, status: 'in_progress' });
    expect(await figuresOf(creatorBrowser)).toEqual(NO_FIGURES);
    expect(await profile()).toEqual(NO_STATS);
    await asCreator.bookings.move({ id, status: 'completed' });
    expect(await figuresOf(creatorBrowser)).toEqual({
      ...NO_FIGURES,
      totalEarnings: 19_900,
      thisMonth: 19_900,
      completedBookings: 1,
    });
    expect(await figuresOf(brandBrowser)).toEqual({ ...NO_FIGURES, completedBookings: 1 });
    expect(await profile()).toEqual({ rating: 5, totalEarnings: 19_900, completedBookings: 1 });
  });

  it('counts earnings of earlier calendar months in the total, but not in this month’s earnings', async () => {
    const { asCreator } = await newBooking(stack.deps, { status: 'completed' });
    await stack.advance(32 * 24 * 3_600_000);
    expect(await asCreator.profiles.dashboard()).toMatchObject({ totalEarningsCents: 19_900, thisMonthCents: 0 });
  });

  it('compares this month’s earnings with those of the same days of last month', async () => {
    // Moves to the 3rd of the next month, a day that every month has.
    const today = stack.deps.now();
    await stack.advance(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 3) - today.getTime());
    const { creator, asCreator } = await newBooking(stack.deps, { status: 'completed' });
    const now = stack.deps.now();
    const [earned] = await stack.deps.db
      .selectFrom('ledgerTransaction')
      .innerJoin('ledgerEntry', 'ledgerEntry.transactionId', 'ledgerTransaction.id')
      .select('ledgerTransaction.at')
      .where('workspaceId', '=', creator.workspaceId)
      .execute();
    const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
    const into = Number(earned?.at) - Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
    // Checks the totals one minute before, and one minute after, the same day and time in the following month.
    await stack.advance(start + into - 60_000 - stack.deps.now().getTime());
    expect(await asCreator.profiles.dashboard()).toMatchObject({ thisMonthCents: 0, lastMonthCents: 0 });
    await stack.advance(120_000);
    expect(await asCreator.profiles.dashboard()).toMatchObject({ thisMonthCents: 0, lastMonthCents: 19_900 });
  });

  it('counts one profile view per user and day for 30 days, without the creator’s own views', async () => {
    const creator = await newCreator(stack.deps);
    const views = async () => (await stack.as(creator).profiles.dashboard()).profileViews;
    const visitors = [stack.as(null), stack.as(await newBrand(stack.deps)), stack.as(creator)];
    for (const visitor of [...visitors, ...visitors]) await visitor.profiles.recordView({ username: creator.username });
    expect(await views()).toBe(2);
    await stack.advance(24 * 3_600_000);
    await stack.as(null).profiles.recordView({ username: creator.username });
    expect(await views()).toBe(3);
    await stack.advance(29 * 24 * 3_600_000);
    expect(await views()).toBe(1);
  });
});
