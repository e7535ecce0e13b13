/**
 * Tests POST /api/create-payment-intent: permissions, the order form rules, and one booking per order (decisions
 * "The REST shim").
 */
import type { SessionUser } from '../../src/core/ctx.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  confirmCard,
  SAMPLE_CUSTOMER,
  newBrand,
  newCreator,
  newPackage,
  newQuestions,
} from '../../src/demo/builders.ts';
import {
  anyUuid,
  REFUSED_BRANDS_ONLY,
  BOOKING_NOT_FOUND,
  MALFORMED_IDS,
  PACKAGE_NOT_FOUND,
  UNKNOWN_ID,
  anyErrorName,
  createRefusal,
  REFUSED_SIGNED_OUT,
  toStatusAndBody,
} from '../support/responses.ts';
import { useStack, type TestBrowser } from '../support/stack.ts';

const stack = useStack();

let creator: SessionUser;
let brand: SessionUser;
let asCreator: TestBrowser;
let asBrand: TestBrowser;
let asNobody: TestBrowser;
beforeAll(async () => {
  creator = await newCreator(stack.deps);
  brand = await newBrand(stack.deps);
  asCreator = await stack.asBrowser(creator);
  asBrand = await stack.asBrowser(brand);
  asNobody = await stack.asBrowser(null);
});

interface Intent {
  bookingId: string;
  clientSecret: string;
}
const order = (packageId: unknown, fields: object = {}, browser = asBrand) =>
  browser('POST', '/api/create-payment-intent', { packageId, brandUserId: brand.id, ...fields });
const ordered = async (packageId: string, fields: object = {}, browser = asBrand): Promise<Intent> => {
  const response = await order(packageId, fields, browser);
  expect(response.statusCode).toBe(200);
  return response.json();
};
const bookingOf = async ({ bookingId }: Intent, browser = asBrand) =>
  toStatusAndBody(await browser('GET', `/api/bookings/${bookingId}`));
const bookingCount = async (packageId: string) =>
  (await stack.deps.db.selectFrom('booking').select('id').where('packageId', '=', packageId).execute()).length;

describe('the response of the checkout endpoint', () => {
  it.each([
    [19_900, 199, 29.85, 228.85],
    [100, 1, 0.15, 1.15],
    [110, 1.1, 0.17, 1.27],
    [1_999, 19.99, 3, 22.99],
    [3_333, 33.33, 5, 38.33],
    [10_000, 100, 15, 115],
    [123_456, 1234.56, 185.18, 1419.74],
    [10_000_000, 100_000, 15_000, 115_000],
  ])(
    'contains the dollar amounts as numbers for a package that costs %i cents: price %d, fee %d, total %d',
    async (priceCents, packagePrice, platformFee, totalAmount) => {
      const pack = await newPackage(stack.deps, creator, { priceCents });
      expect(toStatusAndBody(await order(pack.id))).toEqual({
        status: 200,
        body: {
          clientSecret: expect.stringMatching(/^pi_\w+_secret_\w+$/) as string,
          bookingId: anyUuid(),
          packagePrice,
          platformFee,
          totalAmount,
        },
      });
    },
  );

  it('contains the Stripe client secret, which no booking response contains', async () => {
    const pack = await newPackage(stack.deps, creator);
    const intent = await ordered(pack.id);
    await confirmCard(stack.deps, intent.clientSecret);
    await stack.as(brand).payments.confirmReturn({ id: intent.bookingId });
    for (const browser of [asBrand, asCreator]) {
      const { body, statusCode } = await browser('GET', `/api/bookings/${intent.bookingId}`);
      expect(statusCode).toBe(200);
      expect(body).not.toMatch(/_secret_|pi_|ch_|acct_|argon2/);
    }
  });
});

