/** Tests the emails about bookings: their recipients, their subjects and their content. */
import { describe, expect, it } from 'vitest';
import {
  newAdmin,
  newBooking,
  newBrand,
  newCreator,
  newMember,
  newPayableCreator,
} from '../../../src/demo/builders.ts';
import { ONE_DAY_MS } from '../../support/booking-money.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack(
  { OPERATOR_EMAIL: 'team@marquee.test', MAIL_FROM: 'Marquee <hello@marquee.test>' },
  { mailbox: true },
);

describe('an email about a booking', () => {
  let creatorEmail = '';
  let brandEmail = '';
  // Leaves out review invitations, which reviews.spec.ts covers.
  const subjects = async (email: string) =>
    (await stack.mailsTo(email))
      .map(({ subject }) => subject)
      .filter((subject) => !subject.startsWith('Review ') || subject.startsWith('Review the work'))
      .toReversed();
  const people = async () => {
    const creator = await newPayableCreator(stack.deps, { fullName: 'Maya Berg' });
    const brand = await newBrand(stack.deps, { fullName: 'Fjord Coffee' });
    [creatorEmail, brandEmail] = [creator.email, brand.email];
    return { creator, brand };
  };

  it('is sent once to each side for every step of the booking', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { ...(await people()), status: 'completed' });
    await asBrand.settlements.approve({ id });
    expect(await subjects(creatorEmail)).toEqual([
      'New order from Fjord Coffee: “One Reel and three Stories”',
      'You accepted “One Reel and three Stories” for Fjord Coffee',
      'Work started: “One Reel and three Stories” for Fjord Coffee',
      'You completed “One Reel and three Stories” for Fjord Coffee',
      'Payout of $199.00 sent: “One Reel and…” for Fjord Coffee',
    ]);
    expect(await subjects(brandEmail)).toEqual([
      'Order sent to Maya Berg: “One Reel and three Stories”',
      'Maya Berg accepted your order: “One Reel and three Stories”',
      'Maya Berg started working on “One Reel and three Stories”',
      'Review the work by Maya Berg: “One Reel and three Stories”',
      'Maya Berg was paid for “One Reel and three Stories”',
    ]);
    const [request] = (await stack.mailsTo(creatorEmail)).toReversed();
    expect(request?.links).toContain(`${stack.deps.env.PUBLIC_URL}/booking-details?bookingId=${id}`);
    expect(request?.text).toContain('You receive: $199.00');
  });

  it('contains the note that the creator wrote when accepting or declining', async () => {
    const yes = await newBooking(stack.deps, await people());
    await yes.asCreator.bookings.move({ id: yes.id, status: 'accepted', note: 'I begin on Monday.' });
    const [accepted] = await stack.mailsTo(brandEmail);
    expect(accepted?.subject).toBe('Maya Berg accepted your order: “One Reel and three Stories”');
    expect(accepted?.text).toContain('Maya Berg wrote: “I begin on Monday.”');
    const no = await newBooking(stack.deps, await people());
    await no.asCreator.bookings.move({ id: no.id, status: 'cancelled', reason: 'product', note: 'No energy drinks.' });
    const [declined] = await stack.mailsTo(brandEmail);
    expect(declined?.text).toContain('Reason: Does not promote this kind of product');
    expect(declined?.text).toContain('Maya Berg wrote: “No energy drinks.”');
    expect((await stack.mailsTo(creatorEmail))[0]?.text).not.toContain('No energy drinks.');
  });

  it('names the person who acted if their side has several people, except to that person', async () => {
    const { creator, brand } = await people();
    const manager = await newMember(stack.deps, creator, 'manager');
    const booker = await newMember(stack.deps, brand, 'booker');
    await stack.deps.db.updateTable('person').set({ fullName: 'Anna Bell' }).where('id', '=', booker.id).execute();
    const { id } = await newBooking(stack.deps, { creator, brand: booker });
    const [order] = await stack.mailsTo(creator.email);
    expect(order?.subject).toBe('New order from Fjord Coffee: “One Reel and three Stories”');
    expect(order?.text).toContain('Anna at Fjord Coffee ordered “One Reel and three Stories”.');

    await stack.as(manager).bookings.move({ id, status: 'accepted', note: 'I begin on Monday.' });
    const [accepted] = await stack.mailsTo(booker.email);
    expect(accepted?.subject).toBe('Kim for Maya Berg accepted your order: “One Reel and…”');
    expect(accepted?.text).toContain('Kim for Maya Berg wrote: “I begin on Monday.”');
    const [own] = await stack.mailsTo(manager.email);
    expect(own?.subject).toBe('You accepted “One Reel and three Stories” for Fjord Coffee');
    expect(own?.text).not.toContain('Kim for');

    const colleague = await newMember(stack.deps, brand, 'booker');
    await stack.as(colleague).cancellations.request({ id, reason: 'The launch moved.' });
    const [requestMail] = await stack.mailsTo(manager.email);
    expect(requestMail?.subject).toBe('Kim at Fjord Coffee wants to cancel “One Reel and three…”');
    const [toContact] = await stack.mailsTo(booker.email);
    expect(toContact?.subject).toBe('Kim Winter asked Maya Berg to cancel “One Reel and three…”');
    expect(toContact?.text).toContain('Kim Winter asked Maya Berg to cancel “One Reel and three Stories”: “The launch');
    expect(toContact?.text).not.toContain('Done by');
    // A timer causes the next email, which names the workspace.
    await stack.pass(3 * ONE_DAY_MS);
    const [ended] = await stack.mailsTo(manager.email);
    expect(ended?.text).toContain('was not answered in time');
    expect(ended?.text).not.toContain('Kim at');
    expect(ended?.text).toContain('Hello Kim Winter,');
  });

  it('names the colleague who acted to the contact of the booking, also if the workspace has the colleague’s name', async () => {
    const { creator, brand } = await people();
    const manager = await newMember(stack.deps, creator, 'manager');
    const { id } = await newBooking(stack.deps, { creator, brand });
    await stack.as(manager).bookings.move({ id, status: 'accepted' });
    await stack.as(creator).bookings.move({ id, status: 'in_progress' });
    const [started] = await stack.mailsTo(manager.email);
    expect(started?.text).toContain('Maya Berg started working on “One Reel and three Stories” for Fjord Coffee.');
    await stack.as(creator).bookings.move({ id, status: 'completed' });
    const [completed] = await stack.mailsTo(manager.email);
    expect(completed?.subject).toBe('Maya Berg completed “One Reel and three…” for Fjord Coffee');
    expect(completed?.text).toContain('Maya Berg marked “One Reel and three Stories” as completed.');
  });

  it('names the colleague who withdrew the order in the reason for its end', async () => {
    const { creator, brand } = await people();
    const booker = await newMember(stack.deps, brand, 'booker');
    const { id } = await newBooking(stack.deps, { creator, brand: booker });
    await stack.as(brand).bookings.withdraw({ id });
    const [ended] = await stack.mailsTo(booker.email);
    expect(ended?.text).toContain('Fjord Coffee withdrew the order before it was accepted.');
    expect(ended?.text).not.toMatch(/You withdrew|Done by/);
    const [toCreator] = await stack.mailsTo(creator.email);
    expect(toCreator?.text).toContain('The brand withdrew the order before it was accepted.');
  });

  it('reminds both sides once that accepted work has not started, and tells the brand when the booking is cancelled as a result', async () => {
    await newBooking(stack.deps, { ...(await people()), status: 'accepted' });
    const findMail = async (email: string, subject: RegExp) =>
      (await stack.mailsTo(email)).filter((mail) => subject.test(mail.subject));
    await stack.pass(6 * ONE_DAY_MS);
    await stack.pass(6 * ONE_DAY_MS);
    const [toCreator, ...more] = await findMail(creatorEmail, /^Start “One Reel and.*” for Fjord Coffee by/);
    expect(more).toEqual([]);
    expect(toCreator?.text).toContain('You receive: $199.00');
    const [toBrand] = await findMail(brandEmail, /^Maya Berg has not started “One Reel/);
    expect(toBrand?.text).toContain('you can cancel for a full refund of $228.85');
    await stack.pass(3 * ONE_DAY_MS);
    const [ended] = await findMail(brandEmail, /^Booking with Maya Berg cancelled/);
    expect(ended?.text).toContain('The creator did not start in time.');
    expect(ended?.text).toContain('You get a full refund of $228.85 to your card.');
  });

  it('warns both sides before work that is long overdue is cancelled', async () => {
    await newBooking(stack.deps, { ...(await people()), status: 'in_progress' });
    await stack.pass(29 * ONE_DAY_MS);
    expect(await subjects(creatorEmail)).toContainEqual(
      expect.stringMatching(/^Overdue: deliver “One Reel and three Stories” by /),
    );
    expect(await subjects(brandEmail)).toContain('Overdue: “One Reel and three Stories” by Maya Berg');
  });

  it('tells both sides that the brand withdrew the order', async () => {
    const { id, asBrand } = await newBooking(stack.deps, await people());
    await asBrand.bookings.withdraw({ id });
    const [mail] = await stack.mailsTo(creatorEmail);
    expect(mail?.subject).toBe('Order from Fjord Coffee cancelled: “One Reel and three…”');
    expect(mail?.text).toContain('The brand withdrew the order before it was accepted.');
    expect((await stack.mailsTo(brandEmail))[0]?.text).toContain('You withdrew the order');
  });

  it('tells both sides that the creator declined the booking', async () => {
    await newBooking(stack.deps, { ...(await people()), status: 'cancelled' });
    expect((await subjects(creatorEmail)).at(-1)).toBe('You declined “One Reel and three Stories” for Fjord Coffee');
    const [mail] = await stack.mailsTo(brandEmail);
    expect(mail?.text).toContain('The creator declined this booking.');
    expect(mail?.text).toContain('Your card was not charged');
  });

  it('is sent at most once an hour for repeated cancellation requests, and shows the latest request', async () => {
    const { id, asBrand } = await newBooking(stack.deps, { ...(await people()), status: 'accepted' });
    for (const reason of ['One.', 'Two.', 'Three.']) {
      await asBrand.cancellations.request({ id, reason });
      if (reason !== 'Three.') await asBrand.cancellations.withdraw({ id });
    }
    const listLaterSubjects = async () => (await subjects(creatorEmail)).slice(2);
    expect(await listLaterSubjects()).toEqual([
      'Fjord Coffee wants to cancel “One Reel and three Stories”',
      'Fjord Coffee no longer wants to cancel “One Reel and…”',
    ]);
    await stack.pass(3_600_000);
    expect(await listLaterSubjects()).toEqual([
      'Fjord Coffee wants to cancel “One Reel and three Stories”',
      'Fjord Coffee no longer wants to cancel “One Reel and…”',
      'Fjord Coffee wants to cancel “One Reel and three Stories”',
    ]);
    expect((await stack.mailsTo(creatorEmail))[0]?.text).toContain('“Three.”');
  });

  it('reports a cancellation request and its outcome with different wording for each side', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { ...(await people()), status: 'accepted' });
    await asBrand.cancellations.request({ id, reason: 'Our launch moved.' });
    await asBrand.cancellations.withdraw({ id });
    await asBrand.cancellations.request({ id, reason: 'It is off.' });
    await asCreator.cancellations.answer({ id, answer: 'agree' });
    expect((await subjects(brandEmail)).slice(2)).toEqual([
      'You asked Maya Berg to cancel “One Reel and three Stories”',
      'Cancellation request withdrawn: “One Reel and three…”',
      'Booking with Maya Berg cancelled: “One Reel and three…”',
      'Refund of $228.85 sent: “One Reel and three Stories”',
    ]);
    expect((await subjects(creatorEmail)).slice(2)).toEqual([
      'Fjord Coffee wants to cancel “One Reel and three Stories”',
      'Fjord Coffee no longer wants to cancel “One Reel and…”',
      'Booking with Fjord Coffee cancelled: “One Reel and three…”',
    ]);
    const [ended, , requestMail] = await stack.mailsTo(creatorEmail);
    expect(requestMail?.text).toContain('“Our launch moved.”');
    expect(requestMail?.text).toContain('If you do nothing, the booking is cancelled. Fjord Coffee gets a full refund');
    expect(ended?.text).toContain('Refund to the brand: $228.85');
  });

  it('tells both sides about a dispute, its statements and staff’s decision, with exact amounts', async () => {
    const { id, asBrand, asCreator } = await newBooking(stack.deps, { ...(await people()), status: 'completed' });
    await stack.advance(2 * ONE_DAY_MS);
    await stack.idle();
    await stack.advance(2 * ONE_DAY_MS);
    await stack.idle();
    const { dispute } = await asBrand.disputes.reportProblem({
      id,
      problem: 'The wrong jacket.',
      desiredOutcome: 'partial_refund',
    });
    await asCreator.disputes.addStatement({ id, text: 'It is the new one.' });
    await asBrand.disputes.addStatement({ id, text: 'It is not.' });
    await asCreator.disputes.proposeSplit({ id, creatorAmount: '150.00' });
    await stack.as(await newAdmin(stack.deps)).admin.decideDispute({
      id: dispute?.id ?? '',
      decision: 'split',
      keeps: '100.00',
      reason: 'Half of it is right.',
    });
    expect((await subjects(brandEmail)).slice(4)).toEqual([
      expect.stringMatching(/^Reminder: review “One Reel and three Stories” by /),
      expect.stringMatching(/^Last reminder: review “One Reel and three.*” by /),
      'You reported a problem with “One Reel and three Stories”',
      'Maya Berg answered in the dispute: “One Reel and three…”',
      'Maya Berg offers to split the payment: “One Reel and…”',
      'Dispute decided: “One Reel and three…” with Maya Berg',
      'Refund of $113.85 sent: “One Reel and three Stories”',
      'Maya Berg was paid for “One Reel and three Stories”',
    ]);
    expect((await subjects(creatorEmail)).slice(4)).toEqual([
      'Fjord Coffee reported a problem with “One Reel and three…”',
      'New statement from Fjord Coffee about “One Reel and…”',
      'Dispute decided: “One Reel and three…” with Fjord Coffee',
      'Payout of $100.00 sent: “One Reel and…” for Fjord Coffee',
    ]);
    const isAboutDispute = ({ subject }: { subject: string }) => !subject.startsWith('Review ');
    const [settled, , decided, offered, , , reminded] = (await stack.mailsTo(brandEmail)).filter(isAboutDispute);
    expect(reminded?.text).toMatch(/Approve the work or report a problem by \w{3} \d+, /);
    expect(offered?.text).toContain('Refund to your card: $56.35\nPayout to Maya Berg: $150.00\nPlatform fee: $22.50');
    expect(decided?.text).toContain('Reason: “Half of it is right.”');
    expect(decided?.text).toContain('Refund to your card: $113.85\nPayout to Maya Berg: $100.00\nPlatform fee: $15.00');
    expect(settled?.text).toContain(
      'You paid: $228.85\nRefund to your card: $113.85\nPayout to Maya Berg: $100.00\nPlatform fee: $15.00',
    );
    expect((await stack.mailsTo(creatorEmail)).filter(isAboutDispute)[1]?.text).toContain(
      'Your payout: $100.00\nRefund to the brand: $113.85',
    );
  });

  it('tells a creator with a blocked payout to finish the setup, and tells both sides about a chargeback and the bank’s decision', async () => {
    const brand = await newBrand(stack.deps, { fullName: 'Fjord Coffee' });
    const creator = await newCreator(stack.deps, { fullName: 'Maya Berg' });
    const { id, asBrand } = await newBooking(stack.deps, { creator, brand, status: 'completed' });
    await asBrand.settlements.approve({ id });
    // Looks for the email by its subject, because a review invitation is sent as well.
    const blocked = (await stack.mailsTo(creator.email)).find(
      ({ subject }) => subject === 'Finish your payout setup: “One Reel and three Stories”',
    );
    expect(blocked?.links).toContain(`${stack.deps.env.PUBLIC_URL}/payouts`);
    expect(blocked?.text).toContain('Your payout of $199.00 for “One Reel and three Stories” is approved');
    expect(blocked?.text).toContain('Your payout: $199.00');
    const { stripeChargeId } = await stack.deps.db
      .selectFrom('booking')
      .select('stripeChargeId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { id: disputeId } = await stack.stripe.dispute(stripeChargeId ?? '');
    await stack.settle();
    await stack.stripe.closeDispute(disputeId, 'lost');
    await stack.stripe.webhooksIdle();
    expect((await subjects(brand.email)).slice(4)).toEqual([
      'Your bank reversed a payment: “One Reel and three Stories”',
      'Chargeback decided: “One Reel and three Stories”',
    ]);
    expect((await subjects(creator.email)).slice(4)).toEqual([
      'Finish your payout setup: “One Reel and three Stories”',
      'Payment by Fjord Coffee reversed: “One Reel and three…”',
      'Chargeback decided: “One Reel and three Stories”',
    ]);
  });

  it('is not sent for an order that was never paid', async () => {
    const { creator, brand } = await people();
    const api = stack.as(creator);
    const pack = await api.packages.create({
      name: 'Reel',
      description: 'One',
      price: '100.00',
      deliveryDays: 3,
      features: [],
      isPopular: false,
    });
    await stack.as(brand).payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
    await stack.advance(25 * 3_600_000);
    await stack.idle();
    expect(await subjects(creatorEmail)).toEqual([]);
    expect(await subjects(brandEmail)).toEqual([]);
  });
});
