/** Tests that a suspended account is locked and not bookable, and that staff see its running bookings. */
import type { SessionUser } from '../../../src/core/ctx.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  newAdmin,
  newBooking,
  newBrand,
  newCreator,
  newPackage,
  BUILDER_PASSWORD,
} from '../../../src/demo/builders.ts';
import { UNKNOWN_ID, createRefusal, toStatusAndBody } from '../../support/responses.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack({}, { mailbox: true });
let admin: SessionUser;
beforeAll(async () => {
  admin = await newAdmin(stack.deps);
});
const suspend = (user: SessionUser, reason = 'Spam') => stack.as(admin).admin.suspendUser({ id: user.id, reason });
const lift = (user: SessionUser) => stack.as(admin).admin.liftSuspension({ id: user.id, reason: 'Talked to them' });
const SUSPENDED = createRefusal(
  403,
  'This account is suspended. If you think this is a mistake, contact us through the contact page.',
  'ACCOUNT_SUSPENDED',
);
const refused = (failure: string) => expect.objectContaining({ failure }) as Error;

describe('a suspended user', () => {
  it('is signed out everywhere at once and sees the reason when signing in again', async () => {
    const creator = await newCreator(stack.deps);
    const [phone, laptop] = [await stack.asBrowser(creator), await stack.asBrowser(creator)];
    await suspend(creator);
    for (const browser of [phone, laptop]) {
      expect((await browser('GET', '/api/auth/user')).statusCode).toBe(401);
      expect((await browser('POST', '/api/packages', {})).statusCode).toBe(401);
    }
    const visitor = await stack.asBrowser(null);
    expect(
      toStatusAndBody(await visitor('POST', '/api/auth/login', { email: creator.email, password: BUILDER_PASSWORD })),
    ).toEqual(SUSPENDED);
    expect((await visitor('GET', '/api/auth/user')).statusCode).toBe(401);
    // A caller with a wrong password does not learn about the suspension.
    expect(
      toStatusAndBody(await visitor('POST', '/api/auth/login', { email: creator.email, password: 'not-the-password' })),
    ).toEqual(createRefusal(401, 'Invalid email or password. Please try again.', 'CREDENTIALS_WRONG'));
  });

  it('gets an email with the reason, and another email when the suspension is lifted', async () => {
    const brand = await newBrand(stack.deps);
    await suspend(brand, 'Three cards that were not yours');
    await lift(brand);
    // The worker may send the two emails in either order.
    const mails = await stack.mailsTo(brand.email);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Your Marquee account is active again',
      'Your Marquee account is suspended',
    ]);
    expect(mails.find(({ subject }) => subject.endsWith('suspended'))?.text).toContain(
      '“Three cards that were not yours”',
    );
  });

  it('can sign in again after the suspension is lifted, but old sessions stay closed', async () => {
    const brand = await newBrand(stack.deps);
    const before = await stack.asBrowser(brand);
    await suspend(brand);
    await lift(brand);
    expect((await before('GET', '/api/auth/user')).statusCode).toBe(401);
    expect((await (await stack.asBrowser(brand))('GET', '/api/auth/user')).statusCode).toBe(200);
    expect((await stack.as(admin).admin.audit({ subjectId: brand.id })).items).toMatchObject([
      { action: 'user.suspension_lifted', reason: 'Talked to them', after: { suspendedAt: null } },
      { action: 'user.suspended', reason: 'Spam', before: { suspendedAt: null }, subjectLabel: brand.fullName },
    ]);
  });

  it('has no packages for sale until the suspension is lifted', async () => {
    const creator = await newCreator(stack.deps);
    const brand = await newBrand(stack.deps);
    const pack = await newPackage(stack.deps, creator);
    const order = () => stack.as(brand).payments.openCheckout({ packageId: pack.id, brandUserId: brand.id });
    await suspend(creator);
    expect(await stack.as(brand).packages.listByCreator({ id: creator.id })).toEqual([]);
    await expect(stack.as(null).packages.byId({ id: pack.id })).rejects.toEqual(refused('PACKAGE_NOT_FOUND'));
    await expect(order()).rejects.toEqual(refused('PACKAGE_NOT_FOUND'));
    await lift(creator);
    expect((await stack.as(brand).packages.listByCreator({ id: creator.id })).map(({ id }) => id)).toEqual([pack.id]);
    expect((await order()).bookingId).toBeTruthy();
  });

  it('cannot book, even if the request read the session before the suspension', async () => {
    const brand = await newBrand(stack.deps);
    const pack = await newPackage(stack.deps, await newCreator(stack.deps));
    await suspend(brand);
    await expect(stack.as(brand).payments.openCheckout({ packageId: pack.id, brandUserId: brand.id })).rejects.toEqual(
      refused('ACCOUNT_SUSPENDED'),
    );
  });
});

describe('a booking of a suspended user', () => {
  it('follows the normal booking rules and is listed for staff as needing attention', async () => {
    const { id, brand, asCreator } = await newBooking(stack.deps, { status: 'in_progress' });
    const listed = async () =>
      (await stack.as(admin).admin.bookings({ show: 'attention' })).items.map((booking) => booking.id);
    expect(await listed()).not.toContain(id);
    await suspend(brand);
    expect(await listed()).toContain(id);
    expect((await stack.as(admin).admin.overview()).attention).toBeGreaterThan(0);
    expect(await stack.as(admin).admin.booking({ id })).toMatchObject({
      needsAttention: true,
      status: 'in_progress',
      paymentState: 'held',
    });
    const delivery = { note: 'It is online.', links: [] };
    const completed = await asCreator.bookings.move({ id, status: 'completed', delivery });
    expect(completed).toMatchObject({ status: 'completed' });
    await stack.advance(6 * 24 * 3_600_000);
    await stack.idle();
    expect(await stack.as(admin).admin.booking({ id })).toMatchObject({
      needsAttention: false,
      paymentState: 'released',
    });
  });
});

describe('suspending a user', () => {
  it('is refused for a staff account, an unknown account and an account that is already suspended', async () => {
    const colleague = await newAdmin(stack.deps);
    await expect(suspend(colleague)).rejects.toEqual(refused('ADMIN_NOT_SUSPENDABLE'));
    await expect(suspend({ ...colleague, id: UNKNOWN_ID })).rejects.toEqual(refused('ADMIN_SUBJECT_NOT_FOUND'));
    const brand = await newBrand(stack.deps);
    await expect(lift(brand)).rejects.toEqual(refused('ADMIN_ACTION_STALE'));
    await suspend(brand);
    await expect(suspend(brand)).rejects.toEqual(refused('ADMIN_ACTION_STALE'));
    await expect(suspend(brand, '   ')).rejects.toThrow('Please give a reason');
  });

  it('succeeds once and is logged once when several staff members do it at the same time', async () => {
    const brand = await newBrand(stack.deps);
    const results = await Promise.allSettled([1, 2, 3, 4, 5].map(() => suspend(brand)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await stack.as(admin).admin.audit({ subjectId: brand.id })).items).toHaveLength(1);
  });
});
