/** Tests that requests repeated with the same idempotency key take effect only once. */
import { randomUUID } from 'node:crypto';
import { DEFAULT_WEIGHTS, LIMITS, REPORT_REASONS } from '@marquee/validation';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../src/core/ctx.ts';
import { newAdmin, newBooking, newBrand, newCreator, newPackage } from '../../src/demo/builders.ts';
import { useStack, type TestBrowser } from '../support/stack.ts';

const stack = useStack();

const [REASON] = REPORT_REASONS;
const PACKAGE = {
  name: 'One Reel',
  description: 'A Reel before nine.',
  price: '120.00',
  deliveryDays: 3,
  features: [],
  isPopular: false,
};
const CONTACT = {
  name: 'Jo Mills',
  email: 'jo@example.test',
  company: '',
  subject: 'A question',
  category: 'Billing & Payments',
  message: 'How long does a payout take?',
};
const ASKED = { brief: 'Three reels.', budget: 1_500, requestedDay: '', platforms: ['instagram'] };
const ANSWER = {
  name: 'Three reels',
  scope: 'Three reels of 30 seconds.',
  features: ['Three reels'],
  price: '1200.00',
  deliveryDays: 10,
  expiryDays: 7,
};

interface Case {
  browser: TestBrowser;
  input: unknown;
  /** Table and condition for counting the rows that the request creates. */
  created: { table: string; where: ReturnType<typeof sql> };
}

const everyRow = sql`true`;
const ofBooking = (id: string) => sql`booking_id = ${id}`;

async function person(make: () => Promise<SessionUser>) {
  const user = await make();
  return { user, browser: await stack.asBrowser(user) };
}
const creator = () => person(() => newCreator(stack.deps));
const brand = () => person(() => newBrand(stack.deps));

async function booked(status: 'in_progress' | 'completed') {
  const booking = await newBooking(stack.deps, { status });
  return {
    ...booking,
    ofCreator: await stack.asBrowser(booking.creator),
    ofBrand: await stack.asBrowser(booking.brand),
  };
}

async function disputed() {
  const booking = await booked('completed');
  await booking.asBrand.disputes.reportProblem({
    id: booking.id,
    problem: 'The sound is missing.',
    desiredOutcome: null,
  });
  return booking;
}

async function offered() {
  const { user, browser } = await person(() => newBrand(stack.deps));
  const { user: creatorUser, browser: ofCreator } = await creator();
  const { id } = await stack.as(user).offers.request({ ...ASKED, creatorId: creatorUser.id } as never);
  return { id, browser, ofCreator };
}

