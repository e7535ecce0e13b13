/** Tests how deliverables complete the work, restart the review of completed work, and pay the creator. */
import { getWorkOutcome } from '@marquee/booking';
import { describe, expect, it } from 'vitest';
import {
  getBalances,
  getRefusalCode,
  getStripeRecords,
  listEventKinds,
  ONE_DAY_MS,
  PRICE_CENTS,
} from '../../support/booking-money.ts';
import {
  approveVersion,
  createVersionInput,
  newBookingInProgress,
  only,
  requestChanges,
  sendVersion,
} from '../../support/deliveries.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack({}, { mailbox: true });
checkMoneyAfterAll(stack);

const begun = (features?: string[]) => newBookingInProgress(stack, features);

describe('the first version of the last missing deliverable', () => {
  it('can mark the work as completed, which notifies the brand once', async () => {
    const booking = await begun();
    const { id, asBrand, deliverables } = booking;
    const [reel = '', stories = ''] = deliverables;
    expect(await getRefusalCode(sendVersion(booking, reel, 1, { completes: true }))).toBe('DELIVERABLES_MISSING');
    await sendVersion(booking, reel);
    await approveVersion(booking, reel);
    await sendVersion(booking, stories, 1, { completes: true });
    const { status, completedAt, releaseAt, nextStep } = await asBrand.bookings.byId({ id });
    expect([status, nextStep.waitingFor, Number(releaseAt) - Number(completedAt)]).toEqual([
      'completed',
      'brand',
      5 * ONE_DAY_MS,
    ]);
    await stack.pass(2 * 3_600_000);
    const subjects = (await stack.mailsTo(booking.brand.email)).map(({ subject }) => subject);
    expect(subjects).toContainEqual(expect.stringMatching(/^Review the work by/));
    expect(subjects).not.toContainEqual(expect.stringMatching(/^Review “2 Stories”/));
    await approveVersion(booking, stories);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ paymentState: 'released' });
  });

  it('cannot complete the work during an open cancellation request', async () => {
    const booking = await begun(['1 Reel']);
    const reel = only(booking.deliverables);
    await booking.asBrand.cancellations.request({ id: booking.id, reason: 'We stopped the campaign' });
    expect(await getRefusalCode(sendVersion(booking, reel, 1, { completes: true }))).toBe('CANCELLATION_OPEN');
    expect((await booking.asBrand.deliveries.byBooking({ id: booking.id })).items[0]?.versions).toEqual([]);
  });
});

describe('the approval of the last deliverable', () => {
  it('completes the work and pays the creator once', async () => {
    const booking = await begun();
    const { id, asBrand, deliverables } = booking;
    for (const each of deliverables) await sendVersion(booking, each);
    await approveVersion(booking, deliverables[0] ?? '');
    expect(await getStripeRecords(stack, id)).toMatchObject({ transfers: [] });
    const last = deliverables[1] ?? '';
    await Promise.allSettled([
      approveVersion(booking, last),
      approveVersion(booking, last),
      approveVersion(booking, last),
    ]);
    await stack.idle();
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'completed', paymentState: 'released' });
    expect(await getStripeRecords(stack, id)).toMatchObject({ transfers: [PRICE_CENTS] });
    const events = await listEventKinds(stack, id);
    for (const kind of ['booking.approved', 'payment.release_decided', 'payment.released'])
      expect(events.filter((each) => each === kind)).toHaveLength(1);
    // The brand is not asked to approve work that it has just approved.
    const subjects = (await stack.mailsTo(booking.brand.email)).map(({ subject }) => subject);
    expect(subjects).not.toContainEqual(expect.stringMatching(/^Review the work by/));
  });

  it('either pays the creator or is blocked, but not both, if the creator requests a cancellation at the same time', async () => {
    const booking = await begun(['1 Reel']);
    const { id, asBrand, asCreator, deliverables } = booking;
    const reel = only(deliverables);
    await sendVersion(booking, reel);
    await Promise.allSettled([
      approveVersion(booking, reel),
      asCreator.cancellations.request({ id, reason: 'I am ill' }),
    ]);
    await stack.idle();
    const after = await asBrand.bookings.byId({ id });
    if (after.cancellation === null) expect(after).toMatchObject({ status: 'completed', paymentState: 'released' });
    else {
      expect(after).toMatchObject({ status: 'in_progress', paymentState: 'held' });
      expect(await getRefusalCode(approveVersion(booking, reel))).toBe('CANCELLATION_OPEN');
      await asBrand.cancellations.answer({ id, answer: 'agree' });
    }
    await stack.idle();
    const { transfers, refunds } = await getStripeRecords(stack, id);
    expect(transfers.length + refunds.length).toBe(1);
    expect(await getBalances(stack, id)).not.toHaveProperty('held');
  });
});

