/** Tests the due date of work whose versions the brand reviews late, and everything that depends on it. */
import { computeAvailability, findDueAt } from '@marquee/booking';
import { DAY_MS, HOUR_MS, toDayInZone } from '@marquee/time';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newAdmin, newBooking, newPackage, newPayableCreator } from '../../../src/demo/builders.ts';
import { cancelStalledBooking } from '../../../src/modules/booking/cancellations/cancellations.service.ts';
import { getRefusalCode, getStripeRecords, listEventKinds } from '../../support/booking-money.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack({}, { mailbox: true });
checkMoneyAfterAll(stack);

/** Creates a booking in progress with two deliverables, of which the creator has sent the first one. */
async function newReviewedBooking({ isSent = true } = {}) {
  const creator = await newPayableCreator(stack.deps);
  const { id: packageId } = await newPackage(stack.deps, creator, {
    deliveryDays: 7,
    features: ['1 Reel', '1 Story', '5 revisions'],
  });
  const booking = await newBooking(stack.deps, { creator, packageId, status: 'in_progress' });
  const { id, asBrand, asCreator } = booking;
  const { items } = await asBrand.deliveries.byBooking({ id });
  const [reel = '', story = ''] = items.map((item) => item.id);
  const read = () => asBrand.bookings.byId({ id });
  const dueAt = async () => (await read()).dueAt?.getTime() ?? 0;
  const delivery = {
    ...booking,
    reel,
    story,
    read,
    send: (deliverableId: string, number = 1) =>
      asCreator.deliveries.send({ deliverableId, number, note: `Cut ${number}`, links: [], files: [] }),
    approve: (deliverableId: string, number = 1) =>
      asBrand.deliveries.decide({ deliverableId, number, verdict: 'approved' }),
    requestChanges: (deliverableId: string, number = 1) =>
      asBrand.deliveries.decide({ deliverableId, number, verdict: 'changes', changeRequest: 'Brighter', remarks: [] }),
    dueAt,
    /** Advances the clocks to `ms` after the first due date, without running jobs. */
    advanceTo: (ms: number) => stack.advance(due + ms - stack.deps.now().getTime()),
    /** Returns by how many milliseconds the due date has moved. */
    moved: async () => (await dueAt()) - due,
  };
  const due = await dueAt();
  if (isSent) await delivery.send(reel);
  return delivery;
}

describe('the automatic cancellation of overdue work', () => {
  it('waits while the brand does not decide, and gives the creator ten days after the decision', async () => {
    const booking = await newReviewedBooking();
    await booking.advanceTo(25 * DAY_MS);
    await stack.settle();
    expect(await booking.read()).toMatchObject({ status: 'in_progress', paymentState: 'held' });
    expect(await listEventKinds(stack, booking.id)).not.toContain('booking.overdue_reminded');
    expect(await getRefusalCode(booking.asBrand.cancellations.cancelOverdue({ id: booking.id }))).toBe(
      'CANCELLATION_REFUSED',
    );
    const { nextStep } = await booking.asCreator.bookings.byId({ id: booking.id });
    expect(nextStep.text).toContain(
      'The review is late, so the due date keeps moving until the brand decides, for up to 30 days.',
    );
    expect(nextStep.overdueSince).toBeNull();

    await booking.requestChanges(booking.reel);
    // The delay is now part of the due date, to which the limit of 30 days applies.
    const due = await booking.dueAt();
    expect(due).toBeGreaterThan(stack.deps.now().getTime());
    await stack.pass(due + 29 * DAY_MS - stack.deps.now().getTime());
    expect(await booking.read()).toMatchObject({ status: 'in_progress' });
    expect(await listEventKinds(stack, booking.id)).toContain('booking.overdue_reminded');
    await stack.pass(DAY_MS + HOUR_MS);
    expect(await booking.read()).toMatchObject({ status: 'cancelled', cancelReason: 'overdue_ended' });
  });

  it('waits for the brand’s decision about a version that was sent shortly before it', async () => {
    const booking = await newReviewedBooking({ isSent: false });
    await booking.advanceTo(29 * DAY_MS);
    await booking.send(booking.reel);
    await booking.advanceTo(31 * DAY_MS);
    await stack.settle();
    expect(await booking.read()).toMatchObject({
      status: 'in_progress',
      nextStep: {
        at: null,
        text: expect.stringContaining('The booking is not cancelled automatically while') as string,
      },
    });
    await booking.requestChanges(booking.reel);
    expect(await booking.moved()).toBe(0);
    await stack.pass(10 * DAY_MS - HOUR_MS);
    expect(await booking.read()).toMatchObject({ status: 'in_progress' });
    await stack.pass(2 * HOUR_MS);
    expect(await booking.read()).toMatchObject({ status: 'cancelled', cancelReason: 'overdue_ended' });
  });

  it('happens in the end if neither side acts, after a reminder of each side', async () => {
    const booking = await newReviewedBooking();
    const subjects = async ({ email }: { email: string }) => (await stack.mailsTo(email)).map(({ subject }) => subject);
    await stack.pass(4 * DAY_MS + HOUR_MS);
    expect((await subjects(booking.brand)).filter((each) => each.startsWith('Review the work by'))).toHaveLength(1);
    // The brand had 5 days, its delay counts for 30 days, and overdue work is cancelled 30 days later.
    await booking.advanceTo(59 * DAY_MS);
    await stack.settle();
    expect(await booking.read()).toMatchObject({ status: 'in_progress', paymentState: 'held' });
    expect(await booking.moved()).toBe(30 * DAY_MS);
    expect(await listEventKinds(stack, booking.id)).toContain('booking.overdue_reminded');
    await stack.pass(DAY_MS + HOUR_MS);
    expect(await booking.read()).toMatchObject({ status: 'cancelled', cancelReason: 'overdue_ended' });
    expect(await booking.moved()).toBe(0);
  });

  it('does not happen if the brand decides at the same time', async () => {
    for (let each = 0; each < 6; each += 1) {
      const booking = await newReviewedBooking();
      await booking.advanceTo(36 * DAY_MS);
      const calls = [() => booking.requestChanges(booking.reel), () => cancelStalledBooking(stack.deps, booking.id)];
      await Promise.all((each % 2 === 0 ? calls : calls.toReversed()).map((call) => call()));
      expect(await booking.read()).toMatchObject({ status: 'in_progress', paymentState: 'held' });
    }
  });
});

