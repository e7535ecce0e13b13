/**
 * Tests the results of a booking: posts and their metrics, access to them, shared links, and the planned delivery
 * days.
 */
import { MAX_METRIC_REPORTS, MAX_PUBLICATIONS, type MetricValues } from '@marquee/booking';
import { addDaysToDay, toDayInZone } from '@marquee/time';
import { DISCLOSURE_MISSING_MESSAGE } from '@marquee/validation';
import { extractText } from 'unpdf';
import { describe, expect, it } from 'vitest';
import {
  newAdmin,
  newBooking,
  newBrand,
  newCreator,
  newPackage,
  newPayableCreator,
} from '../../../src/demo/builders.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import { listEventKinds, getRefusalCode } from '../../support/booking-money.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack({}, { mailbox: true });
checkMoneyAfterAll(stack);

type Booked = Awaited<ReturnType<typeof newBooking>>;

async function booked(status: 'accepted' | 'in_progress' | 'completed' = 'in_progress'): Promise<Booked> {
  const creator = await newPayableCreator(stack.deps);
  const { id: packageId } = await newPackage(stack.deps, creator, { features: ['1 Reel', '2 Stories'] });
  return newBooking(stack.deps, { creator, packageId, status });
}

const today = () => toDayInZone(stack.deps.now(), null);
const LINK = 'https://example.com/reel/1';
const post = (id: string, more: object = {}) =>
  ({ id, link: LINK, publishedOn: today(), isDisclosed: true, ...more }) as const;
const NONE: MetricValues = { views: null, likes: null, comments: null, shares: null, saves: null, clicks: null };

/** Creates a booking with one post. */
async function published(status: 'in_progress' | 'completed' = 'completed') {
  const booking = await booked(status);
  const { posts } = await booking.asCreator.publications.add(post(booking.id));
  return { ...booking, postId: posts[0]?.id ?? '' };
}

/** Returns the message with which the input is rejected. */
const messageOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'nothing',
    ({ cause }: { cause: { issues: { message: string }[] } }) => cause.issues[0]?.message ?? 'nothing',
  );

