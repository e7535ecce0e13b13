/** Tests booking limits, time off, lead time and the waiting list, on real PostgreSQL. */
import { computeAvailability, computeEarliestStart } from '@marquee/booking';
import { toDayInZone, DAY_MS, HOUR_MS } from '@marquee/time';
import { DEFAULT_WEIGHTS } from '@marquee/validation';
import { sql } from 'kysely';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { describe, expect, it } from 'vitest';
import {
  confirmCard,
  SAMPLE_CUSTOMER,
  newAdmin,
  newBooking,
  newBrand,
  newPackage,
  newPayableCreator,
  newQuestions,
} from '../../../src/demo/builders.ts';
import { setFaultHooks } from '../../../src/core/faults.ts';
import { useStack } from '../../support/stack.ts';
import { withOldFactor } from '../../support/accounts.ts';

const stack = useStack({}, { mailbox: true });
const refused = (failure: string) => expect.objectContaining({ failure }) as Error;

type Settings = Parameters<ReturnType<typeof stack.as>['availability']['save']>[0];

/** Creates a creator with one package and a limit of `maxBookings` concurrent bookings. */
async function limited(maxBookings: number | null, more: Partial<Settings> = {}, fullName = 'Maya Lindqvist') {
  const creator = await newPayableCreator(stack.deps, { fullName });
  const pack = await newPackage(stack.deps, creator);
  const save = (settings: Partial<Settings>) =>
    stack.as(creator).availability.save({ maxBookings, leadDays: 0, timeOff: [], ...more, ...settings });
  await save({});
  return { creator, pack, save };
}

/** Creates the brands one after the other, because the app hashes only a few passwords at a time. */
async function brandsOf(count: number): Promise<SessionUser[]> {
  const brands: SessionUser[] = [];
  while (brands.length < count) brands.push(await newBrand(stack.deps));
  return brands;
}

const order = (brand: SessionUser, packageId: string) =>
  stack.as(brand).payments.openCheckout({ packageId, brandUserId: brand.id, customer: SAMPLE_CUSTOMER });
const join = (brand: SessionUser, packageId: string) => stack.as(brand).availability.joinWaitingList({ packageId });
const standing = (brand: SessionUser, packageId: string) =>
  stack.as(brand).availability.waitingListStatus({ packageId });
const today = () => toDayInZone(stack.deps.now(), null);
const inDays = (days: number) => toDayInZone(new Date(stack.deps.now().getTime() + days * DAY_MS), null);
/** Returns a period of time off. `first` and `last` are numbers of days from today. */
const off = (first: number, last: number) => ({ first: inDays(first), last: inDays(last) });
const isOffered = async (brand: SessionUser, packageId: string) => {
  await stack.idle();
  return (await standing(brand, packageId)).place?.offeredUntil != null;
};

/** Creates a creator whose only slot is taken, with `count` brands on the waiting list. */
async function line(count: number) {
  const { creator, pack, save } = await limited(1);
  const taken = await newBooking(stack.deps, { creator, packageId: pack.id });
  const waiting: SessionUser[] = [];
  for (let at = 0; at < count; at++) {
    const brand = await newBrand(stack.deps);
    await join(brand, pack.id);
    waiting.push(brand);
  }
  return { creator, pack, save, taken, waiting, first: waiting[0] as SessionUser, second: waiting[1] as SessionUser };
}

describe('a creator without availability settings', () => {
  it('can still be booked by every brand', async () => {
    const creator = await newPayableCreator(stack.deps);
    const pack = await newPackage(stack.deps, creator);
    expect(await stack.as(null).availability.byUsername({ username: creator.username })).toBeNull();
    const { bookingId } = await order(await newBrand(stack.deps), pack.id);
    const row = await stack.deps.db
      .selectFrom('booking')
      .select(['payBy', 'leadDays'])
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ payBy: null, leadDays: 0 });
    await expect(join(await newBrand(stack.deps), pack.id)).rejects.toEqual(refused('CREATOR_AVAILABLE'));
  });
});