describe('a version that replaces one that waits too long', () => {
  it('moves the due date by the delay until then, and starts a new review', async () => {
    const booking = await newReviewedBooking();
    await stack.advance(7 * DAY_MS - HOUR_MS / 2);
    await booking.send(booking.reel, 2);
    expect(await booking.moved()).toBe(2 * DAY_MS);
    await stack.advance(5 * DAY_MS - HOUR_MS);
    await booking.requestChanges(booking.reel, 2);
    expect(await booking.moved()).toBe(2 * DAY_MS);
  });

  it('does not end the delay of another deliverable', async () => {
    const booking = await newReviewedBooking();
    await stack.advance(HOUR_MS);
    await booking.send(booking.story);
    await stack.advance(5 * DAY_MS);
    await booking.send(booking.story, 2);
    await stack.advance(DAY_MS - 2 * HOUR_MS);
    await booking.requestChanges(booking.reel);
    expect(await booking.moved()).toBe(DAY_MS);
  });
});

describe('a pause of the booking', () => {
  const pause = async ({ id, asBrand, asCreator }: Awaited<ReturnType<typeof newReviewedBooking>>) => {
    await asBrand.cancellations.request({ id, reason: 'The launch was moved.' });
    await stack.advance(DAY_MS);
    await asCreator.cancellations.answer({ id, answer: 'dispute', statement: 'I have filmed everything.' });
  };

  it('extends the brand’s time to review', async () => {
    const booking = await newReviewedBooking();
    await stack.advance(3 * DAY_MS);
    await pause(booking);
    await stack.advance(10 * DAY_MS);
    expect(await booking.moved()).toBe(0);
    await booking.asBrand.disputes.withdraw({ id: booking.id });
    await stack.advance(2 * DAY_MS - HOUR_MS);
    expect(await booking.moved()).toBe(0);
    await stack.advance(HOUR_MS + 60_000);
    await booking.requestChanges(booking.reel);
    expect(await booking.moved()).toBe(HOUR_MS);
  });

  it('gives the brand the full time for a version that is sent during it', async () => {
    const booking = await newReviewedBooking({ isSent: false });
    await pause(booking);
    await booking.send(booking.reel);
    await stack.advance(10 * DAY_MS);
    await booking.asBrand.disputes.withdraw({ id: booking.id });
    const { items } = await booking.asCreator.deliveries.byBooking({ id: booking.id });
    const left = (items[0]?.versions[0]?.reviewBy.getTime() ?? 0) - stack.deps.now().getTime();
    expect(Math.round(left / HOUR_MS)).toBe(5 * 24);
  });

  it('lasts until a cancellation request is withdrawn, if a chargeback begins and ends before that', async () => {
    const booking = await newReviewedBooking();
    await stack.advance(2 * DAY_MS);
    await booking.asBrand.cancellations.request({ id: booking.id, reason: 'The launch was moved.' });
    const { chargeId } = await getStripeRecords(stack, booking.id);
    const { id: disputeId } = await stack.stripe.dispute(chargeId);
    await stack.settle();
    expect(await booking.read()).toMatchObject({ paymentState: 'disputed' });
    await stack.stripe.closeDispute(disputeId, 'won');
    await stack.settle();
    expect(await booking.read()).toMatchObject({ paymentState: 'held' });
    await stack.advance(2 * DAY_MS);
    await booking.asBrand.cancellations.withdraw({ id: booking.id });
    await stack.advance(3 * DAY_MS - HOUR_MS);
    expect(await booking.moved()).toBe(0);
    await stack.advance(1.5 * HOUR_MS);
    await booking.requestChanges(booking.reel);
    expect(await booking.moved()).toBe(HOUR_MS);
  });

  it('lasts until a chargeback ends, if a cancellation request is withdrawn before that', async () => {
    const booking = await newReviewedBooking();
    await stack.advance(DAY_MS);
    await booking.asBrand.cancellations.request({ id: booking.id, reason: 'The launch was moved.' });
    const { chargeId } = await getStripeRecords(stack, booking.id);
    const { id: disputeId } = await stack.stripe.dispute(chargeId);
    await stack.settle();
    await booking.asBrand.cancellations.withdraw({ id: booking.id });
    await stack.advance(20 * DAY_MS);
    await stack.stripe.closeDispute(disputeId, 'won');
    await stack.settle();
    expect(await booking.read()).toMatchObject({ paymentState: 'held' });
    expect(await booking.moved()).toBe(0);
  });

  it('does not count as the brand’s delay if the brand decides during it', async () => {
    const booking = await newReviewedBooking();
    await stack.advance(6 * DAY_MS - HOUR_MS / 2);
    await pause(booking);
    await booking.requestChanges(booking.reel);
    expect(await booking.moved()).toBe(DAY_MS);
  });
});