describe('approving a whole booking', () => {
  it('approves the latest version of each deliverable that was sent', async () => {
    const booking = await begun(['1 Reel', '2 Stories']);
    const [reel = '', stories = ''] = booking.deliverables;
    await sendVersion(booking, reel);
    await requestChanges(booking, reel);
    await sendVersion(booking, reel, 2);
    await booking.asCreator.bookings.move({
      id: booking.id,
      status: 'completed',
      delivery: { note: 'The stories are online.', links: [] },
    });
    await booking.asBrand.settlements.approve({ id: booking.id });
    await stack.settle();
    expect(await booking.asBrand.bookings.byId({ id: booking.id })).toMatchObject({ paymentState: 'released' });
    const { items } = await booking.asBrand.deliveries.byBooking({ id: booking.id });
    const verdicts = new Map(items.map(({ id, versions }) => [id, versions.map(({ verdict }) => verdict)]));
    expect(verdicts.get(reel)).toEqual(['changes', 'approved']);
    expect(verdicts.get(stories)).toEqual([]);
    expect((await booking.asBrand.bookings.list({})).items[0]).toMatchObject({ versionsWaiting: 0 });
  });

  it('is not recorded for any deliverable if the payout was made automatically without an approval', async () => {
    const booking = await begun(['1 Reel']);
    const [reel = ''] = booking.deliverables;
    await booking.asCreator.deliveries.send({ ...createVersionInput(reel), completes: true });
    await stack.pass(6 * ONE_DAY_MS);
    const ended = await booking.asBrand.bookings.byId({ id: booking.id });
    expect(ended).toMatchObject({ paymentState: 'released', approvedAt: null });
    const { items } = await booking.asBrand.deliveries.byBooking({ id: booking.id });
    expect(items[0]?.versions.map(({ verdict }) => verdict)).toEqual([null]);
    expect(getWorkOutcome(ended)).toBe('released');
  });
});

describe('changing completed work', () => {
  it('restarts the brand’s review period when the brand requests changes, and again when the creator sends the new version', async () => {
    const booking = await begun(['1 Reel']);
    const { id, asBrand } = booking;
    const reel = only(booking.deliverables);
    await sendVersion(booking, reel, 1, { completes: true });
    const left = async () =>
      Math.round((Number((await asBrand.bookings.byId({ id })).releaseAt) - Number(stack.deps.now())) / ONE_DAY_MS);
    await stack.pass(4 * ONE_DAY_MS);
    expect(await left()).toBe(1);
    await requestChanges(booking, reel);
    expect(await left()).toBe(5);
    await stack.pass(3 * ONE_DAY_MS);
    await sendVersion(booking, reel, 2, { note: 'Brighter' });
    expect(await left()).toBe(5);
    await stack.pass(4 * ONE_DAY_MS);
    await sendVersion(booking, reel, 3, { note: 'Brighter still' });
    expect(await left()).toBe(1);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ paymentState: 'held' });
    await stack.pass(2 * ONE_DAY_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ paymentState: 'released' });
  });
});