/** Every procedure that creates something and is not naturally idempotent. */
const CASES: Record<string, () => Promise<Case>> = {
  'packages.create': async () => {
    const { user, browser } = await creator();
    return { browser, input: PACKAGE, created: { table: 'package', where: sql`creator_id = ${user.id}` } };
  },
  'packages.duplicate': async () => {
    const { user, browser } = await creator();
    const { id } = await newPackage(stack.deps, user);
    const where = sql`creator_id = ${user.id} and id <> ${id}`;
    return { browser, input: { id }, created: { table: 'package', where } };
  },
  'support.contact': async () => {
    const subject = randomUUID();
    const browser = await stack.asBrowser(null);
    return {
      browser,
      input: { ...CONTACT, subject },
      created: { table: 'contact_message', where: sql`subject = ${subject}` },
    };
  },
  'admin.answerMessage': async () => {
    const { id } = await stack.as(null).support.contact(CONTACT as never);
    const { browser } = await person(() => newAdmin(stack.deps));
    return {
      browser,
      input: { id, text: 'Two days.' },
      created: { table: 'contact_reply', where: sql`message_id = ${id}` },
    };
  },
  'reports.create': async () => {
    const { user, browser } = await brand();
    const { user: reported } = await creator();
    const input = { kind: 'profile', id: reported.id, reason: REASON, sentence: 'It is spam.' };
    return { browser, input, created: { table: 'report', where: sql`reporter_workspace_id = ${user.id}` } };
  },
  'savedItems.createList': async () => {
    const { user, browser } = await brand();
    const where = sql`workspace_id = ${user.id} and not is_first`;
    return { browser, input: { name: 'Spring' }, created: { table: 'saved_list', where } };
  },
  'savedItems.saveSearch': async () => {
    const { user, browser } = await brand();
    const input = { name: 'Tea', search: { query: 'tea' }, isMailed: false };
    return { browser, input, created: { table: 'saved_search', where: sql`workspace_id = ${user.id}` } };
  },
  'matching.saveBrief': async () => {
    const { user, browser } = await brand();
    const brief = {
      categories: ['Pets'],
      platforms: [],
      budget: 500,
      audience: null,
      tone: '',
      keywords: [],
      neededBy: '',
      weights: DEFAULT_WEIGHTS,
      text: 'Show the leash.',
    };
    const created = { table: 'saved_brief', where: sql`brand_id = ${user.id}` };
    return { browser, input: { name: 'Leash', brief }, created };
  },
  'offers.request': async () => {
    const { user, browser } = await brand();
    const { user: creatorUser } = await creator();
    const created = { table: 'offer', where: sql`brand_id = ${user.id}` };
    return { browser, input: { ...ASKED, creatorId: creatorUser.id }, created };
  },
  'offers.answer': async () => {
    const { id, ofCreator } = await offered();
    const created = { table: 'offer_version', where: sql`offer_id = ${id}` };
    return { browser: ofCreator, input: { id, ...ANSWER }, created };
  },
  'deliveries.add': async () => {
    const { id, ofCreator } = await booked('in_progress');
    const created = { table: 'deliverable', where: sql`booking_id = ${id} and is_added` };
    return { browser: ofCreator, input: { id, title: 'A making-of' }, created };
  },
  'deliveries.send': async () => {
    const { id, ofCreator, asCreator } = await booked('in_progress');
    const [deliverable] = (await asCreator.deliveries.byBooking({ id })).items;
    const deliverableId = deliverable?.id;
    const input = { deliverableId, number: 1, note: 'Here', links: [], files: [], completes: false };
    return { browser: ofCreator, input, created: { table: 'delivery', where: sql`deliverable_id = ${deliverableId}` } };
  },
  'disputes.reportProblem': async () => {
    const { id, ofBrand } = await booked('completed');
    const input = { id, problem: 'The sound is missing.', desiredOutcome: null };
    return { browser: ofBrand, input, created: { table: 'dispute', where: ofBooking(id) } };
  },
  'disputes.addStatement': async () => {
    const { id, ofCreator } = await disputed();
    const where = sql`text = ${`Said about ${id}`}`;
    return {
      browser: ofCreator,
      input: { id, text: `Said about ${id}` },
      created: { table: 'dispute_statement', where },
    };
  },
  'disputes.proposeSplit': async () => {
    const { id, ofCreator } = await disputed();
    const where = sql`kind = 'dispute.split_offered' and booking_id = ${id}`;
    return { browser: ofCreator, input: { id, creatorAmount: '50.00' }, created: { table: 'event', where } };
  },
  'cancellations.request': async () => {
    const { id, ofBrand } = await booked('in_progress');
    const created = { table: 'cancellation_request', where: ofBooking(id) };
    return { browser: ofBrand, input: { id, reason: 'The launch moved.' }, created };
  },
  'reviews.write': async () => {
    const { id, ofBrand, asBrand } = await booked('completed');
    await asBrand.settlements.approve({ id });
    const input = { bookingId: id, stars: 5, parts: [5, 5, 5], text: 'Lovely.', staffNote: '' };
    return { browser: ofBrand, input, created: { table: 'review', where: ofBooking(id) } };
  },
  'calendar.createFeed': async () => {
    const { user, browser } = await creator();
    return { browser, input: undefined, created: { table: 'calendar_feed', where: sql`person_id = ${user.id}` } };
  },
};

