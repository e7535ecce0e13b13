/** Tests offers: requests, answers, counteroffers, acceptance and payment, on real PostgreSQL. */
import { OFFER_LIMITS } from '@marquee/booking';
import { DAY_MS } from '@marquee/time';
import type { OfferRequest } from '@marquee/validation';
import { PLATFORM_NAMES, type WorkspaceId } from '@marquee/contracts';
import { sql } from 'kysely';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { describe, expect, it } from 'vitest';
import {
  confirmCard,
  newAdmin,
  newBooking,
  newBrand,
  newCreator,
  newPackage,
  newMember,
  newPayableCreator,
} from '../../../src/demo/builders.ts';
import { openStack, useStack } from '../../support/stack.ts';
import { withOldFactor } from '../../support/accounts.ts';

const stack = useStack({}, { mailbox: true });
const refused = (failure: string) => expect.objectContaining({ failure }) as Error;

const asking = (creatorId: WorkspaceId): OfferRequest => ({
  creatorId,
  brief: 'Three reels about our new tents.',
  budget: 1_500,
  requestedDay: '2027-05-01',
  platforms: ['instagram'],
});
const ANSWER = {
  name: 'Three reels',
  scope: 'Three reels of 30 seconds, filmed outdoors.',
  features: ['Three reels', 'One round of changes'],
  price: '1200.00',
  deliveryDays: 10,
  expiryDays: OFFER_LIMITS.defaultExpiryDays as number,
};
const COUNTER = { scope: 'Three reels of 30 seconds and one story.', price: '1000', deliveryDays: 7 };

/** Creates an offer that a brand has requested from a creator. */
async function asked() {
  const creator = await newPayableCreator(stack.deps);
  const brand = await newBrand(stack.deps);
  const { id } = await stack.as(brand).offers.request(asking(creator.workspaceId));
  return { id, creator, brand, asCreator: stack.as(creator), asBrand: stack.as(brand) };
}

/** Creates an offer request of a brand, and the creator's first offer version in response. */
async function answered(more: Partial<typeof ANSWER> = {}) {
  const offer = await asked();
  const { versions } = await offer.asCreator.offers.answer({ id: offer.id, ...ANSWER, ...more });
  return { ...offer, version: last(versions) };
}

const last = <T>(list: readonly T[]): T => {
  const item = list.at(-1);
  if (item === undefined) throw new Error('There is none');
  return item;
};

const pay = (brand: SessionUser, id: string, version: { id: string; totalCents: number }) =>
  stack.as(brand).payments.openOfferCheckout({ id, versionId: version.id, totalCents: version.totalCents });

const subjectsTo = async ({ email }: SessionUser) => (await stack.mailsTo(email)).map(({ subject }) => subject);
const listed = async (person: SessionUser, show: 'waiting' | 'open' | 'ended') =>
  (await stack.as(person).offers.list({ show })).items.map(({ id }) => id);