describe('an order', () => {
  it('can be placed only by a signed-in brand for itself', async () => {
    const { id } = await newPackage(stack.deps, creator);
    expect(toStatusAndBody(await order(id, {}, asNobody))).toEqual(REFUSED_SIGNED_OUT);
    expect(toStatusAndBody(await order(id, {}, asCreator))).toEqual(REFUSED_BRANDS_ONLY);
    expect(toStatusAndBody(await order(id, { brandUserId: creator.id }, asCreator))).toEqual(REFUSED_BRANDS_ONLY);
    const other = await newBrand(stack.deps);
    for (const brandUserId of [other.id, creator.id, UNKNOWN_ID, 'no-id']) {
      expect(toStatusAndBody(await order(id, { brandUserId }))).toEqual(
        createRefusal(403, 'You can only book for yourself', 'BRAND_USER_WRONG'),
      );
    }
    expect(await bookingCount(id)).toBe(0);
  });

  it('is refused for an unknown, inactive or malformed package id', async () => {
    const { id } = await newPackage(stack.deps, creator, { isActive: false });
    for (const packageId of [id, UNKNOWN_ID, ...MALFORMED_IDS])
      expect(toStatusAndBody(await order(packageId))).toEqual(PACKAGE_NOT_FOUND);
    expect(toStatusAndBody(await order(undefined))).toEqual(createRefusal(400, 'The ID must be text'));
    expect(toStatusAndBody(await order(id, { brandUserId: 5 }))).toEqual(createRefusal(400, 'The ID must be text'));
    expect(await bookingCount(id)).toBe(0);
  });

  it('ignores an amount, a status or a creator in the body', async () => {
    const pack = await newPackage(stack.deps, creator);
    const intent = await ordered(pack.id, {
      price: '1.00',
      priceCents: 100,
      totalAmount: 1,
      platformFee: 0,
      status: 'completed',
      paymentState: 'released',
      creatorId: brand.id,
      id: UNKNOWN_ID,
    });
    expect(await bookingOf(intent)).toMatchObject({
      body: {
        status: 'pending',
        paymentStatus: 'requires_payment',
        totalAmount: '228.85',
        platformFee: '29.85',
        influencerAmount: '199.00',
        influencerId: creator.id,
      },
    });
  });
});

