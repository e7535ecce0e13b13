/**
 * Tests the booking calls of the REST API: access to a booking, and every status change (requirements R4.3 to R4.6).
 */
import type { SessionUser } from '../../src/core/ctx.ts';
import { BOOKING_STATUSES, canMoveStatus, type BookingStatus } from '@marquee/booking';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  SAMPLE_CUSTOMER,
  newBooking,
  newBrand,
  newCreator,
  newPackage,
  newQuestions,
} from '../../src/demo/builders.ts';
import {
  anyIsoTime,
  BOOKING_NOT_FOUND,
  MALFORMED_IDS,
  UNKNOWN_ID,
  createRefusal,
  REFUSED_SIGNED_OUT,
  toStatusAndBody,
} from '../support/responses.ts';
import { listEventKinds } from '../support/booking-money.ts';
import { useStack, type TestBrowser } from '../support/stack.ts';

const stack = useStack();

let creator: SessionUser;
let brand: SessionUser;
let asCreator: TestBrowser;
let asBrand: TestBrowser;
let asOtherCreator: TestBrowser;
let asOtherBrand: TestBrowser;
let asNobody: TestBrowser;
beforeAll(async () => {
  creator = await newCreator(stack.deps);
  brand = await newBrand(stack.deps);
  asCreator = await stack.asBrowser(creator);
  asBrand = await stack.asBrowser(brand);
  asOtherCreator = await stack.asBrowser(await newCreator(stack.deps));
  asOtherBrand = await stack.asBrowser(await newBrand(stack.deps));
  asNobody = await stack.asBrowser(null);
});

const newOne = async (status: BookingStatus = 'pending') =>
  (await newBooking(stack.deps, { creator, brand, status })).id;
const move = async (id: string, body: unknown, browser = asCreator) =>
  toStatusAndBody(await browser('PATCH', `/api/bookings/${id}/status`, body));
const read = async (id: string, browser = asBrand) => toStatusAndBody(await browser('GET', `/api/bookings/${id}`));

const STALE = createRefusal(
  409,
  'This booking has changed. Reload the page to see its current status.',
  'BOOKING_MOVE_REFUSED',
);
const NOT_THE_BRAND = createRefusal(
  403,
  'Only the creator of this booking can change its status',
  'BOOKING_NOT_YOURS_TO_MOVE',
);

describe('GET /api/bookings/{id}', () => {
  it('shows both sides the order, the original package, amounts as decimal text, and the next step', async () => {
    const pack = await newPackage(stack.deps, creator, {
      priceCents: 12_345,
      name: 'One Reel',
      description: 'As ever.',
      deliveryDays: 7,
      features: ['Reel'],
    });
    const questions = [{ id: 'q_1', type: 'text' as const, question: 'Which product?', required: true }];
    await newQuestions(stack.deps, creator, pack.id, questions);
    const { id } = await newBooking(stack.deps, { creator, brand, packageId: pack.id, answers: { q_1: 'The jacket' } });
    const booking = {
      status: 200,
      body: {
        id,
        status: 'pending',
        paymentStatus: 'authorized',
        packageId: pack.id,
        brandId: brand.id,
        influencerId: creator.id,
        customer: SAMPLE_CUSTOMER,
        questions,
        answers: { q_1: 'The jacket' },
        package: { name: 'One Reel', description: 'As ever.', price: '123.45', deliveryDays: 7, features: ['Reel'] },
        totalAmount: '141.97',
        platformFee: '18.52',
        influencerAmount: '123.45',
        nextStep: {
          waitingFor: 'creator',
          at: anyIsoTime(),
          text: 'If the creator does not accept in time, the booking is cancelled and your card is not charged.',
        },
        createdAt: anyIsoTime(),
      },
    };
    expect(await read(id, asBrand)).toEqual(booking);
    const text = 'If you do not accept in time, the booking is cancelled and nothing is charged.';
    expect(await read(id, asCreator)).toEqual({
      ...booking,
      body: { ...booking.body, nextStep: { ...booking.body.nextStep, text } },
    });
    expect((await asBrand('GET', `/api/bookings/${id}`)).headers['cache-control']).toBe('no-store');
  });

  it('returns to outsiders the same 404 as for an unknown booking, and a 401 to signed-out callers', async () => {
    const id = await newOne();
    for (const browser of [asOtherBrand, asOtherCreator]) {
      for (const target of [id, UNKNOWN_ID, ...MALFORMED_IDS])
        expect(await read(target, browser)).toEqual(BOOKING_NOT_FOUND);
    }
    for (const target of [id, UNKNOWN_ID, 'no-id']) expect(await read(target, asNobody)).toEqual(REFUSED_SIGNED_OUT);
  });

  it('shows the package as it was ordered, even if the creator later changes, hides or deletes it', async () => {
    const pack = await newPackage(stack.deps, creator, { name: 'Before' });
    const { id } = await newBooking(stack.deps, { creator, brand, packageId: pack.id });
    const before = await read(id);
    await asCreator('PUT', `/api/packages/${pack.id}`, {
      name: 'After',
      description: 'Changed.',
      price: '1.00',
      deliveryDays: 99,
      features: [],
      isActive: false,
    });
    expect(await read(id)).toEqual(before);
    expect((await asCreator('DELETE', `/api/packages/${pack.id}`)).statusCode).toBe(200);
    expect(await read(id)).toEqual({ status: 200, body: { ...(before.body as object), packageId: null } });
    expect(await move(id, { status: 'accepted' })).toMatchObject({
      status: 200,
      body: { status: 'accepted', totalAmount: '228.85' },
    });
  });
});

