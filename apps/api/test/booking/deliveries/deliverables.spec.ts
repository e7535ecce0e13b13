/** Tests deliverables and their versions: who adds, sends and reviews them, and when. */
import { randomUUID } from 'node:crypto';
import { DEFAULT_REVISION_ROUNDS, MAX_DELIVERABLES, MAX_VERSIONS } from '@marquee/booking';
import { describe, expect, it } from 'vitest';
import { newAdmin, newBrand, newCreator } from '../../../src/demo/builders.ts';
import { getRefusalCode, listEventKinds } from '../../support/booking-money.ts';
import {
  approveVersion,
  createVersionInput,
  getTrpcCode,
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

describe('a deliverable of a booking', () => {
  it('is created for each package feature that names a piece of work, or for the whole package if no feature does', async () => {
    const booking = await begun();
    const { items, revisions } = await booking.asCreator.deliveries.byBooking({ id: booking.id });
    expect([items.map(({ title }) => title), revisions]).toEqual([['1 Reel', '2 Stories'], null]);
    const plain = await begun(['Everything you need']);
    const named = await plain.asBrand.bookings.byId({ id: plain.id });
    expect(only((await plain.asBrand.deliveries.byBooking({ id: plain.id })).items).title).toBe(named.packageName);
  });

  it('is visible only to the brand and the creator of the booking', async () => {
    const { id } = await begun();
    for (const stranger of [await newBrand(stack.deps), await newCreator(stack.deps), await newAdmin(stack.deps)])
      expect(await getRefusalCode(stack.as(stranger).deliveries.byBooking({ id }))).toBe('BOOKING_NOT_FOUND');
    expect(await getRefusalCode(stack.as(null).deliveries.byBooking({ id }))).toBe('SIGNED_OUT');
  });

  it('can be added by the creator up to a limit, and removed again until its first version is sent', async () => {
    const booking = await begun(['1 Reel']);
    const { asCreator, id } = booking;
    const { items } = await asCreator.deliveries.add({ id, title: ' A vertical cut ' });
    const [ordered, added] = items;
    expect(added).toMatchObject({ title: 'A vertical cut', isAdded: true });
    expect(await getRefusalCode(asCreator.deliveries.remove({ id: ordered?.id ?? '' }))).toBe('DELIVERABLE_NOT_FOUND');
    expect((await asCreator.deliveries.remove({ id: added?.id ?? '' })).items).toHaveLength(1);
    expect(await getRefusalCode(booking.asBrand.deliveries.add({ id, title: 'More' }))).toBe('CREATORS_ONLY');
    for (let at = 1; at < MAX_DELIVERABLES; at++) await asCreator.deliveries.add({ id, title: `Piece ${at}` });
    expect(await getRefusalCode(asCreator.deliveries.add({ id, title: 'One too many' }))).toBe('DELIVERABLES_FULL');
    await sendVersion(booking, booking.deliverables[0] ?? '');
    const last = (await asCreator.deliveries.byBooking({ id })).items.at(-1)?.id ?? '';
    await sendVersion(booking, last);
    expect(await getRefusalCode(asCreator.deliveries.remove({ id: last }))).toBe('DELIVERABLE_SENT');
  });
});

describe('a version of a deliverable', () => {
  it('is announced to the brand by email, and the brand’s review to the creator', async () => {
    const booking = await begun();
    const [reel = ''] = booking.deliverables;
    await sendVersion(booking, reel, 1, { links: ['https://example.com/reel'] });
    await stack.idle();
    const mails = async (side: 'brand' | 'creator') =>
      (await stack.mailsTo(booking[side].email)).map(({ subject }) => subject);
    expect(await mails('brand')).toContainEqual(expect.stringMatching(/^Review “1 Reel” by /));
    await requestChanges(booking, reel);
    await sendVersion(booking, reel, 2, { note: 'Brighter' });
    const { items } = await approveVersion(booking, reel, 2);
    expect(items[0]?.versions).toMatchObject([
      { number: 1, verdict: 'changes', changeRequest: 'Brighter, please', links: ['https://example.com/reel'] },
      { number: 2, verdict: 'approved', note: 'Brighter', changeRequest: null },
    ]);
    await stack.pass(2 * 3_600_000);
    expect(await mails('creator')).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Changes to “1 Reel” for /),
        expect.stringMatching(/ approved “1 Reel” /),
      ]),
    );
    expect(await listEventKinds(stack, booking.id)).toEqual(
      expect.arrayContaining(['delivery.sent', 'delivery.changes_asked', 'delivery.approved']),
    );
    // The booking stays in progress because another deliverable is still missing.
    expect(await booking.asBrand.bookings.byId({ id: booking.id })).toMatchObject({ status: 'in_progress' });
  });

  it('can be sent only by the creator, and reviewed only by the brand and while it is the latest version', async () => {
    const booking = await begun();
    const { asBrand, asCreator, deliverables } = booking;
    const [reel = '', stories = ''] = deliverables;
    expect(await getRefusalCode(asBrand.deliveries.send(createVersionInput(reel)))).toBe('CREATORS_ONLY');
    expect(
      await getRefusalCode(asCreator.deliveries.decide({ deliverableId: reel, number: 1, verdict: 'approved' })),
    ).toBe('BRANDS_ONLY');
    const other = stack.as(await newCreator(stack.deps));
    expect(await getRefusalCode(other.deliveries.send(createVersionInput(reel)))).toBe('DELIVERABLE_NOT_FOUND');
    expect(await getRefusalCode(asCreator.deliveries.send(createVersionInput(randomUUID())))).toBe(
      'DELIVERABLE_NOT_FOUND',
    );
    const otherBrand = stack.as(await newBrand(stack.deps));
    expect(
      await getRefusalCode(otherBrand.deliveries.decide({ deliverableId: reel, number: 1, verdict: 'approved' })),
    ).toBe('DELIVERABLE_NOT_FOUND');
    expect(await getRefusalCode(approveVersion(booking, reel))).toBe('DELIVERABLE_MOVED_ON');
    expect(await getRefusalCode(sendVersion(booking, reel, 2))).toBe('DELIVERABLE_MOVED_ON');
    await sendVersion(booking, reel);
    await sendVersion(booking, reel, 2, { note: 'A better one' });
    // The brand can no longer review the first version.
    expect(await getRefusalCode(approveVersion(booking, reel, 1))).toBe('DELIVERABLE_MOVED_ON');
    await approveVersion(booking, reel, 2);
    expect(await getRefusalCode(sendVersion(booking, reel, 3))).toBe('DELIVERABLE_APPROVED');
    expect(await getRefusalCode(requestChanges(booking, reel, 2))).toBe('DELIVERABLE_APPROVED');
    expect(await getTrpcCode(asCreator.deliveries.send({ ...createVersionInput(stories), note: ' ' }))).toBe(
      'BAD_REQUEST',
    );
  });

  it('is sent and reviewed only once despite double clicks', async () => {
    const booking = await begun();
    const [reel = ''] = booking.deliverables;
    await Promise.all([sendVersion(booking, reel), sendVersion(booking, reel)]);
    await Promise.all([approveVersion(booking, reel), approveVersion(booking, reel)]);
    const events = await listEventKinds(stack, booking.id);
    const count = (kind: string) => events.filter((each) => each === kind).length;
    expect([count('delivery.sent'), count('delivery.approved')]).toEqual([1, 1]);
  });

  it('can be sent back until the included revision rounds are used up, and replaced up to a maximum number of versions', async () => {
    const booking = await begun();
    const [reel = ''] = booking.deliverables;
    for (let round = 1; round <= DEFAULT_REVISION_ROUNDS; round++) {
      await sendVersion(booking, reel, round);
      await requestChanges(booking, reel, round);
    }
    await sendVersion(booking, reel, DEFAULT_REVISION_ROUNDS + 1);
    expect(await getRefusalCode(requestChanges(booking, reel, DEFAULT_REVISION_ROUNDS + 1))).toBe('ROUNDS_SPENT');
    for (let number = DEFAULT_REVISION_ROUNDS + 2; number <= MAX_VERSIONS; number++)
      await sendVersion(booking, reel, number, { note: `${number}` });
    expect(await getRefusalCode(sendVersion(booking, reel, MAX_VERSIONS + 1))).toBe('VERSIONS_SPENT');
    await approveVersion(booking, reel, MAX_VERSIONS);
  });

  it('can be sent from the start of the work until the payment is settled', async () => {
    const booking = await begun(['1 Reel']);
    const { asBrand, asCreator, id } = booking;
    const reel = only(booking.deliverables);
    await asCreator.bookings.move({ id, status: 'completed' });
    await sendVersion(booking, reel);
    await asBrand.disputes.reportProblem({ id, problem: 'The sound is missing', desiredOutcome: 'redo' });
    await sendVersion(booking, reel, 2, { note: 'With sound' });
    expect(await getRefusalCode(approveVersion(booking, reel, 2))).toBe('BOOKING_FROZEN');
    await asBrand.disputes.withdraw({ id });
    await approveVersion(booking, reel, 2);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ paymentState: 'released' });
    expect(await getRefusalCode(sendVersion(booking, reel, 3))).toBe('DELIVERY_REFUSED');
  });
});