describe('the checkout endpoint', () => {
  let packageId: string;
  beforeAll(async () => {
    packageId = (await newPackage(stack.deps, creator)).id;
    await newQuestions(stack.deps, creator, packageId, [
      { id: 'q_b', type: 'text', question: 'Which product?', required: true },
      { id: 'q_a', type: 'select', question: 'Which tone?', required: true, options: ['Warm', 'Dry'] },
      { id: 'q_d', type: 'date', question: 'When?', required: false },
      { id: 'q_n', type: 'number', question: 'How many?', required: false },
      { id: 'q_y', type: 'boolean', question: 'Exclusive?', required: false },
      { id: 'constructor', type: 'text', question: 'Who builds it?', required: false },
    ]);
  });
  const answers = { q_b: 'The jacket', q_a: 'Warm' };
  const customer = (fields: object) => ({ customer: { ...SAMPLE_CUSTOMER, ...fields }, answers });

  it.each<[string, object, string]>([
    ['a missing name before anything else', { customer: {}, answers: {} }, 'Please enter your name'],
    ['a blank name', customer({ name: '  ', email: '', projectDescription: '' }), 'Please enter your name'],
    ['a blank email', customer({ email: ' ', projectDescription: '' }), 'Please enter your email'],
    [
      'a blank description before an invalid email',
      customer({ email: 'no-address', projectDescription: '\n' }),
      'Please provide a project description',
    ],
    ['an invalid email', customer({ email: 'nora@northwind' }), 'Please enter a valid email address'],
    [
      'an invalid email before a missing answer',
      { ...customer({ email: 'nora' }), answers: {} },
      'Please enter a valid email address',
    ],
    ['a missing answer', { ...customer({}), answers: {} }, 'Please answer: Which product?'],
    ['missing answers', { customer: SAMPLE_CUSTOMER }, 'Please answer: Which product?'],
    ['an order with only the ids', {}, 'Please answer: Which product?'],
    ['a blank answer', { ...customer({}), answers: { ...answers, q_b: '   ' } }, 'Please answer: Which product?'],
    ['the second missing answer', { ...customer({}), answers: { q_b: 'x' } }, 'Please answer: Which tone?'],
    [
      'an unknown option',
      { ...customer({}), answers: { ...answers, q_a: 'warm' } },
      'Please choose one of the options: Which tone?',
    ],
    [
      'a nonexistent date',
      { ...customer({}), answers: { ...answers, q_d: '2026-02-30' } },
      'Please enter a date: When?',
    ],
    ['an invalid number', { ...customer({}), answers: { ...answers, q_n: '1e3' } }, 'Please enter a number: How many?'],
    [
      'an invalid yes-or-no answer',
      { ...customer({}), answers: { ...answers, q_y: 'maybe' } },
      'Please answer yes or no: Exclusive?',
    ],
    [
      'NUL in an answer',
      { ...customer({}), answers: { ...answers, q_b: 'a\0' } },
      'The answer to “Which product?” contains characters that cannot be used',
    ],
    [
      'a long answer',
      { ...customer({}), answers: { ...answers, q_b: 'a'.repeat(1001) } },
      'The answer to “Which product?” is 1 character too long. The limit is 1,000.',
    ],
    [
      'an answer that is a list',
      { ...customer({}), answers: { ...answers, q_b: ['x'] } },
      'Answers must be a map of question IDs to values',
    ],
    ['answers that are a list', { ...customer({}), answers: ['x'] }, 'Answers must be a map of question IDs to values'],
    ['answers that are null', { ...customer({}), answers: null }, 'Answers must be a map of question IDs to values'],
    ['a customer that is text', { customer: 'Nora', answers }, 'Please enter your name'],
    ['an invalid preferred date', customer({ preferredPostDate: 'tomorrow' }), 'Preferred post date must be a date'],
    [
      'NUL in the description',
      customer({ projectDescription: 'a\0' }),
      'Project description contains characters that cannot be used',
    ],
    [
      'a long description',
      customer({ projectDescription: 'a'.repeat(5001) }),
      'Project description is 1 character too long. The limit is 5,000.',
    ],
  ])('refuses %s without creating a booking', async (_, fields, sentence) => {
    expect(toStatusAndBody(await order(packageId, fields))).toEqual(createRefusal(400, sentence, anyErrorName()));
    expect(await bookingCount(packageId)).toBe(0);
  });

  it('stores the customer and answers exactly as typed, and drops answers to unknown questions', async () => {
    const full = {
      ...SAMPLE_CUSTOMER,
      name: ' Nora <Field> ',
      targetAudience: 'Hikers',
      brandTone: 'Energetic and motivational',
      preferredPostDate: '2027-03-14',
      additionalRequirements: '👍\n"quotes"',
    };
    const intent = await ordered(packageId, {
      customer: full,
      answers: { ...answers, q_d: '2027-02-28', q_n: 12, q_y: true, constructor: "'; --", unknown: 'x', toString: 'x' },
    });
    const { body } = await bookingOf(intent);
    expect(body).toMatchObject({
      customer: full,
      answers: { q_b: 'The jacket', q_a: 'Warm', q_d: '2027-02-28', q_n: '12', q_y: 'yes', constructor: "'; --" },
    });
    expect(Object.keys((body as { answers: object }).answers)).toHaveLength(6);
  });

  it('keeps the questions of an existing booking when the creator changes those of the package', async () => {
    const pack = await newPackage(stack.deps, creator);
    const questions = [{ id: 'q_1', type: 'text' as const, question: 'Before?', required: true }];
    await newQuestions(stack.deps, creator, pack.id, questions);
    const intent = await ordered(pack.id, { customer: SAMPLE_CUSTOMER, answers: { q_1: 'yes' } });
    await newQuestions(stack.deps, creator, pack.id, [{ id: 'q_2', type: 'text', question: 'After?', required: true }]);
    expect(await bookingOf(intent)).toMatchObject({ body: { questions, answers: { q_1: 'yes' } } });
  });

  it('uses the brand’s name and email if the request contains no customer', async () => {
    const pack = await newPackage(stack.deps, creator);
    expect(await bookingOf(await ordered(pack.id))).toMatchObject({
      body: {
        customer: { name: brand.fullName, email: brand.email, projectDescription: '' },
        answers: {},
        questions: [],
      },
    });
  });
});

