/** Results of a booking: posts and their figures, who may note and see and share them, and the days that are planned. */
import { addDays, dayIn, MOST_FIGURES, MOST_POSTS, type Figures } from '@marquee/booking';
import { DISCLOSURE_MISSING } from '@marquee/validation';
import { extractText } from 'unpdf';
import { describe, expect, it } from 'vitest';
import {
  newAdmin,
  newBooking,
  newBrand,
  newCreator,
  newPackage,
  newPayableCreator,
  PASSWORD,
} from '../src/demo/builders.ts';
import { keepsTheBooks } from './books.ts';
import { eventsOf, refusalOf } from './purse.ts';
import { useStack } from './stack.ts';

const stack = useStack({}, { mailbox: true });
keepsTheBooks(stack);

type Booked = Awaited<ReturnType<typeof newBooking>>;

async function booked(status: 'accepted' | 'in_progress' | 'completed' = 'in_progress'): Promise<Booked> {
  const creator = await newPayableCreator(stack.deps);
  const { id: packageId } = await newPackage(stack.deps, creator, { features: ['1 Reel', '2 Stories'] });
  return newBooking(stack.deps, { creator, packageId, status });
}

const today = () => dayIn(stack.deps.now(), null);
const LINK = 'https://example.com/reel/1';
const post = (id: string, more: object = {}) =>
  ({ id, link: LINK, publishedOn: today(), isDisclosed: true, ...more }) as const;
const NONE: Figures = { views: null, likes: null, comments: null, shares: null, saves: null, clicks: null };

/** A booking with one post. */
async function published(status: 'in_progress' | 'completed' = 'completed') {
  const booking = await booked(status);
  const { posts } = await booking.asCreator.posts.add(post(booking.id));
  return { ...booking, postId: posts[0]?.id ?? '' };
}

/** What a form is refused with. */
const messageOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'nothing',
    ({ cause }: { cause: { issues: { message: string }[] } }) => cause.issues[0]?.message ?? 'nothing',
  );