describe('a post', () => {
  it('is added by the creator, announced to the brand, and visible only to these two', async () => {
    const { id, asCreator, asBrand, brand } = await booked();
    await asCreator.publications.add(post(id));
    for (const side of [asCreator, asBrand])
      expect((await side.publications.results({ id })).posts).toMatchObject([
        { link: LINK, publishedOn: today(), reports: [] },
      ]);
    for (const stranger of [await newBrand(stack.deps), await newCreator(stack.deps), await newAdmin(stack.deps)])
      expect(await getRefusalCode(stack.as(stranger).publications.results({ id }))).toBe('BOOKING_NOT_FOUND');
    expect(await getRefusalCode(asBrand.publications.add(post(id)))).toBe('CREATORS_ONLY');
    expect(await getRefusalCode(stack.as(await newCreator(stack.deps)).publications.add(post(id)))).toBe(
      'BOOKING_NOT_FOUND',
    );
    await stack.idle();
    const publishedMail = (await stack.mailsTo(brand.email)).find(({ subject }) => subject.includes('published'));
    expect(publishedMail?.text).toContain('/booking-results?bookingId=');
    // Our emails never contain the link that the creator entered.
    expect(publishedMail?.text).not.toContain('example.com/reel');
    expect(await listEventKinds(stack, id)).toContain('publication.added');
  });

  it('must be marked as advertising, have a public link, and be published between the order and today', async () => {
    const { id, asCreator } = await booked();
    expect(await messageOf(asCreator.publications.add(post(id, { isDisclosed: false })))).toBe(
      DISCLOSURE_MISSING_MESSAGE,
    );
    expect(await messageOf(asCreator.publications.add(post(id, { publishedOn: '2026-02-30' })))).toBe(
      'Please choose a day',
    );
    for (const link of ['javascript:alert(1)', 'http://example.com', 'https://localhost/x', 'https://10.0.0.1/x'])
      expect(await messageOf(asCreator.publications.add(post(id, { link })))).toContain('https://');
    for (const days of [-2, 2])
      expect(
        await getRefusalCode(asCreator.publications.add(post(id, { publishedOn: addDaysToDay(today(), days) }))),
      ).toBe('POST_DAY_WRONG');
    await asCreator.publications.add(post(id));
    expect(await getRefusalCode(asCreator.publications.add(post(id)))).toBe('POST_TWICE');
  });

  it('can be added from the start of the work until after the payout, and gets no metrics and no public link after a refund', async () => {
    const accepted = await booked('accepted');
    expect(await getRefusalCode(accepted.asCreator.publications.add(post(accepted.id)))).toBe('RESULTS_REFUSED');
    const paid = await booked('completed');
    await paid.asBrand.settlements.approve({ id: paid.id });
    await stack.idle();
    expect((await paid.asCreator.publications.add(post(paid.id))).posts).toHaveLength(1);
    const undone = await published('in_progress');
    const { token } = await undone.asBrand.publications.share({ id: undone.id, isShared: true });
    await undone.asBrand.cancellations.request({ id: undone.id, reason: 'Our plans have changed' });
    await undone.asCreator.cancellations.answer({ id: undone.id, answer: 'agree' });
    await stack.idle();
    expect(await getRefusalCode(undone.asCreator.publications.report({ ...NONE, id: undone.postId, views: 1 }))).toBe(
      'RESULTS_REFUSED',
    );
    expect(await getRefusalCode(undone.asBrand.publications.share({ id: undone.id, isShared: true }))).toBe(
      'RESULTS_REFUSED',
    );
    // After the refund, existing results stay visible to the two sides but are no longer public.
    expect((await undone.asBrand.publications.results({ id: undone.id })).posts).toHaveLength(1);
    expect(await stack.as(null).publications.shared({ token: token ?? '' })).toBeNull();
  });

  it('can be removed by its creator, and is refused beyond the limit per booking', async () => {
    const { id, asCreator, asBrand } = await booked();
    const first = (await asCreator.publications.add(post(id))).posts[0]?.id ?? '';
    for (let at = 1; at < MAX_PUBLICATIONS; at++) await asCreator.publications.add(post(id, { link: `${LINK}?${at}` }));
    expect(await getRefusalCode(asCreator.publications.add(post(id, { link: `${LINK}?more` })))).toBe('POSTS_FULL');
    await asCreator.publications.report({ ...NONE, id: first, views: 10 });
    expect(await getRefusalCode(asBrand.publications.remove({ id: first }))).toBe('CREATORS_ONLY');
    expect(await getRefusalCode(stack.as(await newCreator(stack.deps)).publications.remove({ id: first }))).toBe(
      'POST_NOT_FOUND',
    );
    expect((await asCreator.publications.remove({ id: first })).posts).toHaveLength(MAX_PUBLICATIONS - 1);
    expect(await getRefusalCode(asCreator.publications.remove({ id: first }))).toBe('POST_NOT_FOUND');
    const { timeline } = await asBrand.bookings.byId({ id });
    expect(timeline.some(({ kind }) => kind === 'publication.removed')).toBe(true);
  });
});

describe('a report of a post’s metrics', () => {
  it('is stored in addition to earlier reports, unless it repeats the previous report', async () => {
    const { id, postId, asCreator, asBrand } = await published();
    await asCreator.publications.report({ ...NONE, id: postId, views: 1_200, likes: 80 });
    await asCreator.publications.report({ ...NONE, id: postId, views: 1_200, likes: 80 });
    await asCreator.publications.report({ ...NONE, id: postId, views: 5_000_000_000, likes: 0 });
    expect((await asBrand.publications.results({ id })).posts[0]?.reports).toMatchObject([
      { number: 1, views: 1_200, likes: 80, clicks: null },
      { number: 2, views: 5_000_000_000, likes: 0 },
    ]);
    expect(await messageOf(asCreator.publications.report({ ...NONE, id: postId }))).toBe('Enter at least one number');
    for (const views of [-1, 1.5, 1e15])
      expect(await messageOf(asCreator.publications.report({ ...NONE, id: postId, views }))).toContain('Views');
    for (let at = 3; at <= MAX_METRIC_REPORTS; at++)
      await asCreator.publications.report({ ...NONE, id: postId, views: at });
    expect(await getRefusalCode(asCreator.publications.report({ ...NONE, id: postId, views: 1 }))).toBe(
      'POST_FIGURES_SPENT',
    );
  });

  it('is stored once if it is sent several times simultaneously', async () => {
    const { id, postId, asCreator } = await published();
    await Promise.all([1, 2, 3].map(() => asCreator.publications.report({ ...NONE, id: postId, views: 7 })));
    expect((await asCreator.publications.results({ id })).posts[0]?.reports).toHaveLength(1);
  });

  it('is included in the PDF record of the booking', async () => {
    const { id, postId, asCreator, brand } = await published();
    await asCreator.publications.report({ ...NONE, id: postId, views: 41_900 });
    const paper = await (await stack.asBrowser(brand))('GET', `/api/records/${id}.pdf`);
    const { text } = await extractText(new Uint8Array(paper.rawPayload), { mergePages: true });
    expect(text).toContain(LINK);
    expect(text).toContain('Views 41,900');
  });
});