describe('a limit of concurrent bookings', () => {
  it('gives the last slot to one of fifty brands that order at the same time', async () => {
    const { creator, pack } = await limited(2);
    await newBooking(stack.deps, { creator, packageId: pack.id });
    const brands = await brandsOf(50);
    const results = await Promise.allSettled(brands.map((brand) => order(brand, pack.id)));
    const lost = results.filter((result) => result.status === 'rejected');
    expect(lost.map(({ reason }) => (reason as { failure: string }).failure)).toEqual(
      Array.from({ length: 49 }, () => 'CREATOR_FULLY_BOOKED'),
    );
    expect((await stack.as(creator).availability.own()).bookings).toBe(2);
  });

  it('lets the brand that holds the last slot with an unpaid order replace that order', async () => {
    const { creator, pack } = await limited(1);
    const other = await newPackage(stack.deps, creator, { name: 'Something else' });
    const brand = await newBrand(stack.deps);
    const [one, again] = [await order(brand, pack.id), await order(brand, pack.id)];
    expect(again.bookingId).toBe(one.bookingId);
    expect((await stack.as(brand).payments.resumeCheckout({ id: one.bookingId })).bookingId).toBe(one.bookingId);
    // The brand's next order reuses the slot of its unpaid order.
    const instead = await order(brand, other.id);
    expect(await stack.as(brand).bookings.byId({ id: one.bookingId })).toMatchObject({ cancelReason: 'superseded' });
    expect(await stack.as(brand).bookings.byId({ id: instead.bookingId })).toMatchObject({ status: 'pending' });
    await expect(order(await newBrand(stack.deps), pack.id)).rejects.toEqual(refused('CREATOR_FULLY_BOOKED'));
  });

  it('reserves a slot for an unpaid order for one hour', async () => {
    const { pack } = await limited(1);
    const [brand, other] = [await newBrand(stack.deps), await newBrand(stack.deps)];
    const { bookingId } = await order(brand, pack.id);
    const payBy = (await stack.as(brand).bookings.byId({ id: bookingId })).nextStep.at;
    expect(Date.parse(payBy ?? '') - stack.deps.now().getTime()).toBeLessThanOrEqual(HOUR_MS);
    await expect(order(other, pack.id)).rejects.toEqual(refused('CREATOR_FULLY_BOOKED'));
    await stack.pass(HOUR_MS + 60_000);
    expect(await stack.as(brand).bookings.byId({ id: bookingId })).toMatchObject({ cancelReason: 'unpaid' });
    expect((await order(other, pack.id)).bookingId).toBeTruthy();
  });

  it.each<
    [string, (made: Awaited<ReturnType<typeof newBooking>>) => Promise<unknown>, 'pending' | 'accepted' | 'in_progress']
  >([
    ['declined', ({ asCreator, id }) => asCreator.bookings.move({ id, status: 'cancelled' }), 'pending'],
    ['withdrawn', ({ asBrand, id }) => asBrand.bookings.withdraw({ id }), 'pending'],
    ['not accepted in time', () => stack.pass(4 * DAY_MS), 'pending'],
    ['completed', ({ asCreator, id }) => asCreator.bookings.move({ id, status: 'completed' }), 'in_progress'],
    [
      'cancelled by agreement',
      async ({ asCreator, asBrand, id }) => {
        await asBrand.cancellations.request({ id, reason: 'The launch is off' });
        await asCreator.cancellations.answer({ id, answer: 'agree' });
      },
      'accepted',
    ],
    ['not started in time', () => stack.pass(20 * DAY_MS), 'accepted'],
    ['overdue for too long', () => stack.pass(60 * DAY_MS), 'in_progress'],
    [
      'charged back',
      async ({ id }) => {
        const { stripeChargeId } = await stack.deps.db
          .selectFrom('booking')
          .select('stripeChargeId')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const dispute = await stack.stripe.dispute(stripeChargeId ?? '');
        await stack.settle();
        await stack.stripe.closeDispute(dispute.id, 'lost');
        await stack.settle();
      },
      'accepted',
    ],
  ])('offers the slot to the first brand on the waiting list after a booking is %s', async (_, end, status) => {
    const { creator, pack } = await limited(1);
    const newId = await newBooking(stack.deps, { creator, packageId: pack.id, status });
    const brand = await newBrand(stack.deps);
    await expect(order(brand, pack.id)).rejects.toEqual(refused('CREATOR_FULLY_BOOKED'));
    await join(brand, pack.id);
    await end(newId);
    // Stripe's webhooks can arrive after the jobs have ended.
    await expect
      .poll(async () => (await stack.mailsTo(brand.email)).map(({ subject }) => subject))
      .toEqual([expect.stringMatching(/^Book “.*” by .*: .* is available$/)]);
  });

  it('frees the slot again if the brand’s card cannot be charged', async () => {
    const { creator, pack } = await limited(1);
    const brand = await newBrand(stack.deps);
    const { bookingId, clientSecret } = await order(brand, pack.id);
    await confirmCard(stack.deps, clientSecret);
    await stack.as(brand).payments.confirmReturn({ id: bookingId });
    const { stripePaymentIntentId } = await stack.deps.db
      .selectFrom('booking')
      .select('stripePaymentIntentId')
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow();
    await stack.deps.stripe.cancelIntent(stripePaymentIntentId ?? '');
    await stack.as(creator).bookings.move({ id: bookingId, status: 'accepted' });
    await stack.settle();
    expect((await order(await newBrand(stack.deps), pack.id)).bookingId).toBeTruthy();
  });
});