describe('a post', () => {
  it('is noted by the creator, told to the brand, seen by both and by nobody else', async () => {
    const { id, asCreator, asBrand, brand } = await booked();
    await asCreator.posts.add(post(id));
    for (const side of [asCreator, asBrand])
      expect((await side.posts.results({ id })).posts).toMatchObject([
        { link: LINK, publishedOn: today(), reports: [] },
      ]);
    for (const stranger of [await newBrand(stack.deps), await newCreator(stack.deps), await newAdmin(stack.deps)])
      expect(await refusalOf(stack.as(stranger).posts.results({ id }))).toBe('BOOKING_NOT_FOUND');
    expect(await refusalOf(asBrand.posts.add(post(id)))).toBe('CREATORS_ONLY');
    expect(await refusalOf(stack.as(await newCreator(stack.deps)).posts.add(post(id)))).toBe('BOOKING_NOT_FOUND');
    await stack.idle();
    const told = (await stack.mailsTo(brand.email)).find(({ subject }) => subject.includes('published'));
    expect(told?.text).toContain('/booking-results?bookingId=');
    // Whatever address a creator gives, our mails do not carry it.
    expect(told?.text).not.toContain('example.com/reel');
    expect(await eventsOf(stack, id)).toContain('post.added');
  });

  it('is marked as advertising, published between the order and today, and at an address that others can open', async () => {
    const { id, asCreator } = await booked();
    expect(await messageOf(asCreator.posts.add(post(id, { isDisclosed: false })))).toBe(DISCLOSURE_MISSING);
    expect(await messageOf(asCreator.posts.add(post(id, { publishedOn: '2026-02-30' })))).toBe('Please choose a day');
    for (const link of ['javascript:alert(1)', 'http://example.com', 'https://localhost/x', 'https://10.0.0.1/x'])
      expect(await messageOf(asCreator.posts.add(post(id, { link })))).toContain('https://');
    for (const days of [-2, 2])
      expect(await refusalOf(asCreator.posts.add(post(id, { publishedOn: addDays(today(), days) })))).toBe(
        'POST_DAY_WRONG',
      );
    await asCreator.posts.add(post(id));
    expect(await refusalOf(asCreator.posts.add(post(id)))).toBe('POST_TWICE');
  });

  it('can be noted from the start of the work on, also when it is paid, and not when the money went back', async () => {
    const accepted = await booked('accepted');
    expect(await refusalOf(accepted.asCreator.posts.add(post(accepted.id)))).toBe('RESULTS_REFUSED');
    const paid = await booked('completed');
    await paid.asBrand.settlements.approve({ id: paid.id });
    await stack.idle();
    expect((await paid.asCreator.posts.add(post(paid.id))).posts).toHaveLength(1);
    const undone = await published('in_progress');
    const { token } = await undone.asBrand.posts.share({ id: undone.id, isShared: true });
    await undone.asBrand.cancellations.request({ id: undone.id, reason: 'Our plans have changed' });
    await undone.asCreator.cancellations.answer({ id: undone.id, answer: 'agree' });
    await stack.idle();
    expect(await refusalOf(undone.asCreator.posts.report({ ...NONE, id: undone.postId, views: 1 }))).toBe(
      'RESULTS_REFUSED',
    );
    expect(await refusalOf(undone.asBrand.posts.share({ id: undone.id, isShared: true }))).toBe('RESULTS_REFUSED');
    // What was there stays for the two sides, and is not shown to others any more.
    expect((await undone.asBrand.posts.results({ id: undone.id })).posts).toHaveLength(1);
    expect(await stack.as(null).posts.shared({ token: token ?? '' })).toBeNull();
  });

  it('is one of a stated number, and can be taken off the list', async () => {
    const { id, asCreator, asBrand } = await booked();
    const first = (await asCreator.posts.add(post(id))).posts[0]?.id ?? '';
    for (let at = 1; at < MOST_POSTS; at++) await asCreator.posts.add(post(id, { link: `${LINK}?${at}` }));
    expect(await refusalOf(asCreator.posts.add(post(id, { link: `${LINK}?more` })))).toBe('POSTS_FULL');
    await asCreator.posts.report({ ...NONE, id: first, views: 10 });
    expect(await refusalOf(asBrand.posts.remove({ id: first }))).toBe('CREATORS_ONLY');
    expect(await refusalOf(stack.as(await newCreator(stack.deps)).posts.remove({ id: first }))).toBe('POST_NOT_FOUND');
    expect((await asCreator.posts.remove({ id: first })).posts).toHaveLength(MOST_POSTS - 1);
    expect(await refusalOf(asCreator.posts.remove({ id: first }))).toBe('POST_NOT_FOUND');
    const { timeline } = await asBrand.bookings.byId({ id });
    expect(timeline.some(({ kind }) => kind === 'post.removed')).toBe(true);
  });
});

describe('figures of a post', () => {
  it('are kept, each report beside the ones before; twice the same is one', async () => {
    const { id, postId, asCreator, asBrand } = await published();
    await asCreator.posts.report({ ...NONE, id: postId, views: 1_200, likes: 80 });
    await asCreator.posts.report({ ...NONE, id: postId, views: 1_200, likes: 80 });
    await asCreator.posts.report({ ...NONE, id: postId, views: 5_000_000_000, likes: 0 });
    expect((await asBrand.posts.results({ id })).posts[0]?.reports).toMatchObject([
      { number: 1, views: 1_200, likes: 80, clicks: null },
      { number: 2, views: 5_000_000_000, likes: 0 },
    ]);
    expect(await messageOf(asCreator.posts.report({ ...NONE, id: postId }))).toBe('Enter at least one figure');
    for (const views of [-1, 1.5, 1e15])
      expect(await messageOf(asCreator.posts.report({ ...NONE, id: postId, views }))).toContain('Views');
    for (let at = 3; at <= MOST_FIGURES; at++) await asCreator.posts.report({ ...NONE, id: postId, views: at });
    expect(await refusalOf(asCreator.posts.report({ ...NONE, id: postId, views: 1 }))).toBe('POST_FIGURES_SPENT');
  });

  it('that are reported twice at once are counted once', async () => {
    const { id, postId, asCreator } = await published();
    await Promise.all([1, 2, 3].map(() => asCreator.posts.report({ ...NONE, id: postId, views: 7 })));
    expect((await asCreator.posts.results({ id })).posts[0]?.reports).toHaveLength(1);
  });

  it('are on the paper of the booking', async () => {
    const { id, postId, asCreator, brand } = await published();
    await asCreator.posts.report({ ...NONE, id: postId, views: 41_900 });
    const paper = await (await stack.asBrowser(brand))('GET', `/api/records/${id}.pdf`);
    const { text } = await extractText(new Uint8Array(paper.rawPayload), { mergePages: true });
    expect(text).toContain(LINK);
    expect(text).toContain('Views 41,900');
  });
});

