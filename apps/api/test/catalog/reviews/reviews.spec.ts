/**
 * Tests reviews: both sides write them, they stay hidden until both exist, and they can be answered, hidden and
 * counted, on real PostgreSQL.
 */
import type { WorkspaceId } from '@marquee/contracts';
import { RATING_PRIOR, REVIEW_LIMITS } from '@marquee/booking';
import { DAY_MS } from '@marquee/time';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { newAdmin, newBooking, newBrand, newPackage, newPayableCreator } from '../../../src/demo/builders.ts';
import { closeReviews, inviteToReview } from '../../../src/modules/catalog/reviews/reviews.service.ts';
import { openStack, useStack, type TestBrowser } from '../../support/stack.ts';
import { withOldFactor } from '../../support/accounts.ts';

const stack = useStack({}, { mailbox: true });
const refused = (failure: string) => expect.objectContaining({ failure }) as Error;

const SECRET = 'Zanzibar words that nobody may read yet';
const REVIEW = {
  stars: 4,
  parts: [5, 4, 3] as [number, number, number],
  text: SECRET,
  staffNote: 'Between us: the invoice was late.',
};

const completed = (more: { creator?: SessionUser; brand?: SessionUser; packageId?: string } = {}) =>
  newBooking(stack.deps, { status: 'completed', ...more });

/** Creates a booking that both sides have reviewed. `stars` contains the ratings of the creator and of the brand. */
async function reviewed(stars: { creator: number; brand: number }, more: Parameters<typeof completed>[0] = {}) {
  const booking = await completed(more);
  await booking.asCreator.reviews.write({ bookingId: booking.id, ...REVIEW, stars: stars.brand });
  await booking.asBrand.reviews.write({ bookingId: booking.id, ...REVIEW, stars: stars.creator });
  return booking;
}

const subjectsTo = async ({ email }: SessionUser) => (await stack.mailsTo(email)).map(({ subject }) => subject);
const statsOf = ({ username }: SessionUser) => stack.as(null).profiles.stats({ username });
const shownOf = async ({ username }: SessionUser) => (await stack.as(null).reviews.byCreator({ username })).items;

/** Returns everything that another user can read and that could reveal a review of `creator` by `brand`. */
async function everythingOf(
  bookingId: string,
  { creator, brand }: { creator: SessionUser; brand: SessionUser },
  as: SessionUser,
  browser: TestBrowser,
) {
  const api = stack.as(as);
  const [profile, page, card] = await Promise.all([
    browser('GET', `/api/profile/${creator.username}/stats`),
    browser('GET', `/profile/${creator.username}`),
    api.discovery.search({ query: creator.username }),
  ]);
  const { packageId } = await api.bookings.byId({ id: bookingId });
  return JSON.stringify([
    await statsOf(creator),
    await shownOf(creator),
    profile.body,
    page.body.replaceAll(/nonce="[^"]*"/g, ''),
    card,
    await api.discovery.compare({ ids: [packageId ?? ''] }),
    await api.bookings.byId({ id: bookingId }),
    (await api.bookings.list({})).items,
    await api.bookings.waiting({ most: 10 }),
    await api.bookings.counts(),
    await api.profiles.activity(),
    await api.profiles.dashboard(),
    await api.reviews.byBooking({ bookingId }),
    await api.personalData.export().then(({ exportedAt: _at, sessions: _sessions, ...rest }) => rest),
    await subjectsTo(as),
    (await browser('GET', `/api/bookings/${bookingId}`)).body,
    brand.id,
  ]);
}