describe('the results page of a booking', () => {
  it('can be shared through a link, which hides the price, and also the brand’s name if the creator shares the page', async () => {
    const { id, asCreator, asBrand, brand, creator } = await published();
    const visitor = stack.as(null);
    const ofBrand = (await asBrand.publications.share({ id, isShared: true })).token ?? '';
    const again = await asBrand.publications.share({ id, isShared: true });
    expect(again.token).toBe(ofBrand);
    const ofCreator = (await asCreator.publications.share({ id, isShared: true })).token ?? '';
    expect(new Set([ofBrand, ofCreator]).size).toBe(2);
    const shown = await visitor.publications.shared({ token: ofBrand });
    expect(shown).toMatchObject({ creatorName: creator.fullName, brandName: brand.fullName, posts: [{ link: LINK }] });
    expect(JSON.stringify(shown)).not.toMatch(/cents|token|brandId/i);
    const byCreator = await visitor.publications.shared({ token: ofCreator });
    expect(byCreator?.brandName).toBeNull();
    expect(JSON.stringify(byCreator)).not.toContain(brand.fullName);
    await asBrand.publications.share({ id, isShared: false });
    expect(await visitor.publications.shared({ token: ofBrand })).toBeNull();
    expect((await asBrand.publications.share({ id, isShared: true })).token).not.toBe(ofBrand);
    expect(await getRefusalCode(stack.as(await newBrand(stack.deps)).publications.share({ id, isShared: true }))).toBe(
      'BOOKING_NOT_FOUND',
    );
  });

  it('shows the price to the creator, and the total including the fee to the brand', async () => {
    const { id, asCreator, asBrand } = await published();
    const { priceCents, totalCents } = await asBrand.bookings.byId({ id });
    expect((await asCreator.publications.results({ id })).amountCents).toBe(priceCents);
    expect((await asBrand.publications.results({ id })).amountCents).toBe(totalCents);
  });

  it('is no longer shared once the account that shared it is deleted', async () => {
    const { id, asBrand, brand } = await published();
    const { token } = await asBrand.publications.share({ id, isShared: true });
    await asBrand.settlements.approve({ id });
    await stack.idle();
    const exported = await (await stack.asBrowser(brand))('GET', '/api/account/export');
    expect(exported.body).toContain(LINK);
    await (
      await stack.asBrowser(brand)
    )('POST', '/trpc/personalData.deleteAccount', { confirmation: 'DELETE' });
    expect(await stack.as(null).publications.shared({ token: token ?? '' })).toBeNull();
  });
});

describe('a delivery plan', () => {
  it('can contain only days from today to the deadline, and is announced to the brand in one email', async () => {
    const { id, asCreator, asBrand, brand } = await booked();
    const { items } = await asCreator.deliveries.byBooking({ id });
    const ids = items.map((item) => item.id);
    const [reel = '', stories = ''] = ids;
    const { dueAt } = await asCreator.bookings.byId({ id });
    const due = toDayInZone(dueAt ?? new Date(), null);
    const plan = (deliverableId: string, day: string | null) =>
      asCreator.deliveries.plan({ id, days: [{ deliverableId, day }] });
    await plan(reel, addDaysToDay(today(), 1));
    const planned = await plan(stories, due);
    expect(planned.items.map(({ plannedOn }) => plannedOn)).toEqual([addDaysToDay(today(), 1), due]);
    await plan(stories, due);
    expect((await listEventKinds(stack, id)).filter((kind) => kind === 'delivery.planned')).toHaveLength(2);
    await plan(stories, null);
    for (const day of [addDaysToDay(today(), -2), addDaysToDay(due, 2)])
      expect(await getRefusalCode(plan(reel, day))).toBe('PLAN_OUT_OF_TIME');
    const other = await booked();
    const foreign = (await other.asCreator.deliveries.byBooking({ id: other.id })).items[0]?.id ?? '';
    expect(await getRefusalCode(plan(foreign, due))).toBe('DELIVERABLE_NOT_FOUND');
    expect(await getRefusalCode(asBrand.deliveries.plan({ id, days: [{ deliverableId: reel, day: due }] }))).toBe(
      'CREATORS_ONLY',
    );
    await stack.idle();
    const subjects = (await stack.mailsTo(brand.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('scheduled the work'))).toHaveLength(1);
  });
});