describe('the booking of an order', () => {
  it('is the same for parallel and repeated orders before the payment', async () => {
    const pack = await newPackage(stack.deps, creator);
    const parallel = await Promise.all(Array.from({ length: 6 }, () => ordered(pack.id)));
    const repeated = await ordered(pack.id);
    for (const each of parallel) expect(each).toEqual(repeated);
    expect(await bookingCount(pack.id)).toBe(1);
  });

  it('is updated with the customer details of a repeated order, if the order contains any', async () => {
    const pack = await newPackage(stack.deps, creator);
    const first = await ordered(pack.id, { customer: SAMPLE_CUSTOMER });
    const second = await ordered(pack.id, { customer: { ...SAMPLE_CUSTOMER, name: 'Nora Fielding' } });
    const third = await ordered(pack.id);
    expect([second.bookingId, third.bookingId]).toEqual([first.bookingId, first.bookingId]);
    expect(await bookingOf(first)).toMatchObject({ body: { customer: { name: 'Nora Fielding' } } });
  });

  it('is a new booking if the brand orders again after paying', async () => {
    const pack = await newPackage(stack.deps, creator);
    const first = await ordered(pack.id);
    await confirmCard(stack.deps, first.clientSecret);
    await stack.as(brand).payments.confirmReturn({ id: first.bookingId });
    const second = await ordered(pack.id);
    expect(second.bookingId).not.toBe(first.bookingId);
    expect(second.clientSecret).not.toBe(first.clientSecret);
    expect(await bookingOf(first)).toMatchObject({ body: { status: 'pending', paymentStatus: 'authorized' } });
  });

  it('is a new booking after a price change, and the old unpaid booking is cancelled', async () => {
    const pack = await newPackage(stack.deps, creator, { priceCents: 10_000 });
    const old = await ordered(pack.id);
    const { name, description } = pack;
    await asCreator('PUT', `/api/packages/${pack.id}`, { name, description, price: '250.00' });
    const response = await order(pack.id);
    expect(toStatusAndBody(response)).toMatchObject({
      status: 200,
      body: { packagePrice: 250, platformFee: 37.5, totalAmount: 287.5 },
    });
    expect(response.json<Intent>().bookingId).not.toBe(old.bookingId);
    expect(await bookingOf(old)).toMatchObject({ body: { status: 'cancelled', influencerAmount: '100.00' } });
    await stack.idle();
    expect((await confirmCard(stack.deps, old.clientSecret)).error?.code).toBe('payment_intent_unexpected_state');
  });

  it('is a separate booking for each brand, invisible to other brands', async () => {
    const pack = await newPackage(stack.deps, creator);
    const other = await newBrand(stack.deps);
    const asOther = await stack.asBrowser(other);
    const [one, two] = [await ordered(pack.id), await ordered(pack.id, { brandUserId: other.id }, asOther)];
    expect(one.bookingId).not.toBe(two.bookingId);
    expect(await bookingOf(one, asOther)).toEqual(BOOKING_NOT_FOUND);
  });

  it('is invisible to the creator until it is paid', async () => {
    const seller = await newCreator(stack.deps);
    const asSeller = await stack.asBrowser(seller);
    const intent = await ordered((await newPackage(stack.deps, seller)).id);
    const move = async () =>
      toStatusAndBody(await asSeller('PATCH', `/api/bookings/${intent.bookingId}/status`, { status: 'accepted' }));
    expect(await bookingOf(intent, asSeller)).toEqual(BOOKING_NOT_FOUND);
    expect(await move()).toEqual(BOOKING_NOT_FOUND);
    expect((await asSeller('GET', '/api/dashboard/stats')).json()).toMatchObject({ pendingBookings: 0 });
    expect(await stack.as(seller).bookings.list({})).toMatchObject({ items: [] });
    expect(await stack.as(seller).profiles.activity()).toEqual([]);

    await confirmCard(stack.deps, intent.clientSecret);
    await stack.as(brand).payments.confirmReturn({ id: intent.bookingId });
    expect(await bookingOf(intent, asSeller)).toMatchObject({ status: 200 });
    expect((await asSeller('GET', '/api/dashboard/stats')).json()).toMatchObject({ pendingBookings: 1 });
    expect(await move()).toMatchObject({ status: 200, body: { status: 'accepted' } });
  });
});