describe('a review', () => {
  it('is requested from each side by email after the approval, and again before the deadline if it is missing', async () => {
    const { stack: own, close } = await openStack({}, { mailbox: true });
    try {
      const { id, creator, brand, asBrand } = await newBooking(own.deps, { status: 'completed' });
      const to = async (person: SessionUser) =>
        (await own.mailsTo(person.email))
          .map(({ subject }) => subject)
          .filter((each) => /^Review (?!the work)|^Last chance/.test(each));
      expect(await to(brand)).toEqual([]);
      await asBrand.settlements.approve({ id });
      await own.idle();
      expect(await to(creator)).toEqual([expect.stringMatching(`^Review ${brand.fullName.slice(0, 8)}`)]);
      expect(await to(brand)).toEqual([expect.stringMatching(`^Review ${creator.fullName.slice(0, 8)}`)]);
      await inviteToReview(own.deps, id);
      expect(await to(brand)).toHaveLength(1);
      await asBrand.reviews.write({ bookingId: id, ...REVIEW });
      await own.pass((REVIEW_LIMITS.writeDays - REVIEW_LIMITS.remindDays) * DAY_MS + 60_000);
      expect(await to(creator)).toEqual([
        expect.stringMatching(`^Last chance to review ${brand.fullName.slice(0, 6)}`),
        expect.stringMatching(`^Review ${brand.fullName.slice(0, 8)}`),
      ]);
      expect(await to(brand)).toHaveLength(1);
    } finally {
      await close();
    }
  });

  it('is invisible in every API call until the other side has also written a review', async () => {
    const booking = await completed();
    const { id, creator, brand, asBrand } = booking;
    for (const [author, reader] of [
      [brand, creator],
      [creator, brand],
    ] as const) {
      const { id: bookingId, ...people } = author === brand ? booking : await completed({ creator });
      const other = author === brand ? reader : people.brand;
      const writer = author === brand ? brand : creator;
      // One browser for both reads, because the export contains each sign-in.
      const browser = await stack.asBrowser(other);
      const before = await everythingOf(bookingId, people, other, browser);
      const { own, refusal } = await stack.as(writer).reviews.write({ bookingId, ...REVIEW });
      expect([own?.text, own?.shownAt, refusal]).toEqual([SECRET, null, 'REVIEW_WRITTEN']);
      await stack.idle();
      expect(await everythingOf(bookingId, people, other, browser)).toBe(before);
    }
    const staff = await newAdmin(stack.deps);
    await expect(stack.as(staff).reviews.byBooking({ bookingId: id })).rejects.toEqual(refused('BOOKING_NOT_FOUND'));
    await expect(asBrand.reviews.write({ bookingId: id, ...REVIEW })).rejects.toEqual(refused('REVIEW_WRITTEN'));
    const { own } = await asBrand.reviews.byBooking({ bookingId: id });
    const report = {
      kind: 'review' as const,
      id: own?.id ?? '',
      reason: 'Spam or misleading' as const,
      sentence: 'No',
    };
    await expect(stack.as(creator).reports.create(report)).rejects.toEqual(refused('REPORT_SUBJECT_GONE'));
    await expect(stack.as(creator).reviews.answer({ id: report.id, text: 'No' })).rejects.toEqual(
      refused('REVIEW_NOT_FOUND'),
    );
  });

  it('is published together with the other side’s review, without the note to staff', async () => {
    const { id, creator, brand, asCreator, asBrand } = await reviewed({ creator: 4, brand: 2 });
    const seen = await asCreator.reviews.byBooking({ bookingId: id });
    expect(seen.other).toMatchObject({ side: 'brand', stars: 4, parts: [5, 4, 3], text: SECRET });
    expect(seen.otherRating).toMatchObject({ count: 1, tenths: 20 });
    expect((await asBrand.reviews.byBooking({ bookingId: id })).other).toMatchObject({ side: 'creator', stars: 2 });
    const shown = await shownOf(creator);
    expect(shown).toMatchObject([{ stars: 4, text: SECRET, authorName: brand.fullName, answer: null }]);
    expect(JSON.stringify([shown, seen.other])).not.toContain(REVIEW.staffNote);
    expect(await statsOf(creator)).toMatchObject({
      rating: 4,
      reviewCount: 1,
      stars: [0, 0, 0, 1, 0],
      ratedParts: [50, 40, 30],
    });
    expect(await subjectsTo(creator)).toContainEqual(expect.stringMatching(/^Both reviews are published: “/));
    expect(await subjectsTo(brand)).toContainEqual(expect.stringMatching(/^Both reviews are published: “/));
  });

  it('is published together with the other side’s review, even if both are written at the same time', async () => {
    const { id, creator, asCreator, asBrand } = await completed();
    await Promise.all([
      asCreator.reviews.write({ bookingId: id, ...REVIEW }),
      asBrand.reviews.write({ bookingId: id, ...REVIEW }),
    ]);
    expect(await shownOf(creator)).toHaveLength(1);
    expect((await asBrand.reviews.byBooking({ bookingId: id })).other?.text).toBe(SECRET);
  });

  it('is stored once, even if it is submitted several times simultaneously', async () => {
    const { id, asBrand } = await completed();
    const answers = await Promise.allSettled(
      Array.from({ length: 4 }, () => asBrand.reviews.write({ bookingId: id, ...REVIEW })),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('requires the author’s own completed booking that was not refunded', async () => {
    const open = await newBooking(stack.deps, { status: 'in_progress' });
    await expect(open.asBrand.reviews.write({ bookingId: open.id, ...REVIEW })).rejects.toEqual(
      refused('REVIEW_NOT_COMPLETED'),
    );
    const { id, asBrand, asCreator } = await completed();
    const stranger = stack.as(await newBrand(stack.deps));
    await expect(stranger.reviews.write({ bookingId: id, ...REVIEW })).rejects.toEqual(refused('BOOKING_NOT_FOUND'));
    await expect(stranger.reviews.byBooking({ bookingId: id })).rejects.toEqual(refused('BOOKING_NOT_FOUND'));
    await asBrand.disputes.reportProblem({ id, problem: 'Nothing was delivered.', desiredOutcome: null });
    await asCreator.disputes.agreeToRefund({ id });
    await expect(asBrand.reviews.write({ bookingId: id, ...REVIEW })).rejects.toEqual(refused('REVIEW_REFUNDED'));
    expect((await asCreator.reviews.byBooking({ bookingId: id })).refusal).toBe('REVIEW_REFUNDED');
  });

  it('requires stars, and accepts any text up to its maximum length', async () => {
    const { id, creator, asBrand, asCreator } = await completed();
    const write = (more: object) => asBrand.reviews.write({ bookingId: id, ...REVIEW, ...more });
    await expect(write({ stars: 0 })).rejects.toThrow('Please choose 1 to 5 stars for the overall rating');
    await expect(write({ stars: 4.5 })).rejects.toThrow('Please choose 1 to 5 stars for the overall rating');
    await expect(write({ parts: [5, 6, 1] })).rejects.toThrow('Please choose 1 to 5 stars');
    await expect(write({ text: 'x'.repeat(REVIEW_LIMITS.text + 1) })).rejects.toThrow('The limit is 2,000.');
    await expect(write({ text: 'a\u0000b' })).rejects.toThrow('cannot be used');
    const text = `<script>alert(1)</script> ‮ ${'🙂'.repeat(900)}`;
    await write({ text });
    await asCreator.reviews.write({ bookingId: id, ...REVIEW, text: '' });
    expect((await shownOf(creator))[0]?.text).toBe(text);
    const page = await (await stack.asBrowser(null))('GET', `/profile/${creator.username}`);
    expect(page.body).not.toContain('<script>alert(1)');
  });

  it('can be submitted 60 times before the user is rate limited', async () => {
    const { stack: limited, close } = await openStack({ RATE_LIMIT: 'on' });
    try {
      const api = limited.as(await newBrand(limited.deps));
      const ask = () =>
        api.reviews.write({ bookingId: crypto.randomUUID(), ...REVIEW }).catch((error: unknown) => error);
      for (let at = 0; at < 60; at++) expect(await ask()).toEqual(refused('BOOKING_NOT_FOUND'));
      expect(await ask()).toEqual(refused('TOO_MANY_REQUESTS'));
    } finally {
      await close();
    }
  });

  it('cannot be changed, not even in the database', async () => {
    const { id } = await reviewed({ creator: 5, brand: 5 });
    const change = (assignment: string) =>
      sql`update review set ${sql.raw(assignment)} where booking_id = ${id}`.execute(stack.deps.db);
    for (const assignment of [
      'stars = 1',
      `text = 'other'`,
      `parts = '{1,1,1}'`,
      'shown_at = null',
      `written_at = now()`,
    ])
      await expect(change(assignment)).rejects.toThrow('a review stays as it is');
    const lone = await completed();
    await lone.asBrand.reviews.write({ bookingId: lone.id, ...REVIEW });
    await expect(
      sql`update review set shown_at = ${stack.deps.now()} where booking_id = ${lone.id}`.execute(stack.deps.db),
    ).rejects.toThrow('shown with the other one');
  });
});

describe('the end of the review period', () => {
  it('publishes a review without a counterpart once, and the other side can no longer write one', async () => {
    const { stack: own, close } = await openStack({}, { mailbox: true });
    try {
      const booking = await newBooking(own.deps, { status: 'completed' });
      const { id, creator, brand, asBrand, asCreator } = booking;
      await asBrand.reviews.write({ bookingId: id, ...REVIEW });
      await closeReviews(own.deps, id);
      expect((await own.as(null).profiles.stats({ username: creator.username })).reviewCount).toBe(0);
      await own.pass(REVIEW_LIMITS.writeDays * DAY_MS + 60_000);
      await closeReviews(own.deps, id);
      expect(await own.as(null).profiles.stats({ username: creator.username })).toMatchObject({
        rating: 4,
        reviewCount: 1,
      });
      await expect(asCreator.reviews.write({ bookingId: id, ...REVIEW })).rejects.toEqual(refused('REVIEW_TOO_LATE'));
      const listReviewMails = async (person: SessionUser) =>
        (await own.mailsTo(person.email))
          .map(({ subject }) => subject)
          .filter((each) => /published|reviewed/.test(each));
      expect(await listReviewMails(creator)).toEqual([expect.stringMatching(/ reviewed you: “/)]);
      expect(await listReviewMails(brand)).toEqual([expect.stringMatching(/^Your review is published: “/)]);

      const { other } = await asCreator.reviews.byBooking({ bookingId: id });
      await own.advance(REVIEW_LIMITS.answerDays * DAY_MS);
      await expect(asCreator.reviews.answer({ id: other?.id ?? '', text: 'Thanks' })).rejects.toEqual(
        refused('REVIEW_ANSWER_TOO_LATE'),
      );
    } finally {
      await close();
    }
  });
});

describe('an answer to a review', () => {
  it('can be given once by the reviewed side and appears below the review', async () => {
    const { id, creator, asCreator, asBrand } = await reviewed({ creator: 3, brand: 5 });
    const { other } = await asCreator.reviews.byBooking({ bookingId: id });
    const answer = { id: other?.id ?? '', text: 'Thank you, the next one is on time.' };
    await expect(asBrand.reviews.answer(answer)).rejects.toEqual(refused('REVIEW_NOT_FOUND'));
    await asCreator.reviews.answer(answer);
    await expect(asCreator.reviews.answer(answer)).rejects.toEqual(refused('REVIEW_ANSWERED'));
    expect(await shownOf(creator)).toMatchObject([{ answer: answer.text }]);
    expect((await asBrand.reviews.byBooking({ bookingId: id })).own?.answer).toBe(answer.text);
  });
});

describe('the rating of a creator', () => {
  it('is the same on the profile, the search cards and the comparison, and changes when staff hide or restore a review', async () => {
    const creator = await newPayableCreator(stack.deps, { fullName: 'Quilla Ratingson' });
    const { id: packageId } = await newPackage(stack.deps, creator);
    const ids: string[] = [];
    for (const stars of [5, 4, 4, 1]) {
      const { id, asCreator } = await reviewed({ creator: stars, brand: 5 }, { creator, packageId });
      const { other } = await asCreator.reviews.byBooking({ bookingId: id });
      ids.push(other?.id ?? '');
    }
    const all = async () => {
      const search = { query: creator.username };
      const { rows } = await sql<{ count: number; rating: number; rank: number }>`
        select count(*)::int as count, round(avg(stars), 1)::float8 as rating,
          round(1000 * (sum(stars) + ${RATING_PRIOR.reviews * RATING_PRIOR.stars}::numeric) /
            (count(*) + ${RATING_PRIOR.reviews}))::int as rank
        from review where subject_workspace_id = ${creator.id} and shown_at is not null and hidden_at is null`.execute(
        stack.deps.db,
      );
      const stats = await statsOf(creator);
      const [card] = (await stack.as(null).discovery.search(search)).items;
      const [compared] = await stack.as(null).discovery.compare({ ids: [packageId] });
      const { rating } = (await (await stack.asBrowser(null))('GET', `/api/profile/${creator.username}/stats`)).json<{
        rating: number;
      }>();
      const searchByRating = async (minRating: 1 | 3 | 4 | 4.5) =>
        (await stack.as(null).discovery.search({ ...search, minRating })).items.length;
      const { rows: storedRanks } = await sql<{ rank: number }>`
        select rating_rank as rank from creator_listing where creator_id = ${creator.id}`.execute(stack.deps.db);
      return {
        sql: rows[0],
        said: [stats, card, compared].map((each) => [each?.reviewCount, each?.rating]),
        rest: rating,
        rank: storedRanks[0]?.rank,
        found: [await searchByRating(1), await searchByRating(3), await searchByRating(4)],
      };
    };
    const staff = stack.as(await newAdmin(stack.deps));
    const reporter = stack.as(await newBrand(stack.deps));
    const four = await all();
    expect(four).toMatchObject({ sql: { count: 4, rating: 3.5 }, rest: 3.5, rank: four.sql?.rank, found: [1, 1, 0] });
    expect(four.said).toEqual([
      [4, 3.5],
      [4, 3.5],
      [4, 3.5],
    ]);

    await reporter.reports.create({
      kind: 'review',
      id: ids[3] ?? '',
      reason: 'Something else',
      sentence: 'Never met.',
    });
    const queue = (await staff.admin.reports({ show: 'open' })).items.find((each) => each.subjectId === ids[3]);
    await staff.admin.decideReport({ id: queue?.id ?? '', outcome: 'hidden', reason: 'It is no review.' });
    const three = await all();
    expect(three).toMatchObject({ sql: { count: 3, rating: 4.3 }, rest: 4.3, rank: three.sql?.rank, found: [1, 1, 1] });
    expect(three.said).toEqual([
      [3, 4.3],
      [3, 4.3],
      [3, 4.3],
    ]);
    expect((await shownOf(creator)).map(({ stars }) => stars)).toEqual([4, 4, 5]);

    const [decision] = (
      await sql<{ id: string; ownerWorkspaceId: WorkspaceId }>`
      select id, owner_workspace_id from moderation_decision where subject_id = ${ids[3] ?? ''}`.execute(stack.deps.db)
    ).rows;
    await sql`update moderation_decision set appeal = 'It is one.', appealed_at = now() where id = ${decision?.id ?? ''}`.execute(
      stack.deps.db,
    );
    await staff.admin.decideAppeal({ id: decision?.id ?? '', outcome: 'reversed', reason: 'It is.' });
    expect(await all()).toEqual(four);
    // The stored totals of all users match their reviews.
    const { rows: wrong } = await sql`
      select kept.workspace_id from review_total kept full join review_total_now now using (workspace_id)
      where kept.reviews <> 0 and (kept.stars, kept.parts) is distinct from (now.stars, now.parts)`.execute(
      stack.deps.db,
    );
    expect(wrong).toEqual([]);
  });

  it('sorts four good reviews above a single perfect review, and creators without reviews last', async () => {
    const [steady, lucky, none] = await Promise.all(
      ['Vesperia Steady', 'Vesperia Lucky', 'Vesperia None'].map((fullName) =>
        newPayableCreator(stack.deps, { fullName }),
      ),
    );
    if (!steady || !lucky || !none) throw new Error('There are three');
    for (const creator of [steady, lucky, none]) await newPackage(stack.deps, creator);
    await reviewed({ creator: 5, brand: 5 }, { creator: lucky });
    for (const stars of [5, 5, 5, 4]) await reviewed({ creator: stars, brand: 5 }, { creator: steady });
    const search = { query: 'vesperia', sort: 'rating' as const };
    const { items } = await stack.as(null).discovery.search(search);
    expect(items.map(({ id }) => id)).toEqual([steady.id, lucky.id, none.id]);
    expect(await stack.as(null).discovery.search({ ...search, minRating: 1 })).toMatchObject({ total: { count: 2 } });
    const { ratings } = await stack.as(null).discovery.facets({ query: 'vesperia' });
    expect(ratings).toMatchObject({ '1': { count: 2 }, '4': { count: 2 }, '4.5': { count: 2 } });
  });

  it('is shown with a list of reviews, ten per page and newest first', async () => {
    const creator = await newPayableCreator(stack.deps);
    const { id: packageId } = await newPackage(stack.deps, creator);
    const brand = await newBrand(stack.deps);
    for (let at = 0; at < 12; at++) await reviewed({ creator: 5, brand: 5 }, { creator, brand, packageId });
    const { username } = creator;
    const first = await stack.as(null).reviews.byCreator({ username });
    const second = await stack.as(null).reviews.byCreator({ username, cursor: first.nextCursor ?? '' });
    expect([first.items.length, second.items.length, second.nextCursor]).toEqual([10, 2, null]);
    const times = [...first.items, ...second.items].map(({ shownAt }) => shownAt.getTime());
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(12);
  });
});

describe('an account', () => {
  it('exports its reviews, and its star ratings of other users remain without their text after its deletion', async () => {
    const { id, creator, brand, asCreator, asBrand } = await reviewed({ creator: 2, brand: 5 });
    const { other } = await asCreator.reviews.byBooking({ bookingId: id });
    await asCreator.reviews.answer({ id: other?.id ?? '', text: 'Pity.' });
    expect((await asBrand.personalData.export()).reviews).toMatchObject([
      { bookingId: id, stars: 2, staffNote: REVIEW.staffNote },
    ]);
    const received = (await asCreator.personalData.export()).reviewsReceived;
    expect(received).toMatchObject([{ stars: 2, text: SECRET, answer: 'Pity.' }]);
    expect(JSON.stringify(received)).not.toContain(REVIEW.staffNote);
    await asBrand.settlements.approve({ id });
    await stack.settle();
    await stack.as(withOldFactor(brand)).personalData.deleteAccount({ confirmation: 'DELETE' });
    expect(await shownOf(creator)).toMatchObject([{ stars: 2, text: '', authorName: 'Deleted user', answer: 'Pity.' }]);
    expect(await statsOf(creator)).toMatchObject({ rating: 2, reviewCount: 1 });
    const { rows } = await sql<{ words: string }>`
      select text || staff_note as words from review where author_workspace_id = ${brand.id}`.execute(stack.deps.db);
    expect(rows).toEqual([{ words: '' }]);
  });
});
