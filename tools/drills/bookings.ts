/** A small load of whole bookings for drills: brands order and pay, and creators accept and deliver. */
import { setTimeout as sleep } from 'node:timers/promises';
import { completePayoutSetup, confirmPayment } from '../soak/actors.ts';
import { registerActor, type Actor } from '../soak/client.ts';
import type { World } from '../soak/world.ts';

/** A brand and a creator who book with each other. */
export interface BookingPair {
  brand: Actor;
  creator: Actor;
  packageId: string;
}

const RETRY_MS = 200;

/** Registers `count` pairs. Throws if a creator cannot be paid or has no package. */
export async function registerPairs(world: World, count: number): Promise<BookingPair[]> {
  const pairs: BookingPair[] = [];
  for (let n = 0; n < count; n++) {
    const creator = await registerActor(world.url, 'influencer', `Creator ${n}`, `creator-${n}@drill.test`);
    await completePayoutSetup(world, creator);
    const pack = await creator.rest<{ id: string }>('POST', '/api/packages', {
      name: `Reel ${n}`,
      description: 'One reel, as agreed.',
      price: '120.00',
      deliveryDays: 3,
      features: ['1 reel'],
    });
    if (pack.is !== 'done') throw new Error(`The package was not created: ${JSON.stringify(pack)}`);
    const brand = await registerActor(world.url, 'brand', `Brand ${n}`, `brand-${n}@drill.test`);
    pairs.push({ brand, creator, packageId: pack.data.id });
  }
  return pairs;
}

/** Makes one booking after another until `signal` is aborted. Returns the number of bookings that were paid out. */
export async function bookUntil(world: World, pair: BookingPair, signal: AbortSignal): Promise<number> {
  let paidOut = 0;
  while (!signal.aborted) {
    const bookingId = await orderAndPay(world, pair);
    if (bookingId === null) await sleep(RETRY_MS);
    else if (await moveUntilPaidOut(pair, bookingId, signal)) paidOut += 1;
  }
  return paidOut;
}

/** Orders and pays the pair's package. Returns the booking's id, or null if the order was not acknowledged. */
async function orderAndPay(world: World, { brand, packageId }: BookingPair): Promise<string | null> {
  const order = { packageId, brandUserId: brand.id };
  const opened = await brand.act<{ bookingId: string; clientSecret: string }>('payments.openCheckout', order);
  if (opened.is !== 'done') return null;
  const { bookingId, clientSecret } = opened.data;
  await confirmPayment(world, clientSecret, 'pm_card_visa');
  await brand.act('payments.confirmReturn', { id: bookingId });
  return bookingId;
}

/** Takes the next steps of a booking until its creator was paid, and returns true. Returns false if `signal` is aborted. */
export async function moveUntilPaidOut(pair: BookingPair, bookingId: string, signal?: AbortSignal): Promise<boolean> {
  for (;;) {
    if (signal?.aborted === true) return false;
    const booking = await pair.brand.ask<{ status: string; paymentState: string }>('bookings.byId', { id: bookingId });
    if (booking.is === 'done' && booking.data.paymentState === 'released') return true;
    if (booking.is === 'done') await takeNextStep(pair, bookingId, booking.data.status);
    else await sleep(RETRY_MS);
  }
}

const NEXT_STATUS: Record<string, string> = { pending: 'accepted', accepted: 'in_progress', in_progress: 'completed' };

async function takeNextStep({ brand, creator }: BookingPair, id: string, status: string): Promise<void> {
  const next = NEXT_STATUS[status];
  const outcome =
    next === undefined
      ? await brand.act('settlements.approve', { id })
      : await creator.act('bookings.move', {
          id,
          status: next,
          ...(next === 'completed' && { delivery: { note: 'It is online.', links: [] } }),
        });
  // The step may have to wait, for example until the card is charged.
  if (outcome.is !== 'done') await sleep(RETRY_MS);
}