describe('PATCH /api/bookings/{id}/status', () => {
  it('moves a booking step by step from pending to completed and returns the updated booking each time', async () => {
    const id = await newOne();
    for (const [status, paymentStatus] of [
      ['accepted', 'held'],
      ['in_progress', 'held'],
      ['completed', 'held'],
    ]) {
      const answer = await move(id, { status });
      expect(answer).toMatchObject({ status: 200, body: { id, status, paymentStatus } });
      expect(await read(id, asCreator)).toEqual(answer);
    }
    expect((await listEventKinds(stack, id)).filter((kind) => kind === 'booking.moved')).toHaveLength(3);
  });

  it('declines a pending booking without a charge', async () => {
    const id = await newOne();
    expect(await move(id, { status: 'cancelled' })).toMatchObject({ status: 200, body: { status: 'cancelled' } });
    await stack.idle();
    expect(await read(id)).toMatchObject({
      body: {
        paymentStatus: 'voided',
        nextStep: {
          waitingFor: 'nobody',
          text: expect.stringMatching(/declined this booking\. You were not charged\.$/),
          at: null,
        },
      },
    });
  });

  it.each(BOOKING_STATUSES.map((from) => [from]))(
    'refuses every invalid status change from %s, and adds no event if the new status is the current one',
    async (from) => {
      const id = await newOne(from);
      await stack.idle();
      const [before, events] = [await read(id, asCreator), await listEventKinds(stack, id)];
      for (const to of BOOKING_STATUSES) {
        if (!canMoveStatus(from, to))
          expect([to, await move(id, { status: to })]).toEqual([to, to === from ? before : STALE]);
      }
      await stack.idle();
      expect(await read(id, asCreator)).toEqual(before);
      expect(await listEventKinds(stack, id)).toEqual(events);
    },
  );

  it('refuses a status change from a tab that shows an outdated status', async () => {
    const id = await newOne();
    expect((await move(id, { status: 'accepted' })).status).toBe(200);
    expect(await move(id, { status: 'cancelled' })).toEqual(STALE);
    expect(await read(id)).toMatchObject({ body: { status: 'accepted' } });
  });

  it('is allowed only for the creator, and returns 403 to the brand, 404 to outsiders and 401 to signed-out callers', async () => {
    const id = await newOne();
    const body = { status: 'accepted' };
    expect(await move(id, body, asBrand)).toEqual(NOT_THE_BRAND);
    expect(await move(id, { status: 'pending' }, asBrand)).toEqual(NOT_THE_BRAND);
    for (const browser of [asOtherBrand, asOtherCreator]) {
      for (const target of [id, UNKNOWN_ID, 'no-id', '%00'])
        expect(await move(target, body, browser)).toEqual(BOOKING_NOT_FOUND);
    }
    expect(await move(id, body, asNobody)).toEqual(REFUSED_SIGNED_OUT);
    expect(await read(id)).toMatchObject({ body: { status: 'pending' } });
  });

  it('uses the id in the path and ignores an id in the body', async () => {
    const [target, bystander] = [await newOne(), await newOne()];
    expect(await move(target, { status: 'accepted', id: bystander })).toMatchObject({
      body: { id: target, status: 'accepted' },
    });
    expect(await read(bystander)).toMatchObject({ body: { status: 'pending' } });
  });

  it.each([
    [{}],
    [{ status: '' }],
    [{ status: 'done' }],
    [{ status: 'ACCEPTED' }],
    [{ status: ' accepted' }],
    [{ status: null }],
    [{ status: ['accepted'] }],
    [{ status: { toString: 'accepted' } }],
    [{ status: '__proto__' }],
    [['accepted']],
    [{ paymentState: 'released' }],
  ])('refuses the body %j', async (body) => {
    expect(await move(UNKNOWN_ID, body)).toEqual(
      createRefusal(400, 'The status must be one of pending, accepted, in_progress, completed, cancelled'),
    );
  });

  it('changes only the status and ignores all other fields', async () => {
    const id = await newOne();
    await move(id, {
      status: 'accepted',
      paymentState: 'released',
      totalCents: 1,
      creatorId: brand.id,
      totalAmount: '1.00',
    });
    expect(await read(id)).toMatchObject({
      body: { paymentStatus: 'held', totalAmount: '228.85', influencerId: creator.id },
    });
  });
});