describe('results', () => {
  it('are shared by an address, without what was paid, and without the brand where the creator shares them', async () => {
    const { id, asCreator, asBrand, brand, creator } = await published();
    const visitor = stack.as(null);
    const ofBrand = (await asBrand.posts.share({ id, isShared: true })).token ?? '';
    const again = await asBrand.posts.share({ id, isShared: true });
    expect(again.token).toBe(ofBrand);
    const ofCreator = (await asCreator.posts.share({ id, isShared: true })).token ?? '';
    expect(new Set([ofBrand, ofCreator]).size).toBe(2);
    const shown = await visitor.posts.shared({ token: ofBrand });
    expect(shown).toMatchObject({ creatorName: creator.fullName, brandName: brand.fullName, posts: [{ link: LINK }] });
    expect(JSON.stringify(shown)).not.toMatch(/cents|token|brandId/i);
    const byCreator = await visitor.posts.shared({ token: ofCreator });
    expect(byCreator?.brandName).toBeNull();
    expect(JSON.stringify(byCreator)).not.toContain(brand.fullName);
    await asBrand.posts.share({ id, isShared: false });
    expect(await visitor.posts.shared({ token: ofBrand })).toBeNull();
    expect((await asBrand.posts.share({ id, isShared: true })).token).not.toBe(ofBrand);
    expect(await refusalOf(stack.as(await newBrand(stack.deps)).posts.share({ id, isShared: true }))).toBe(
      'BOOKING_NOT_FOUND',
    );
  });

  it('say to each side its own amount: the brand without what came back', async () => {
    const { id, asCreator, asBrand } = await published();
    const { priceCents, totalCents } = await asBrand.bookings.byId({ id });
    expect((await asCreator.posts.results({ id })).amountCents).toBe(priceCents);
    expect((await asBrand.posts.results({ id })).amountCents).toBe(totalCents);
  });

  it('go with the account that shares them', async () => {
    const { id, asBrand, brand } = await published();
    const { token } = await asBrand.posts.share({ id, isShared: true });
    await asBrand.settlements.approve({ id });
    await stack.idle();
    const exported = await (await stack.asBrowser(brand))('GET', '/api/account/export');
    expect(exported.body).toContain(LINK);
    await (
      await stack.asBrowser(brand)
    )('POST', '/trpc/accounts.remove', { password: PASSWORD });
    expect(await stack.as(null).posts.shared({ token: token ?? '' })).toBeNull();
  });
});

describe('a plan', () => {
  it('names days until the work is due, and is told to the brand once for each change', async () => {
    const { id, asCreator, asBrand, brand } = await booked();
    const { items } = await asCreator.deliveries.ofBooking({ id });
    const ids = items.map((item) => item.id);
    const [reel = '', stories = ''] = ids;
    const { dueAt } = await asCreator.bookings.byId({ id });
    const due = dayIn(dueAt ?? new Date(), null);
    const plan = (deliverableId: string, day: string | null) =>
      asCreator.deliveries.plan({ id, days: [{ deliverableId, day }] });
    await plan(reel, addDays(today(), 1));
    const planned = await plan(stories, due);
    expect(planned.items.map(({ plannedOn }) => plannedOn)).toEqual([addDays(today(), 1), due]);
    await plan(stories, due);
    expect((await eventsOf(stack, id)).filter((kind) => kind === 'delivery.planned')).toHaveLength(2);
    await plan(stories, null);
    for (const day of [addDays(today(), -2), addDays(due, 2)])
      expect(await refusalOf(plan(reel, day))).toBe('PLAN_OUT_OF_TIME');
    const other = await booked();
    const foreign = (await other.asCreator.deliveries.ofBooking({ id: other.id })).items[0]?.id ?? '';
    expect(await refusalOf(plan(foreign, due))).toBe('DELIVERABLE_NOT_FOUND');
    expect(await refusalOf(asBrand.deliveries.plan({ id, days: [{ deliverableId: reel, day: due }] }))).toBe(
      'CREATORS_ONLY',
    );
    await stack.idle();
    const subjects = (await stack.mailsTo(brand.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('planned when'))).toHaveLength(1);
  });
});
