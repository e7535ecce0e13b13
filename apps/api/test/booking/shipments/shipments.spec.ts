/**
 * Tests products that brands send for the work: the steps of each side, the privacy of the address, and the delivery
 * time.
 */
import { ADDRESS_RETENTION_DAYS, MAX_SHIPPING_DAYS } from '@marquee/booking';
import { describe, expect, it } from 'vitest';
import {
  newAdmin,
  newBooking,
  newBrand,
  newCreator,
  newPackage,
  newPayableCreator,
} from '../../../src/demo/builders.ts';
import { eraseOldShipmentAddresses } from '../../../src/modules/booking/shipments/shipments.service.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import { ONE_DAY_MS, listEventKinds, getRefusalCode } from '../../support/booking-money.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack({}, { mailbox: true });
checkMoneyAfterAll(stack);

const DAYS = 5;
const ADDRESS = 'Maya Berg\nUnter den Linden 1\n10117 Berlin\nGermany';
const BY_POST = { carrier: 'DHL', tracking: 'JD0146' };

/** Creates a booking for a package that needs a product, or for one that does not. */
async function booked(status: 'pending' | 'accepted' | 'in_progress', needsProduct = true) {
  const creator = await newPayableCreator(stack.deps);
  const { id: packageId } = await newPackage(stack.deps, creator, { needsProduct, deliveryDays: DAYS });
  const booking = await newBooking(stack.deps, { creator, packageId, status });
  return { ...booking, packageId };
}
const dueIn = async ({ asBrand, id }: Awaited<ReturnType<typeof booked>>) => {
  const { dueAt } = await asBrand.bookings.byId({ id });
  return dueAt === null ? null : Math.round((dueAt.getTime() - stack.deps.now().getTime()) / ONE_DAY_MS);
};