describe('the availability settings of a creator', () => {
  it('block orders on a day off and show when the creator is back', async () => {
    const { creator, pack } = await limited(null, { timeOff: [{ first: today(), last: inDays(4) }] });
    const brand = await newBrand(stack.deps);
    await expect(order(brand, pack.id)).rejects.toEqual(refused('CREATOR_AWAY'));
    expect(await stack.as(null).availability.byUsername({ username: creator.username })).toMatchObject({
      state: 'away',
      nextDay: inDays(5),
    });
    await join(brand, pack.id);
    await stack.pass(3 * DAY_MS);
    expect(await isOffered(brand, pack.id)).toBe(false);
    await stack.pass(2 * DAY_MS);
    expect(await isOffered(brand, pack.id)).toBe(true);
    expect((await order(brand, pack.id)).bookingId).toBeTruthy();
  });

  it('give the creator a lead time, during which the brand cannot cancel the work as not started', async () => {
    const { creator, pack } = await limited(null, { leadDays: 20 });
    const { id, asBrand } = await newBooking(stack.deps, { creator, packageId: pack.id, status: 'accepted' });
    const { nextStep, acceptedAt } = await asBrand.bookings.byId({ id });
    expect(Date.parse(nextStep.at ?? '')).toBe((acceptedAt?.getTime() ?? 0) + 20 * DAY_MS);
    await stack.pass(19 * DAY_MS);
    await expect(asBrand.cancellations.cancelNotStarted({ id })).rejects.toEqual(refused('CANCELLATION_REFUSED'));
    await stack.pass(DAY_MS);
    await asBrand.cancellations.cancelNotStarted({ id });
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'cancelled', cancelReason: 'not_started' });
  });

  it('cannot contain reversed or impossible dates, or values outside the limits', async () => {
    const { save } = await limited(3);
    const day = { first: inDays(1), last: inDays(1) };
    await expect(save({ timeOff: [{ first: inDays(2), last: inDays(1) }] })).rejects.toThrow('before the first day');
    await expect(save({ timeOff: [{ first: '2026-02-30', last: '2026-03-01' }] })).rejects.toThrow('choose a day');
    await expect(save({ timeOff: Array.from({ length: 21 }, () => day) })).rejects.toThrow('at most 20 times');
    await expect(save({ timeOff: [{ first: inDays(1), last: inDays(400) }] })).rejects.toThrow('at most 366');
    await expect(save({ leadDays: 61 })).rejects.toThrow('from 0 to 60');
    await expect(save({ maxBookings: 0 })).rejects.toThrow('from 1 to 100');
    const saved = await save({ maxBookings: null, timeOff: [day, { first: inDays(-9), last: inDays(-1) }] });
    expect(saved.settings).toEqual({ maxBookings: null, leadDays: 0, timeOff: [day] });
  });
});