async function countOf({ table, where }: Case['created']): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${where}`.execute(stack.deps.db);
  return rows[0]?.count ?? 0;
}

const post = (browser: TestBrowser, path: string, input: unknown, key?: string) =>
  browser('POST', `/trpc/${path}`, input, {
    ...(input === undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  });

/** Removes the creation time of a calendar URL from a response, because a repeated request may return a later time. */
const withoutTime = (path: string, body: string) =>
  path === 'calendar.createFeed' ? body.replace(/,"createdAt":"[^"]*"/, '') : body;

describe.each(Object.entries(CASES))('%s', (path, prepare) => {
  it('creates one row and returns the same response to parallel and later requests with the same idempotency key', async () => {
    const { browser, input, created } = await prepare();
    const key = randomUUID();
    const before = await countOf(created);
    const parallel = await Promise.all(Array.from({ length: 4 }, () => post(browser, path, input, key)));
    const later = await post(browser, path, input, key);
    const answers = [...parallel, later].map(({ statusCode, body }) => [statusCode, withoutTime(path, body)]);
    expect(answers).toEqual(answers.map(() => [200, answers[0]?.[1]]));
    expect((await countOf(created)) - before).toBe(1);
  });
});

describe('an idempotency key', () => {
  it('prevents a second package when a REST request is sent twice', async () => {
    const { user, browser } = await creator();
    const headers = { 'idempotency-key': 'my-own-key' };
    const [one, other] = await Promise.all([
      browser('POST', '/api/packages', PACKAGE, headers),
      browser('POST', '/api/packages', PACKAGE, headers),
    ]);
    expect([one.statusCode, other.statusCode]).toEqual([201, 201]);
    expect(other.json()).toEqual(one.json());
    expect(await countOf({ table: 'package', where: sql`creator_id = ${user.id}` })).toBe(1);
  });

  it('does not affect requests of another caller or with another input', async () => {
    const [one, other] = [await creator(), await creator()];
    const where = sql`creator_id in (${one.user.id}, ${other.user.id})`;
    await post(one.browser, 'packages.create', PACKAGE, 'key');
    await post(other.browser, 'packages.create', PACKAGE, 'key');
    await post(one.browser, 'packages.create', { ...PACKAGE, name: 'Another' }, 'key');
    expect(await countOf({ table: 'package', where })).toBe(3);
  });

  it('can be used again after a refused request', async () => {
    const { browser, user } = await creator();
    const original = await newPackage(stack.deps, user);
    const fill: { id: string }[] = [];
    for (let count = 1; count < LIMITS.packages; count++)
      fill.push(await newPackage(stack.deps, user, { isActive: false }));
    const refused = await post(browser, 'packages.duplicate', { id: original.id }, 'key');
    expect(refused.statusCode).toBe(409);
    await stack.as(user).packages.remove({ id: fill[0]?.id ?? '' });
    expect((await post(browser, 'packages.duplicate', { id: original.id }, 'key')).statusCode).toBe(200);
  });

  it('is optional, and without it every request creates a row', async () => {
    const { user, browser } = await creator();
    await Promise.all([post(browser, 'packages.create', PACKAGE), post(browser, 'packages.create', PACKAGE)]);
    expect(await countOf({ table: 'package', where: sql`creator_id = ${user.id}` })).toBe(2);
  });

  it('is stored as a hash that does not reveal the caller', async () => {
    const { user, browser } = await creator();
    await post(browser, 'packages.create', PACKAGE, 'a-readable-key');
    const { rows } = await sql<{ id: string }>`select id from idempotent_request`.execute(stack.deps.db);
    expect(rows.every(({ id }) => /^[\w-]{43}$/.test(id) && !id.includes(user.id))).toBe(true);
  });

  it('prevents an uploaded picture from being added to a portfolio twice', async () => {
    const { browser, user } = await creator();
    const picture = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#345' } })
      .png()
      .toBuffer();
    const headers = { 'content-type': 'image/png', 'idempotency-key': 'one' };
    const answers = await Promise.all([1, 2, 3].map(() => browser('POST', '/api/uploads/portfolio', picture, headers)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await countOf({ table: 'portfolio_picture', where: sql`creator_id = ${user.id}` })).toBe(1);
    expect(await countOf({ table: 'portfolio_picture', where: everyRow })).toBe(1);
  });

  it('makes a repeated upload succeed even if the portfolio has become full since the first upload', async () => {
    const { browser, user } = await creator();
    const picture = await sharp({ create: { width: 200, height: 200, channels: 3, background: '#543' } })
      .png()
      .toBuffer();
    const upload = (key: string) =>
      browser('POST', '/api/uploads/portfolio', picture, { 'content-type': 'image/png', 'idempotency-key': key });
    expect((await upload('last')).statusCode).toBe(200);
    await sql`
      insert into portfolio_picture (creator_id, url, width, height, caption, position, created_at)
      select creator_id, url || number, width, height, '', position + number, created_at
      from portfolio_picture, generate_series(1, ${LIMITS.portfolioPictures - 1}::int) as number
      where creator_id = ${user.id}`.execute(stack.deps.db);
    expect((await upload('last')).statusCode).toBe(200);
    expect((await upload('another')).statusCode).toBe(409);
  });
});
