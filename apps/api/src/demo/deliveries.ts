/** Seeds deliveries by demo creators and the brands' decisions. */
import { randomUUID } from 'node:crypto';
import { addDaysToDay, toDayInZone } from '@marquee/time';
import type { SessionUser } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { beginDeliveryFile } from '../modules/booking/deliveries/files.service.ts';
import { storeFilePart } from '../modules/booking/files/files.service.ts';
import { readPicture } from '../modules/catalog/pictures/pictures.service.ts';
import { createUserContext, createUserCaller } from './builders.ts';

const DELIVERY_NOTES = [
  'Filmed in daylight, as you asked. The second take shows a bit more of the product, so I went with that one.',
  'Here it is! Captions are in the file, and there’s a version without music in case you need it for ads.',
  'It’s all in one cut. I left two seconds at the end for your logo.',
  'The colors are straight out of the camera. Let me know if you want them warmer.',
  'I posted it this morning. The link is below.',
] as const;

interface BookingSides {
  bookingId: string;
  creator: SessionUser;
  brand: SessionUser;
}

/** Uploads a portfolio picture as the delivered work. Returns the ids of the new files. */
async function uploadFrame(
  deps: Deps,
  { creator }: BookingSides,
  deliverableId: string,
  { at, name }: { at: number; name: string },
): Promise<string[]> {
  const bytes = await renderPortfolioFrame(deps, creator, at);
  if (!bytes) return [];
  const ctx = createUserContext(deps, creator);
  const { id } = await beginDeliveryFile(ctx, {
    deliverableId,
    name,
    bytes: bytes.length,
    uploadKey: randomUUID(),
  });
  await storeFilePart(ctx.deps, ctx.actor, { id, part: 0 }, bytes);
  return [id];
}

/** Returns the picture at index `at` of a creator's portfolio, or null if there is none. */
export async function renderPortfolioFrame(deps: Deps, creator: SessionUser, at: number): Promise<Buffer | null> {
  const { portfolio } = await createUserCaller(deps, creator).profiles.own();
  return (portfolio[at] && (await readPicture(deps, portfolio[at].url, PICTURE_PX))) ?? null;
}

const PICTURE_PX = 960;

/**
 * Sends all deliverables as the creator, and approves all but the last as the brand, so that the creator can still
 * complete the booking.
 */
export async function seedDelivered(deps: Deps, sides: BookingSides): Promise<void> {
  const { creator, brand, bookingId } = sides;
  const { items } = await createUserCaller(deps, creator).deliveries.byBooking({ id: bookingId });
  for (const [at, { id: deliverableId }] of items.entries()) {
    const note = DELIVERY_NOTES[(at + bookingId.charCodeAt(0)) % DELIVERY_NOTES.length] ?? '';
    const files = at === 0 ? await uploadFrame(deps, sides, deliverableId, { at: 1, name: 'final-frame.webp' }) : [];
    await createUserCaller(deps, creator).deliveries.send({ deliverableId, number: 1, note, links: [], files });
    if (at < items.length - 1)
      await createUserCaller(deps, brand).deliveries.decide({ deliverableId, number: 1, verdict: 'approved' });
  }
}

/** Plans each deliverable for a day before the booking is due. */
async function planDeliverables(deps: Deps, { creator, bookingId: id }: BookingSides): Promise<void> {
  const { bookings, deliveries } = createUserCaller(deps, creator);
  const { dueAt } = await bookings.byId({ id });
  const [today, due] = [toDayInZone(deps.now(), null), toDayInZone(dueAt ?? deps.now(), null)];
  const { items } = await deliveries.byBooking({ id });
  const days = items.map(({ id: deliverableId }, at) => {
    const day = addDaysToDay(today, 2 * at + 2);
    return { deliverableId, day: day < due ? day : due };
  });
  await deliveries.plan({ id, days });
}

/**
 * Sends a first version of a deliverable, requests changes with a comment on the version's picture, and sends a
 * second version, which needs the brand's decision. `toHours` sets the clock.
 */
export async function seedRevised(deps: Deps, sides: BookingSides, toHours: (hours: number) => void): Promise<void> {
  const { creator, brand, bookingId } = sides;
  const { deliveries } = createUserCaller(deps, creator);
  const [first] = (await deliveries.byBooking({ id: bookingId })).items;
  if (!first) return;
  const deliverableId = first.id;
  toHours(30);
  await planDeliverables(deps, sides);
  toHours(50);
  const draft = await uploadFrame(deps, sides, deliverableId, { at: 0, name: 'opening-shot.webp' });
  const version = { deliverableId, links: [] };
  await deliveries.send({
    ...version,
    number: 1,
    note: 'Here’s a still of the opening before I cut the rest. Does the framing work for you?',
    files: draft,
  });
  toHours(56);
  await createUserCaller(deps, brand).deliveries.decide({
    deliverableId,
    number: 1,
    verdict: 'changes',
    changeRequest: 'Beautiful light! Please leave more room at the top, because our headline goes there.',
    remarks: draft.map((fileId) => ({
      fileId,
      ms: null,
      place: { x: 0.62, y: 0.3 },
      text: 'This gets cut off when it’s cropped to a square.',
    })),
  });
  toHours(72);
  const files = await uploadFrame(deps, sides, deliverableId, { at: 2, name: 'opening-shot-2.webp' });
  await deliveries.send({
    ...version,
    number: 2,
    note: 'I left more room at the top and stepped farther back.',
    files,
  });
}
