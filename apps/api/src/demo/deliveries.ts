/** What the demo's creators send of their work, and what brands say to it. */
import { addDays, dayIn } from '@marquee/booking';
import type { SessionUser } from '../core/ctx.ts';
import type { Deps } from '../core/deps.ts';
import { beginFile, takePart } from '../modules/deliveries/files.service.ts';
import { readPicture } from '../modules/pictures/pictures.service.ts';
import { callerOf } from './builders.ts';

const NOTES = [
  'Filmed in daylight as you asked. The second take has a little more of the product in it, so I chose that one.',
  'Here it is. Captions are in the file, and there is a version without music if you need it for ads.',
  'All in one cut. I left two seconds at the end for your logo.',
  'The colours are as they come out of the camera; tell me if you want them warmer.',
  'Posted this morning, the link is below.',
] as const;

interface Sides {
  bookingId: string;
  creator: SessionUser;
  brand: SessionUser;
}

/** Uploads a picture of the creator's portfolio as a frame of the work. */
async function uploadFrame(
  deps: Deps,
  { creator }: Sides,
  deliverableId: string,
  { at, name }: { at: number; name: string },
): Promise<string[]> {
  const bytes = await frameOf(deps, creator, at);
  if (!bytes) return [];
  const ctx = { ...deps, user: creator, ip: '127.0.0.1', session: null };
  const { id } = await beginFile(ctx, { deliverableId, name, bytes: bytes.length, changedAt: deps.now().getTime() });
  await takePart(ctx, { id, part: 0 }, bytes);
  return [id];
}

/** A picture of a creator's portfolio, as bytes. */
export async function frameOf(deps: Deps, creator: SessionUser, at: number): Promise<Buffer | null> {
  const { portfolio } = await callerOf(deps, creator).profiles.own();
  return (portfolio[at] && (await readPicture(deps, portfolio[at].url, PICTURE_PX))) ?? null;
}

/** The middle width of a portfolio picture. */
const PICTURE_PX = 960;

/** Everything is sent, and all but the last of it approved: the work can be marked as completed. */
export async function seedDelivered(deps: Deps, sides: Sides): Promise<void> {
  const { creator, brand, bookingId } = sides;
  const { items } = await callerOf(deps, creator).deliveries.ofBooking({ id: bookingId });
  for (const [at, { id: deliverableId }] of items.entries()) {
    const note = NOTES[(at + bookingId.charCodeAt(0)) % NOTES.length] ?? '';
    const files = at === 0 ? await uploadFrame(deps, sides, deliverableId, { at: 1, name: 'final-frame.webp' }) : [];
    await callerOf(deps, creator).deliveries.send({ deliverableId, number: 1, note, links: [], files });
    if (at < items.length - 1)
      await callerOf(deps, brand).deliveries.decide({ deliverableId, number: 1, verdict: 'approved' });
  }
}

/** The creator plans every part for one of the days until the work is due. */
async function plan(deps: Deps, { creator, bookingId: id }: Sides): Promise<void> {
  const { bookings, deliveries } = callerOf(deps, creator);
  const { dueAt } = await bookings.byId({ id });
  const [today, due] = [dayIn(deps.now(), null), dayIn(dueAt ?? deps.now(), null)];
  const { items } = await deliveries.ofBooking({ id });
  const days = items.map(({ id: deliverableId }, at) => {
    const day = addDays(today, 2 * at + 2);
    return { deliverableId, day: day < due ? day : due };
  });
  await deliveries.plan({ id, days });
}

/** A first version came back with a remark on its picture, and a second one waits for the brand. */
export async function seedRevised(deps: Deps, sides: Sides, toHours: (hours: number) => void): Promise<void> {
  const { creator, brand, bookingId } = sides;
  const { deliveries } = callerOf(deps, creator);
  const [first] = (await deliveries.ofBooking({ id: bookingId })).items;
  if (!first) return;
  const deliverableId = first.id;
  toHours(30);
  await plan(deps, sides);
  toHours(50);
  const draft = await uploadFrame(deps, sides, deliverableId, { at: 0, name: 'opening-shot.webp' });
  const sent = { deliverableId, links: [] };
  await deliveries.send({
    ...sent,
    number: 1,
    note: 'A still of the opening, before I cut the rest. Does the framing work for you?',
    files: draft,
  });
  toHours(56);
  await callerOf(deps, brand).deliveries.decide({
    deliverableId,
    number: 1,
    verdict: 'changes',
    wish: 'Lovely light! Please leave more room at the top, our headline goes there.',
    remarks: draft.map((fileId) => ({
      fileId,
      ms: null,
      place: { x: 0.62, y: 0.3 },
      text: 'This touches the edge once it is cropped to a square.',
    })),
  });
  toHours(72);
  const files = await uploadFrame(deps, sides, deliverableId, { at: 2, name: 'opening-shot-2.webp' });
  await deliveries.send({ ...sent, number: 2, note: 'More room at the top, and a step further back.', files });
}