describe('the waiting list', () => {
  it('offers a slot to the first brand for a day, then to the next brand, and emails each of them', async () => {
    const { taken, pack, first, second } = await line(2);
    expect(await standing(second, pack.id)).toMatchObject({ waiting: 2, place: { position: 2, offeredUntil: null } });
    await taken.asBrand.bookings.withdraw({ id: taken.id });
    expect([await isOffered(first, pack.id), await isOffered(second, pack.id)]).toEqual([true, false]);
    const [mail] = await stack.mailsTo(first.email);
    expect(mail?.links).toContain(`${stack.deps.env.PUBLIC_URL}/checkout?packageId=${pack.id}`);
    // Neither brands further down the list nor brands that are not on it can take the offered slot.
    for (const brand of [second, await newBrand(stack.deps)])
      await expect(order(brand, pack.id)).rejects.toEqual(refused('CREATOR_FULLY_BOOKED'));
    await stack.pass(24 * HOUR_MS + 60_000);
    expect([await isOffered(first, pack.id), await isOffered(second, pack.id)]).toEqual([false, true]);
    expect((await stack.mailsTo(first.email))[0]?.subject).toMatch(/^Your slot expired: /);
    expect((await order(second, pack.id)).bookingId).toBeTruthy();
    expect((await standing(second, pack.id)).place).toBeNull();
    await expect(order(first, pack.id)).rejects.toEqual(refused('CREATOR_FULLY_BOOKED'));
  });

  it('offers the slot once to the next brand if the first brand books it and then cancels', async () => {
    const { taken, pack, first, second } = await line(2);
    await taken.asBrand.bookings.withdraw({ id: taken.id });
    await stack.idle();
    const { bookingId } = await order(first, pack.id);
    const withdraw = () => stack.as(first).bookings.withdraw({ id: bookingId });
    await Promise.all([withdraw(), withdraw(), withdraw()]);
    expect(await isOffered(second, pack.id)).toBe(true);
    expect((await standing(first, pack.id)).place).toBeNull();
    const offers = (await stack.mailsTo(second.email)).filter(({ subject }) => subject.endsWith(' is available'));
    expect(offers).toHaveLength(1);
    await expect(order(first, pack.id)).rejects.toEqual(refused('CREATOR_FULLY_BOOKED'));
  });

  it('offers a free slot only once, even if the job that offers it fails twice before its commit', async () => {
    const { taken, pack, first } = await line(1);
    let failures = 0;
    setFaultHooks({
      race: (point) =>
        point === 'serve.before_commit' && failures++ < 2 ? Promise.reject(new Error('cut off')) : undefined,
    });
    await taken.asBrand.bookings.withdraw({ id: taken.id });
    await expect.poll(async () => (await standing(first, pack.id)).place?.offeredUntil != null).toBe(true);
    setFaultHooks({});
    expect(failures).toBeGreaterThan(2);
    expect((await stack.mailsTo(first.email)).filter(({ subject }) => subject.endsWith(' is available'))).toHaveLength(
      1,
    );
  });

  it('lets a brand leave the list or decline an offer, and then offers the slot to the next brand', async () => {
    const { taken, pack, waiting, first, second } = await line(3);
    const third = waiting[2] as SessionUser;
    const placeOf = async (brand: SessionUser) => (await standing(brand, pack.id)).place?.id ?? '';
    await stack.as(second).availability.leaveWaitingList({ id: await placeOf(second) });
    await taken.asBrand.bookings.withdraw({ id: taken.id });
    expect(await isOffered(first, pack.id)).toBe(true);
    await expect(stack.as(third).availability.leaveWaitingList({ id: await placeOf(first) })).rejects.toEqual(
      refused('WAITING_PLACE_GONE'),
    );
    await stack.as(first).availability.leaveWaitingList({ id: await placeOf(first) });
    expect(await isOffered(third, pack.id)).toBe(true);
    const ended = await stack.deps.db
      .selectFrom('waitingListEntry')
      .select('outcome')
      .where('packageId', '=', pack.id)
      .orderBy('seq')
      .execute();
    expect(ended.map(({ outcome }) => outcome)).toEqual(['declined', 'left', null]);
  });

  it('skips suspended brands and deleted packages, and offers the slot at the current price', async () => {
    const { creator, taken, pack, waiting } = await line(3);
    const [suspended, wantsOther, last] = waiting as [SessionUser, SessionUser, SessionUser];
    const other = await newPackage(stack.deps, creator, { name: 'Gone soon' });
    await join(wantsOther, other.id);
    await stack.as(creator).packages.remove({ id: other.id });
    await stack.as(await newAdmin(stack.deps)).admin.suspendUser({ id: suspended.id, reason: 'Spam' });
    await stack.as(creator).packages.save({
      id: pack.id,
      name: pack.name,
      description: pack.description,
      deliveryDays: 5,
      features: [],
      price: '249.00',
    });
    await taken.asBrand.bookings.withdraw({ id: taken.id });
    expect(await isOffered(last, pack.id)).toBe(true);
    const [mail] = await stack.mailsTo(last.email);
    expect(mail?.text).toContain('$199.00');
    expect(mail?.text).toContain('$249.00');
    expect((await stack.mailsTo(wantsOther.email))[0]?.subject).toBe('“Gone soon” is no longer available');
    expect(await order(last, pack.id)).toMatchObject({ priceCents: 24_900 });
  });

  it('offers the slot at the current price of the options that the brand chose', async () => {
    const { creator, pack } = await limited(1);
    const form = { id: pack.id, name: pack.name, description: pack.description, deliveryDays: 5, features: [] };
    const offer = (price: string) =>
      stack.as(creator).packages.save({
        ...form,
        price: '199.00',
        options: {
          revisions: 1,
          tiers: [{ name: 'Standard', price, deliveryDays: 7, revisions: 2, features: ['2 Reels'] }],
          addOns: [],
          quantity: null,
          rights: [],
          express: null,
          answerPrices: [],
        },
      });
    await offer('300');
    const taken = await newBooking(stack.deps, { creator, packageId: pack.id });
    const brand = await newBrand(stack.deps);
    await stack.as(brand).availability.joinWaitingList({ packageId: pack.id, choice: { tier: 'Standard' } });
    await offer('320');
    await taken.asBrand.bookings.withdraw({ id: taken.id });
    expect(await isOffered(brand, pack.id)).toBe(true);
    const [mail] = await stack.mailsTo(brand.email);
    expect(mail?.text).toContain('from $300.00 to $320.00');
    expect(await order(brand, pack.id)).toMatchObject({ priceCents: 32_000 });
  });

  it('offers new slots in the order of the list when the creator raises the limit', async () => {
    const { pack, save, waiting } = await line(3);
    await save({ maxBookings: 3 });
    expect(await Promise.all(waiting.map((brand) => isOffered(brand, pack.id)))).toEqual([true, true, false]);
  });

  it('uses the answers that the brand gave when it joined the list for its later order', async () => {
    const { creator, pack } = await limited(1);
    const question = { id: 'colour', question: 'Which colour?', type: 'text', required: true } as const;
    await newQuestions(stack.deps, creator, pack.id, [question]);
    const holder = await newBrand(stack.deps);
    const { bookingId } = await stack
      .as(holder)
      .payments.openCheckout({ packageId: pack.id, brandUserId: holder.id, answers: { colour: 'Red' } });
    const brand = await newBrand(stack.deps);
    await stack
      .as(brand)
      .availability.joinWaitingList({ packageId: pack.id, customer: SAMPLE_CUSTOMER, answers: { colour: 'Blue' } });
    await stack.as(holder).bookings.withdraw({ id: bookingId });
    await stack.idle();
    // The brand opens the link from the email on another device, so this request contains no answers.
    const opened = await stack.as(brand).payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
    expect(await stack.as(brand).bookings.byId({ id: opened.bookingId })).toMatchObject({
      customer: { projectDescription: SAMPLE_CUSTOMER.projectDescription },
      answers: [{ questionId: 'colour', value: 'Blue' }],
    });
  });

  it('holds at most fifty brands, and a brand can join at most twenty waiting lists', async () => {
    const { pack } = await limited(null, { timeOff: [{ first: today(), last: inDays(9) }] });
    const brands = await brandsOf(55);
    // Forty brands join one by one. Then fifteen brands compete for the last ten entries. More than fifteen
    // simultaneous requests would exceed the number that may wait for a database connection.
    for (const brand of brands.slice(0, 40)) await join(brand, pack.id);
    const late = brands.slice(40);
    const results = await Promise.allSettled(late.map((brand) => join(brand, pack.id)));
    const reasons = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as { failure: string }).failure] : [],
    );
    expect(reasons).toEqual(Array.from({ length: 5 }, () => 'WAITING_LIST_FULL'));
    const lost = results.findIndex(({ status }) => status === 'rejected');
    const brand = late[lost] as SessionUser;
    for (let at = 0; at < 20; at++) {
      const other = await limited(null, { timeOff: [{ first: today(), last: inDays(9) }] });
      await join(brand, other.pack.id);
    }
    const more = await limited(null, { timeOff: [{ first: today(), last: inDays(9) }] });
    await expect(join(brand, more.pack.id)).rejects.toEqual(refused('WAITING_LISTS_FULL'));
    expect(await stack.as(brand).availability.waitingListEntries()).toHaveLength(20);
  });

  it('never gives a slot to a brand that is not on the list, even if many brands order at the same time', async () => {
    const { creator, pack } = await limited(3);
    const holders = await Promise.all([1, 2, 3].map(() => newBooking(stack.deps, { creator, packageId: pack.id })));
    const brands: SessionUser[] = [];
    for (let at = 0; at < 6; at++) {
      const brand = await newBrand(stack.deps);
      await join(brand, pack.id);
      brands.push(brand);
    }
    const outsiders = await brandsOf(10);
    await Promise.allSettled([
      ...holders.map(({ asBrand, id }) => asBrand.bookings.withdraw({ id })),
      ...outsiders.map((brand) => order(brand, pack.id)),
      ...brands.map((brand) => order(brand, pack.id)),
    ]);
    await stack.settle();
    const own = await stack.as(creator).availability.own();
    const offered = await Promise.all(brands.map((brand) => isOffered(brand, pack.id)));
    expect(own.bookings + offered.filter(Boolean).length).toBe(3);
    const placed = await stack.deps.db
      .selectFrom('booking')
      .select('brandId')
      .where('creatorId', '=', creator.workspaceId)
      .where('status', '=', 'pending')
      .execute();
    expect(outsiders.filter(({ workspaceId }) => placed.some(({ brandId }) => brandId === workspaceId))).toEqual([]);
  });
});