describe('a request for an offer', () => {
  it('can contain all platforms at once', async () => {
    const creator = await newPayableCreator(stack.deps);
    const caller = stack.as(await newBrand(stack.deps));
    const { id } = await caller.offers.request({ ...asking(creator.workspaceId), platforms: PLATFORM_NAMES });
    expect((await caller.offers.byId({ id })).platforms).toEqual(PLATFORM_NAMES);
  });

  it('emails the creator once and appears in the offer lists of both sides', async () => {
    const { id, creator, brand, asBrand } = await asked();
    expect(await stack.as(creator).offers.byId({ id })).toMatchObject({
      brief: 'Three reels about our new tents.',
      budgetCents: 150_000,
      requestedDay: '2027-05-01',
      platforms: ['instagram'],
      waitsFor: 'creator',
      viewer: 'creator',
      versions: [],
    });
    expect([await listed(creator, 'waiting'), await listed(creator, 'open')]).toEqual([[id], [id]]);
    expect([await listed(brand, 'waiting'), await listed(brand, 'open')]).toEqual([[], [id]]);
    expect((await stack.as(creator).offers.waitingCount()).count).toBe(1);
    expect((await asBrand.offers.recipient({ username: creator.username })).openOfferId).toBe(id);
    await expect(asBrand.offers.request(asking(creator.workspaceId))).rejects.toEqual(refused('OFFER_OPEN'));
    expect(await subjectsTo(creator)).toEqual(['Answer the offer request from Northwind Outdoor']);
  });

  it('names the person who acts for a side with several people', async () => {
    const { id, creator, brand } = await asked();
    const [manager, booker] = [
      await newMember(stack.deps, creator, 'manager'),
      await newMember(stack.deps, brand, 'booker'),
    ];
    await stack.as(manager).offers.answer({ id, ...ANSWER });
    const [offered] = await stack.mailsTo(brand.email);
    expect(offered?.subject).toMatch(/^Offer from Kim for Maya Lindqvist: /);
    await stack.as(booker).offers.end({ id, message: 'Not this year.' });
    const [ended] = await stack.mailsTo(creator.email);
    // The subject has no room for the person.
    expect(ended?.subject).toBe('Northwind Outdoor withdrew their request for an offer');
    expect(ended?.text).toContain('Kim at Northwind Outdoor wrote: “Not this year.”');
  });

  it('is limited to ten open offers per brand, even if many are requested simultaneously', async () => {
    const brand = await newBrand(stack.deps);
    const creators: SessionUser[] = [];
    while (creators.length < 12) creators.push(await newCreator(stack.deps));
    const results = await Promise.allSettled(
      creators.map(({ workspaceId }) => stack.as(brand).offers.request(asking(workspaceId))),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toEqual(refused('OFFERS_FULL'));
    const [first = ''] = await listed(brand, 'open');
    await stack.as(brand).offers.end({ id: first, message: '' });
    const [left] = creators.filter((_, at) => results[at]?.status === 'rejected');
    await stack.as(brand).offers.request(asking(left?.workspaceId ?? ''));
    expect(await listed(brand, 'open')).toHaveLength(10);
  });

  it('is limited to three per brand per hour, and is refused for a suspended creator or for a brand', async () => {
    const limited = await openStack({ RATE_LIMIT: 'on' });
    try {
      const brand = await newBrand(limited.stack.deps);
      const ask = async () =>
        limited.stack.as(brand).offers.request(asking((await newCreator(limited.stack.deps)).workspaceId));
      for (let at = 0; at < 3; at++) await ask();
      await expect(ask()).rejects.toEqual(refused('TOO_MANY_REQUESTS'));
    } finally {
      await limited.close();
    }
    const brand = await newBrand(stack.deps);
    const suspended = await newCreator(stack.deps);
    await stack
      .as(await newAdmin(stack.deps))
      .admin.suspendUser({ id: suspended.id, reason: 'Broke the rules of the house' });
    await expect(stack.as(brand).offers.request(asking(suspended.workspaceId))).rejects.toEqual(
      refused('USER_NOT_FOUND'),
    );
    await expect(stack.as(brand).offers.request(asking(brand.workspaceId))).rejects.toEqual(refused('USER_NOT_FOUND'));
  });
});

describe('a version of an offer', () => {
  it('never changes, and a new version supersedes only the earlier version of the same side', async () => {
    const { id, asCreator, asBrand, version, brand, creator } = await answered();
    expect(version).toMatchObject({ side: 'creator', number: 1, priceCents: 120_000, totalCents: 138_000 });
    const countered = await asBrand.offers.counter({ id, ...COUNTER });
    expect(last(countered.versions)).toMatchObject({
      side: 'brand',
      number: 1,
      name: ANSWER.name,
      features: ANSWER.features,
      priceCents: 100_000,
    });
    expect(countered.versions[0]).toMatchObject({ id: version.id, supersededAt: null });
    const again = await asCreator.offers.answer({ id, ...ANSWER, price: '1100' });
    expect(again.versions.map((each) => [each.side, each.number, each.supersededAt === null])).toEqual([
      ['creator', 1, false],
      ['brand', 1, true],
      ['creator', 2, true],
    ]);
    await expect(pay(brand, id, version)).rejects.toEqual(refused('OFFER_CHANGED'));
    expect(await subjectsTo(brand)).toEqual([
      expect.stringMatching(/^Offer from Maya Lindqvist: “/),
      expect.stringMatching(/^Offer from Maya Lindqvist: “/),
    ]);
    expect((await subjectsTo(creator))[0]).toMatch(/^Northwind Outdoor suggested changes to “/);
    await expect(
      sql`update offer_version set price_cents = 1 where id = ${version.id}`.execute(stack.deps.db),
    ).rejects.toMatchObject({ constraint: 'offer_version_kept' });
  });

  it('is refused if the same side has already sent six', async () => {
    const { id, asCreator, asBrand } = await answered();
    for (let at = 1; at < OFFER_LIMITS.versions; at++) await asCreator.offers.answer({ id, ...ANSWER });
    await expect(asCreator.offers.answer({ id, ...ANSWER })).rejects.toEqual(refused('OFFER_VERSIONS_SPENT'));
    expect(last((await asBrand.offers.counter({ id, ...COUNTER })).versions)).toMatchObject({ side: 'brand' });
  });

  it('is the only open version of its side, even if many are sent simultaneously', async () => {
    const { id, asCreator } = await asked();
    const sent = await Promise.allSettled(Array.from({ length: 8 }, () => asCreator.offers.answer({ id, ...ANSWER })));
    expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(OFFER_LIMITS.versions);
    const { versions } = await asCreator.offers.byId({ id });
    expect(versions.filter((each) => each.supersededAt === null)).toHaveLength(1);
  });

  it('must have a valid price and expire after 1 to 30 days', async () => {
    const { id, asCreator } = await asked();
    for (const wrong of [
      { price: '0.99' },
      { price: '100000.01' },
      { price: '1e3' },
      { expiryDays: 0 },
      { expiryDays: 31 },
    ])
      await expect(asCreator.offers.answer({ id, ...ANSWER, ...wrong })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(stack.as(await newBrand(stack.deps)).offers.counter({ id, ...COUNTER })).rejects.toEqual(
      refused('OFFER_NOT_FOUND'),
    );
  });
});

describe('accepting an offer', () => {
  it('leads to a booking with the offered content and price', async () => {
    const { id, version, brand, creator, asBrand, asCreator } = await answered();
    const checkout = await pay(brand, id, version);
    expect(checkout).toMatchObject({ priceCents: 120_000, feeCents: 18_000, totalCents: 138_000 });
    // The creator does not see the order until it is paid.
    expect((await asCreator.offers.byId({ id })).paidBookingId).toBeNull();
    await confirmCard(stack.deps, checkout.clientSecret);
    await asBrand.payments.confirmReturn({ id: checkout.bookingId });
    await stack.settle();
    expect(await asCreator.bookings.byId({ id: checkout.bookingId })).toMatchObject({
      status: 'pending',
      paymentState: 'authorized',
      packageId: null,
      offerId: id,
      packageName: ANSWER.name,
      packageDescription: ANSWER.scope,
      features: ANSWER.features,
      deliveryDays: 10,
      priceCents: 120_000,
      questions: [],
      customer: { projectDescription: 'Three reels about our new tents.', preferredPostDate: '2027-05-01' },
    });
    expect(await asBrand.offers.byId({ id })).toMatchObject({ outcome: 'booked', paidBookingId: checkout.bookingId });
    await expect(pay(brand, id, version)).rejects.toEqual(refused('OFFER_BOOKED'));
    await expect(asCreator.offers.answer({ id, ...ANSWER })).rejects.toEqual(refused('OFFER_BOOKED'));
    // The booking has the usual lifecycle and is available through the REST API.
    await asCreator.bookings.move({ id: checkout.bookingId, status: 'accepted' });
    expect(await asBrand.bookings.byId({ id: checkout.bookingId })).toMatchObject({ paymentState: 'held' });
    const browser = await stack.asBrowser(creator);
    const answer = await browser('GET', `/api/bookings/${checkout.bookingId}`);
    expect(answer.json()).toMatchObject({ id: checkout.bookingId, packageId: null });
    // After the end of this offer, the brand can request another one from the same creator.
    await asBrand.offers.request(asking(creator.workspaceId));
  });

  it('lets the brand pay its own counteroffer once the creator has accepted it, and then blocks new versions', async () => {
    const { id, brand, asBrand, asCreator, version } = await answered();
    const counter = last((await asBrand.offers.counter({ id, ...COUNTER })).versions);
    await expect(pay(brand, id, counter)).rejects.toEqual(refused('OFFER_NOT_YOURS'));
    await expect(asCreator.offers.accept({ id, versionId: version.id })).rejects.toEqual(refused('OFFER_NOT_YOURS'));
    expect(await asCreator.offers.accept({ id, versionId: counter.id })).toMatchObject({ waitsFor: 'brand' });
    expect((await subjectsTo(brand))[0]).toMatch(/^Pay to book Maya Lindqvist: “/);
    await expect(asCreator.offers.answer({ id, ...ANSWER })).rejects.toEqual(refused('OFFER_AGREED'));
    await expect(asBrand.offers.counter({ id, ...COUNTER })).rejects.toEqual(refused('OFFER_AGREED'));
    expect(await pay(brand, id, counter)).toMatchObject({ priceCents: 100_000, totalCents: 115_000 });
  });

  it('fails for a superseded version, and paying the newer version replaces the unpaid order', async () => {
    const { id, brand, asBrand, asCreator, version } = await answered();
    const first = await pay(brand, id, version);
    const newer = last((await asCreator.offers.answer({ id, ...ANSWER, price: '900' })).versions);
    await expect(pay(brand, id, version)).rejects.toEqual(refused('OFFER_CHANGED'));
    const second = await pay(brand, id, newer);
    expect(second.bookingId).not.toBe(first.bookingId);
    expect(await asBrand.bookings.byId({ id: first.bookingId })).toMatchObject({ cancelReason: 'superseded' });
  });

  it('fails after the version has expired, but the brand can still pay for some days once the creator has accepted a counteroffer', async () => {
    const one = await answered({ expiryDays: 1 });
    const other = await answered();
    const counter = last((await other.asBrand.offers.counter({ id: other.id, ...COUNTER })).versions);
    await stack.pass(OFFER_LIMITS.defaultExpiryDays * DAY_MS - 60_000);
    await expect(pay(one.brand, one.id, one.version)).rejects.toEqual(refused('OFFER_EXPIRED'));
    await other.asCreator.offers.accept({ id: other.id, versionId: counter.id });
    await stack.pass(DAY_MS);
    expect((await pay(other.brand, other.id, counter)).priceCents).toBe(100_000);
    await stack.pass(OFFER_LIMITS.acceptedDays * DAY_MS);
    await expect(pay(other.brand, other.id, counter)).rejects.toEqual(refused('OFFER_EXPIRED'));
    // The creator can send the expired offer again.
    const again = last((await one.asCreator.offers.answer({ id: one.id, ...ANSWER })).versions);
    expect((await pay(one.brand, one.id, again)).totalCents).toBe(138_000);
  });

  it('fails if the total that the brand saw differs from the offer’s total', async () => {
    const { id, brand, version } = await answered();
    await expect(pay(brand, id, { ...version, totalCents: version.totalCents - 1 })).rejects.toEqual(
      refused('OFFER_TOTAL_CHANGED'),
    );
    const { rows } = await sql`select from booking where offer_id = ${id}`.execute(stack.deps.db);
    expect(rows).toEqual([]);
  });

  it('cannot create a booking whose delivery time or price differs from the version, even directly in the database', async () => {
    const { id, brand, version } = await answered();
    const { bookingId } = await pay(brand, id, version);
    await expect(
      sql`update booking set delivery_days = 1 where id = ${bookingId}`.execute(stack.deps.db),
    ).rejects.toMatchObject({ code: '23503' });
  });

  it('creates one booking from fifty simultaneous requests', async () => {
    const { id, brand, version } = await answered();
    const results = await Promise.allSettled(Array.from({ length: 50 }, () => pay(brand, id, version)));
    const bookings = new Set(
      results.filter((result) => result.status === 'fulfilled').map(({ value }) => value.bookingId),
    );
    expect(bookings.size).toBe(1);
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toEqual(refused('TOO_BUSY'));
    const { rows } = await sql`select from booking where offer_id = ${id}`.execute(stack.deps.db);
    expect(rows).toHaveLength(1);
  });

  it('takes one of the creator’s slots and fails while all of them are taken', async () => {
    const { id, brand, creator, asCreator, version } = await answered();
    await asCreator.availability.save({ maxBookings: 1, leadDays: 0, timeOff: [] });
    const pack = await newPackage(stack.deps, creator);
    const taken = await newBooking(stack.deps, { creator, packageId: pack.id });
    await expect(pay(brand, id, version)).rejects.toMatchObject({
      failure: 'CREATOR_FULLY_BOOKED',
      message: expect.stringContaining('Try again before the offer expires.') as string,
    });
    await taken.asBrand.bookings.withdraw({ id: taken.id });
    await stack.idle();
    expect((await pay(brand, id, version)).totalCents).toBe(138_000);
    expect((await asCreator.availability.own()).bookings).toBe(1);
  });
});

describe('the end of an offer', () => {
  it('can be the creator’s refusal or the brand’s withdrawal, and the other side gets an email', async () => {
    const one = await asked();
    await one.asCreator.offers.end({ id: one.id, message: 'I am away in May.' });
    expect(await one.asBrand.offers.byId({ id: one.id })).toMatchObject({
      outcome: 'declined',
      endMessage: 'I am away in May.',
    });
    expect(await listed(one.brand, 'ended')).toEqual([one.id]);
    expect(await subjectsTo(one.brand)).toEqual(['Maya Lindqvist declined your request for an offer']);
    await expect(one.asCreator.offers.answer({ id: one.id, ...ANSWER })).rejects.toEqual(refused('OFFER_ENDED'));

    const other = await answered();
    await other.asBrand.offers.end({ id: other.id, message: '' });
    expect((await subjectsTo(other.creator))[0]).toBe('Northwind Outdoor withdrew their request for an offer');
    await expect(pay(other.brand, other.id, other.version)).rejects.toEqual(refused('OFFER_ENDED'));
  });

  it('happens automatically two weeks after the last step, and both sides are notified', async () => {
    const { id, brand, creator, asBrand, asCreator } = await asked();
    await stack.pass(13 * DAY_MS);
    await asCreator.offers.answer({ id, ...ANSWER });
    await stack.pass(13 * DAY_MS);
    expect(await asBrand.offers.byId({ id })).toMatchObject({ endedAt: null });
    await stack.pass(DAY_MS + 60_000);
    expect(await asBrand.offers.byId({ id })).toMatchObject({ outcome: 'expired' });
    expect((await subjectsTo(brand))[0]).toBe('Your offer with Maya Lindqvist expired');
    expect((await subjectsTo(creator))[0]).toBe('Your offer with Northwind Outdoor expired');
  });

  it('is caused by the deletion of either account, which erases the text of the offer but not of its booking', async () => {
    const open = await answered();
    const exported = await open.asBrand.personalData.export();
    expect(exported.offers).toMatchObject([{ id: open.id, versions: [{ name: ANSWER.name, priceCents: 120_000 }] }]);
    await stack.as(withOldFactor(open.brand)).personalData.deleteAccount({ confirmation: 'DELETE' });
    expect(await open.asCreator.offers.byId({ id: open.id })).toMatchObject({ outcome: 'gone', brief: '' });
    expect((await subjectsTo(open.creator))[0]).toBe('Offer closed: the brand deleted their account');

    const paid = await answered();
    const { bookingId } = await pay(paid.brand, paid.id, paid.version);
    await stack.as(withOldFactor(paid.creator)).personalData.deleteAccount({ confirmation: 'DELETE' });
    expect(await paid.asBrand.bookings.byId({ id: bookingId })).toMatchObject({
      status: 'cancelled',
      packageDescription: ANSWER.scope,
    });
    expect((await paid.asBrand.offers.byId({ id: paid.id })).versions).toMatchObject([{ scope: '', features: [] }]);
  });
});

describe('another user', () => {
  it('can neither see nor change an offer', async () => {
    const { id, version } = await answered();
    const brand = await newBrand(stack.deps);
    const creator = await newCreator(stack.deps);
    const attempts = [
      () => stack.as(brand).offers.byId({ id }),
      () => stack.as(creator).offers.byId({ id }),
      () => stack.as(creator).offers.answer({ id, ...ANSWER }),
      () => stack.as(brand).offers.counter({ id, ...COUNTER }),
      () => stack.as(creator).offers.accept({ id, versionId: version.id }),
      () => stack.as(brand).offers.end({ id, message: '' }),
      () => stack.as(creator).offers.end({ id, message: '' }),
      () => pay(brand, id, version),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toEqual(refused('OFFER_NOT_FOUND'));
    expect([await listed(brand, 'open'), await listed(creator, 'open')]).toEqual([[], []]);
  });
});