describe('a product shipment', () => {
  it('is required if the package required a product at the time of the order', async () => {
    const { id, asCreator, asBrand, creator, packageId } = await booked('accepted');
    expect((await asBrand.packages.byId({ id: packageId })).needsProduct).toBe(true);
    expect((await asBrand.bookings.byId({ id })).needsProduct).toBe(true);
    const edit = { name: 'Plain', description: 'Without', price: '199', deliveryDays: DAYS, features: [] };
    // Fields that are not sent stay unchanged, and a booking keeps the original package.
    expect(await asCreator.packages.save({ id: packageId, ...edit })).toMatchObject({ needsProduct: true });
    expect(await asCreator.packages.save({ id: packageId, ...edit, needsProduct: false })).toMatchObject({
      needsProduct: false,
    });
    expect((await asBrand.bookings.byId({ id })).needsProduct).toBe(true);
    const copy = await newPackage(stack.deps, creator, { needsProduct: true });
    expect((await asCreator.packages.duplicate({ id: copy.id })).needsProduct).toBe(true);
    const rest = await stack.app.inject({ method: 'GET', url: `/api/packages/${copy.id}` });
    expect(rest.json()).not.toHaveProperty('needsProduct');
    const plain = await booked('accepted', false);
    expect(await plain.asCreator.shipments.byBooking({ id: plain.id })).toBeNull();
    expect(await getRefusalCode(plain.asCreator.shipments.setAddress({ id: plain.id, address: ADDRESS }))).toBe(
      'PRODUCT_NOT_NEEDED',
    );
  });

  it('goes to the creator’s address, can be tracked and arrives, and each step notifies the other side', async () => {
    const { id, asCreator, asBrand, brand, creator } = await booked('accepted');
    expect(await getRefusalCode(asBrand.shipments.markSent({ id, ...BY_POST }))).toBe('PRODUCT_NO_ADDRESS');
    await asCreator.shipments.setAddress({ id, address: `${ADDRESS}\n` });
    await asCreator.shipments.setAddress({ id, address: ADDRESS });
    expect(await asBrand.shipments.byBooking({ id })).toMatchObject({ address: ADDRESS, sentAt: null });
    await asBrand.shipments.markSent({ id, ...BY_POST });
    await asBrand.shipments.markSent({ id, ...BY_POST });
    expect(await getRefusalCode(asCreator.shipments.setAddress({ id, address: 'Elsewhere' }))).toBe('PRODUCT_UNDERWAY');
    expect(await asCreator.shipments.byBooking({ id })).toMatchObject(BY_POST);
    await asCreator.shipments.markReceived({ id });
    for (const late of [
      () => asCreator.shipments.markReceived({ id }),
      () => asBrand.shipments.markSent({ id, ...BY_POST }),
      () => asCreator.shipments.setAddress({ id, address: ADDRESS }),
    ])
      expect(await getRefusalCode(late())).toBe('PRODUCT_ARRIVED');
    const steps = (await listEventKinds(stack, id)).filter((kind) => kind.startsWith('shipment.'));
    expect(steps).toEqual(['shipment.addressed', 'shipment.sent', 'shipment.arrived']);
    await stack.idle();
    const listSubjects = async (email: string) => (await stack.mailsTo(email)).map(({ subject }) => subject);
    expect(await listSubjects(brand.email)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Send your product to .*: “/),
        expect.stringMatching(/ received the product for “/),
      ]),
    );
    expect(await listSubjects(creator.email)).toContainEqual(expect.stringMatching(/ sent the product for “/));
  });

  it('lets only the creator set the address and only the brand send the product, and is hidden from other users', async () => {
    const { id, asCreator, asBrand } = await booked('accepted');
    await asCreator.shipments.setAddress({ id, address: ADDRESS });
    for (const stranger of [await newBrand(stack.deps), await newCreator(stack.deps), await newAdmin(stack.deps)])
      expect(await getRefusalCode(stack.as(stranger).shipments.byBooking({ id }))).toBe('BOOKING_NOT_FOUND');
    expect(await getRefusalCode(stack.as(await newBrand(stack.deps)).shipments.markSent({ id, ...BY_POST }))).toBe(
      'BOOKING_NOT_FOUND',
    );
    expect(await getRefusalCode(asBrand.shipments.setAddress({ id, address: ADDRESS }))).toBe('CREATORS_ONLY');
    expect(await getRefusalCode(asCreator.shipments.markSent({ id, ...BY_POST }))).toBe('BRANDS_ONLY');
    const waiting = await booked('pending');
    expect(await getRefusalCode(waiting.asCreator.shipments.setAddress({ id: waiting.id, address: ADDRESS }))).toBe(
      'PRODUCT_REFUSED',
    );
    for (const address of ['', '  \n ', 'x'.repeat(501), 'a\u0000b'])
      await expect(asCreator.shipments.setAddress({ id, address })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

// Must run before other tests move the clock, because the download requires a session that is still valid.
describe('the shipping address', () => {
  it('appears neither in emails nor in the brand’s export, and is deleted after its retention period', async () => {
    const { id, asCreator, asBrand, creator, brand } = await booked('accepted');
    await asCreator.shipments.setAddress({ id, address: ADDRESS });
    await stack.idle();
    const mails = [...(await stack.mailsTo(creator.email)), ...(await stack.mailsTo(brand.email))];
    expect(mails.map(({ text }) => text).join('\n')).not.toContain('Unter den Linden');
    const booking = await asBrand.bookings.byId({ id });
    expect(JSON.stringify(booking)).not.toContain('Unter den Linden');
    const [own, others] = [creator, brand].map(async (user) =>
      (await stack.asBrowser(user))('GET', '/api/account/export'),
    );
    expect((await own)?.body).toContain('Unter den Linden');
    expect((await others)?.body).not.toContain('Unter den Linden');

    await asCreator.shipments.markReceived({ id });
    await eraseOldShipmentAddresses(stack.deps);
    expect((await asBrand.shipments.byBooking({ id }))?.address).toBe(ADDRESS);
    await stack.advance((ADDRESS_RETENTION_DAYS + 1) * ONE_DAY_MS);
    await eraseOldShipmentAddresses(stack.deps);
    expect(await asBrand.shipments.byBooking({ id })).toMatchObject({ address: null, carrier: '' });
  });
});

describe('the delivery time', () => {
  it('starts when the product arrives, or at the latest after the maximum shipping time', async () => {
    const booking = await booked('in_progress');
    const { id, asCreator, asBrand } = booking;
    expect(await dueIn(booking)).toBe(MAX_SHIPPING_DAYS + DAYS);
    await stack.advance(4 * ONE_DAY_MS);
    await asCreator.shipments.markReceived({ id });
    expect(await dueIn(booking)).toBe(DAYS);
    // The timers follow the new deadline. The brand can cancel when the work is three days overdue.
    await stack.pass((DAYS + 4) * ONE_DAY_MS);
    await asBrand.cancellations.cancelOverdue({ id });
    await stack.settle();
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'cancelled', paymentState: 'refunded' });
  });

  it('starts with the work if the product arrived earlier', async () => {
    const booking = await booked('accepted');
    await booking.asCreator.shipments.markReceived({ id: booking.id });
    await booking.asCreator.bookings.move({ id: booking.id, status: 'in_progress' });
    expect(await dueIn(booking)).toBe(DAYS);
  });

  it('ends with the automatic cancellation of the booking if no product ever arrives', async () => {
    const booking = await booked('in_progress');
    const { id, asBrand } = booking;
    expect(await getRefusalCode(asBrand.cancellations.cancelOverdue({ id }))).toBe('CANCELLATION_REFUSED');
    await stack.pass((MAX_SHIPPING_DAYS + DAYS + 31) * ONE_DAY_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ status: 'cancelled', paymentState: 'refunded' });
  });
});