describe('an account', () => {
  it('exports its availability settings and waiting-list entries, and leaves the waiting lists when it is deleted', async () => {
    const { creator, taken, pack, first, second } = await line(2);
    expect((await stack.as(creator).personalData.export()).availability).toMatchObject({ maxBookings: 1, timeOff: [] });
    expect((await stack.as(first).personalData.export()).waitingPlaces).toMatchObject([
      { packageName: pack.name, outcome: null },
    ]);
    await taken.asBrand.bookings.withdraw({ id: taken.id });
    expect(await isOffered(first, pack.id)).toBe(true);
    await stack.as(withOldFactor(first)).personalData.deleteAccount({ confirmation: 'DELETE' });
    expect(await isOffered(second, pack.id)).toBe(true);
    await stack.as(withOldFactor(creator)).personalData.deleteAccount({ confirmation: 'DELETE' });
    expect((await stack.mailsTo(second.email))[0]?.subject).toMatch(/is no longer available$/);
    expect(await stack.as(second).availability.waitingListEntries()).toEqual([]);
  });
});

describe('search by earliest start day', () => {
  let creators = 0;
  /** Returns a unique name, so that a search by name finds only this creator. */
  const named = () => `Zyx${String.fromCodePoint(97 + creators++)} Quill`;

  const finds = async (fullName: string, days: number) =>
    (await stack.as(null).discovery.search({ query: fullName, startsBy: inDays(days) })).items.some(
      (item) => item.fullName === fullName,
    );

  /**
   * Returns the first day for which a search finds the creator, or null if there is none within the next hundred. A
   * creator found for one day is also found for all later days, so this is a binary search.
   */
  async function firstFound(fullName: string): Promise<string | null> {
    let [missed, foundDay] = [-1, 101];
    while (foundDay - missed > 1) {
      const days = Math.floor((missed + foundDay) / 2);
      if (await finds(fullName, days)) foundDay = days;
      else missed = days;
    }
    return foundDay > 100 ? null : inDays(foundDay);
  }

  it.each<[string, number, () => Settings]>([
    ['lead time', 0, () => ({ maxBookings: null, leadDays: 4, timeOff: [] })],
    [
      'current time off in two adjacent parts',
      0,
      () => ({ maxBookings: null, leadDays: 0, timeOff: [off(0, 2), off(3, 5)] }),
    ],
    ['lead time that ends in time off', 0, () => ({ maxBookings: null, leadDays: 3, timeOff: [off(2, 6)] })],
    ['time off that makes the start too late', 0, () => ({ maxBookings: null, leadDays: 2, timeOff: [off(1, 95)] })],
    ['a free slot', 0, () => ({ maxBookings: 1, leadDays: 0, timeOff: [] })],
    ['no free slot and no deadline', 1, () => ({ maxBookings: 1, leadDays: 0, timeOff: [] })],
    ['work with a deadline', 2, () => ({ maxBookings: 1, leadDays: 1, timeOff: [] })],
    ['work with a deadline in time off', 2, () => ({ maxBookings: 2, leadDays: 2, timeOff: [off(4, 9)] })],
  ])('finds a creator for every day from the creator’s earliest start day on: %s', async (_, bookings, settingsOf) => {
    const settings = settingsOf();
    const { creator, pack, save } = await limited(null, {}, named());
    for (let at = 0; at < bookings; at++)
      await newBooking(stack.deps, {
        creator,
        packageId: pack.id,
        // If there is only one booking, it stays unanswered, so that it has no deadline. Several bookings are all in
        // progress.
        ...(bookings > 1 && { status: 'in_progress' as const }),
      });
    await save(settings);
    const { rows } = await stack.deps.pool.query<{ due: Date | null }>(
      'select due_at as due from booking where creator_id = $1',
      [creator.id],
    );
    const dueDays = rows.flatMap(({ due }) => (due === null ? [] : [toDayInZone(due, null)]));
    const occupancy = { taken: bookings, ahead: 0, dueDays };
    const expected = computeEarliestStart(settings, occupancy, today());
    expect(await firstFound(creator.fullName)).toBe(expected);
    const [foundCreator] = (await stack.as(null).discovery.search({ query: creator.fullName })).items;
    expect(foundCreator?.availability).toEqual({
      ...computeAvailability(settings, occupancy, today()),
      leadDays: settings.leadDays,
    });
  });

  it('finds every creator without availability settings', async () => {
    const free = await newPayableCreator(stack.deps, { fullName: named() });
    await newPackage(stack.deps, free);
    expect(await firstFound(free.fullName)).toBe(today());
    const [foundCreator] = (await stack.as(null).discovery.search({ query: free.fullName })).items;
    expect(foundCreator?.availability).toBeNull();
  });

  it('reports a total that equals the number of listed creators, with and without filters', async () => {
    const free = await newPayableCreator(stack.deps, { fullName: named() });
    await newPackage(stack.deps, free);
    const { save } = await limited(null, {}, named());
    await save({ maxBookings: null, leadDays: 20, timeOff: [] });
    const totals = async (input: { startsBy: string; maxBudget?: number }) => {
      const first = await stack.as(null).discovery.search(input);
      let listed = first.items.length;
      for (let cursor = first.nextCursor; cursor !== null;) {
        const page = await stack.as(null).discovery.search({ ...input, cursor });
        listed += page.items.length;
        cursor = page.nextCursor;
      }
      return { counted: first.total?.count ?? 0, listed };
    };
    for (const input of [{ startsBy: inDays(1) }, { startsBy: inDays(30) }, { startsBy: inDays(1), maxBudget: 200 }]) {
      const { counted, listed } = await totals(input);
      expect(counted).toBe(listed);
    }
    const [soon, later] = [await totals({ startsBy: inDays(1) }), await totals({ startsBy: inDays(30) })];
    expect(later.counted).toBeGreaterThan(soon.counted);
  });

  it('filters the facet counts in the same way as the results', async () => {
    const { creator } = await limited(null, { leadDays: 5 }, named());
    const count = async (startsBy: string) =>
      Object.values((await stack.as(null).discovery.facets({ query: creator.fullName, startsBy })).budgets).some(
        (each) => (each?.count ?? 0) > 0,
      );
    expect([await count(inDays(4)), await count(inDays(5))]).toEqual([false, true]);
  });
});