describe('the due date of work whose review is late', () => {
  it('includes the delay so far for staff and in the availability of the creator', async () => {
    const { creator, id, ...booking } = await newReviewedBooking();
    const settings = { maxBookings: 1, leadDays: 0, timeOff: [] };
    await stack.as(creator).availability.save(settings);
    // The delay grows by full hours, so that it stays the same during this test.
    await booking.advanceTo(2 * DAY_MS - HOUR_MS / 2);
    expect(await booking.moved()).toBe(4 * DAY_MS);
    const dueAt = new Date(await booking.dueAt());
    expect((await stack.as(await newAdmin(stack.deps)).admin.booking({ id })).dueAt).toEqual(dueAt);

    const dueDay = toDayInZone(dueAt, null);
    const today = toDayInZone(stack.deps.now(), null);
    expect(await stack.as(null).availability.byUsername({ username: creator.username })).toMatchObject(
      computeAvailability(settings, { taken: 1, ahead: 0, dueDays: [dueDay] }, today),
    );
    const { rows } = await sql<{ starts: boolean }>`
      select starts_by(${creator.workspaceId}, ${dueDay}::date, ${stack.deps.now()}) as starts
      union all select starts_by(${creator.workspaceId}, ${dueDay}::date - 1, ${stack.deps.now()})`.execute(
      stack.deps.db,
    );
    expect(rows).toEqual([{ starts: true }, { starts: false }]);
  });
});

describe('the creator of work that was reviewed late', () => {
  const mails = async (email: string) =>
    (await stack.mailsTo(email)).filter(({ subject }) => subject.startsWith('New due date'));

  it('gets one email with the new due date and the reason, and the brand gets none', async () => {
    const booking = await newReviewedBooking();
    await stack.advance(8 * DAY_MS - HOUR_MS / 2);
    await booking.requestChanges(booking.reel);
    await stack.settle();
    const [mail, ...others] = await mails(booking.creator.email);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('took 3 days longer than promised');
    expect(mail?.text).toContain('Your work is therefore due by');
    expect(await mails(booking.brand.email)).toEqual([]);
    const { items } = await booking.asCreator.notifications.list({});
    expect(items.filter(({ text }) => text.startsWith('New due date'))).toHaveLength(1);
  });

  it('sees the same due date after the completion, although no version was approved', async () => {
    const booking = await newReviewedBooking();
    await stack.advance(6 * DAY_MS);
    await booking.send(booking.story);
    await booking.asCreator.bookings.move({ id: booking.id, status: 'completed' });
    const dueAt = await booking.dueAt();
    await stack.pass(20 * DAY_MS);
    expect(await booking.dueAt()).toBe(dueAt);
  });

  it('is on time, and gets no email, if the review that was late completes the work', async () => {
    const booking = await newReviewedBooking();
    await booking.send(booking.story);
    await booking.approve(booking.reel);
    await booking.advanceTo(3 * DAY_MS);
    await booking.approve(booking.story);
    await stack.settle();
    const { completedAt, dueAt, timeline } = await booking.read();
    expect(completedAt?.getTime()).toBeLessThanOrEqual(dueAt?.getTime() ?? 0);
    expect(timeline.map(({ kind }) => kind)).toContain('booking.due_moved');
    expect(await mails(booking.creator.email)).toEqual([]);
  });
});

it('computes the same due date in SQL as in the rules', async () => {
  const at = (hours: number) => new Date(Date.UTC(2026, 2, 1) + Math.round(hours * HOUR_MS));
  for (const dueAt of [null, at(0)])
    for (const reviewBy of [null, at(-5), at(1), at(2.5)])
      for (const pausedAt of [null, at(-7), at(2), at(2.6)])
        for (const now of [at(0), at(1), at(2.51), at(90), at(5000)]) {
          const { rows } = await sql<{ due: Date | null }>`
            select find_due_at(${dueAt}, ${reviewBy}, ${pausedAt}, ${now}) as due`.execute(stack.deps.db);
          expect(rows[0]?.due).toEqual(findDueAt({ status: 'in_progress', dueAt, reviewBy, pausedAt }, now));
        }
});