describe('the availability of a fully booked creator', () => {
  it('is the same in search, comparison, saved lists and matches', async () => {
    const { creator, pack } = await line(0);
    const brand = await newBrand(stack.deps);
    const caller = stack.as(brand);
    await stack.as(creator).profiles.saveTopics({ categories: ['Pets'], languages: [] });
    await caller.savedItems.save({ kind: 'package', id: pack.id });
    const [list] = await caller.savedItems.lists();
    const brief = { categories: ['Pets'], platforms: [], budget: 5_000, audience: null, tone: '', keywords: [] };
    const matchQuery = { ...brief, neededBy: '', weights: DEFAULT_WEIGHTS } as Parameters<
      typeof caller.matching.find
    >[0];
    const [searched, compared, saved, matched] = await Promise.all([
      caller.discovery.search({ query: creator.username }),
      caller.discovery.compare({ ids: [pack.id] }),
      caller.savedItems.list({ listId: list?.id ?? '' }),
      caller.matching.find(matchQuery),
    ]);
    const own = matched.items.find(({ packageId }) => packageId === pack.id);
    const states = [searched.items[0], compared[0], saved.items[0], own].map((item) => item?.availability?.state);
    expect(states).toEqual(['full', 'full', 'full', 'full']);
  });

  it('puts the creator after the bookable creators of the same “Best match” page, even after low-rated ones', async () => {
    const { creator: full } = await line(0);
    const [low, free] = [await limited(null, {}, 'Low'), await limited(null, {}, 'Free')];
    await sql`update creator_card set card = card || '{"ratingTenths": 20, "reviewCount": 3}'
      where creator_id = ${low.creator.id}`.execute(stack.deps.db);
    // Gives these three creators enough followers for the first page, regardless of other creators.
    await sql`update creator_listing set followers = 9000000
      where creator_id in (${full.id}, ${low.creator.id}, ${free.creator.id})`.execute(stack.deps.db);
    const order = (await stack.as(null).discovery.search({})).items.map(({ id }) => id);
    const places = [free.creator, low.creator, full].map(({ id }) => order.indexOf(id));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places.every((place) => place >= 0)).toBe(true);
  });
});
