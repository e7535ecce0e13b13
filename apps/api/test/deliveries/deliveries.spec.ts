/**
 * Tests deliverables: who sends and reviews them and when, how the last approval pays the creator, and file uploads.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  DEFAULT_REVISION_ROUNDS,
  FILE_RETENTION_DAYS,
  MAX_DELIVERABLES,
  MAX_VERSIONS,
  getWorkOutcome,
} from '@marquee/booking';
import { FILE_PART_BYTES, LIMITS } from '@marquee/validation';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { extractText } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { newAdmin, newBooking, newBrand, newCreator, newPackage, newPayableCreator } from '../../src/demo/builders.ts';
import { deleteOldDeliveryFiles } from '../../src/modules/deliveries/files.service.ts';
import { checkMoneyAfterAll } from '../support/money-checks.ts';
import {
  getBalances,
  ONE_DAY_MS,
  listEventKinds,
  PRICE_CENTS,
  getRefusalCode,
  getStripeRecords,
} from '../support/booking-money.ts';
import { useStack } from '../support/stack.ts';

const stack = useStack({}, { mailbox: true });
checkMoneyAfterAll(stack);

type Booked = Awaited<ReturnType<typeof newBooking>>;

/** Creates a booking in progress for a package with these features. */
async function begun(features: string[] = ['1 Reel', '2 Stories', '2 revisions']) {
  const creator = await newPayableCreator(stack.deps);
  const { id: packageId } = await newPackage(stack.deps, creator, { features });
  const booking = await newBooking(stack.deps, { creator, packageId, status: 'in_progress' });
  const { items } = await booking.asBrand.deliveries.byBooking({ id: booking.id });
  return { ...booking, deliverables: items.map(({ id }) => id) };
}

const version = (
  deliverableId: string,
  number = 1,
  more: { note?: string; links?: string[]; files?: string[] } = {},
) => ({
  deliverableId,
  number,
  note: 'Here it is',
  links: [],
  files: [],
  completes: false,
  ...more,
});
const send = ({ asCreator }: Booked, deliverableId: string, number = 1, more = {}) =>
  asCreator.deliveries.send(version(deliverableId, number, more));
const approve = ({ asBrand }: Booked, deliverableId: string, number = 1) =>
  asBrand.deliveries.decide({ deliverableId, number, verdict: 'approved' });
const askAgain = ({ asBrand }: Booked, deliverableId: string, number = 1, remarks: object[] = []) =>
  asBrand.deliveries.decide({
    deliverableId,
    number,
    verdict: 'changes',
    changeRequest: 'Brighter, please',
    remarks: remarks as never,
  });
/** Returns the tRPC error code of a rejected call, or 'nothing' if it succeeds. */
const formOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'nothing',
    ({ code }: { code: string }) => code,
  );
const only = <T>(list: readonly T[]): T => {
  const [one] = list;
  if (one === undefined || list.length !== 1) throw new Error(`${list.length} instead of one`);
  return one;
};

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
    await send(booking, booking.deliverables[0] ?? '');
    const last = (await asCreator.deliveries.byBooking({ id })).items.at(-1)?.id ?? '';
    await send(booking, last);
    expect(await getRefusalCode(asCreator.deliveries.remove({ id: last }))).toBe('DELIVERABLE_SENT');
  });
});

describe('a version of a deliverable', () => {
  it('is announced to the brand by email, and the brand’s review to the creator', async () => {
    const booking = await begun();
    const [reel = ''] = booking.deliverables;
    await send(booking, reel, 1, { links: ['https://example.com/reel'] });
    await stack.idle();
    const mails = async (side: 'brand' | 'creator') =>
      (await stack.mailsTo(booking[side].email)).map(({ subject }) => subject);
    expect(await mails('brand')).toContainEqual(expect.stringMatching(/^Review “1 Reel” by /));
    await askAgain(booking, reel);
    await send(booking, reel, 2, { note: 'Brighter' });
    const { items } = await approve(booking, reel, 2);
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
    expect(await getRefusalCode(asBrand.deliveries.send(version(reel)))).toBe('CREATORS_ONLY');
    expect(
      await getRefusalCode(asCreator.deliveries.decide({ deliverableId: reel, number: 1, verdict: 'approved' })),
    ).toBe('BRANDS_ONLY');
    const other = stack.as(await newCreator(stack.deps));
    expect(await getRefusalCode(other.deliveries.send(version(reel)))).toBe('DELIVERABLE_NOT_FOUND');
    expect(await getRefusalCode(asCreator.deliveries.send(version(randomUUID())))).toBe('DELIVERABLE_NOT_FOUND');
    const otherBrand = stack.as(await newBrand(stack.deps));
    expect(
      await getRefusalCode(otherBrand.deliveries.decide({ deliverableId: reel, number: 1, verdict: 'approved' })),
    ).toBe('DELIVERABLE_NOT_FOUND');
    expect(await getRefusalCode(approve(booking, reel))).toBe('DELIVERABLE_MOVED_ON');
    expect(await getRefusalCode(send(booking, reel, 2))).toBe('DELIVERABLE_MOVED_ON');
    await send(booking, reel);
    await send(booking, reel, 2, { note: 'A better one' });
    // The brand can no longer review the first version.
    expect(await getRefusalCode(approve(booking, reel, 1))).toBe('DELIVERABLE_MOVED_ON');
    await approve(booking, reel, 2);
    expect(await getRefusalCode(send(booking, reel, 3))).toBe('DELIVERABLE_APPROVED');
    expect(await getRefusalCode(askAgain(booking, reel, 2))).toBe('DELIVERABLE_APPROVED');
    expect(await formOf(asCreator.deliveries.send({ ...version(stories), note: ' ' }))).toBe('BAD_REQUEST');
  });

  it('is sent and reviewed only once despite double clicks', async () => {
    const booking = await begun();
    const [reel = ''] = booking.deliverables;
    await Promise.all([send(booking, reel), send(booking, reel)]);
    await Promise.all([approve(booking, reel), approve(booking, reel)]);
    const events = await listEventKinds(stack, booking.id);
    const count = (kind: string) => events.filter((each) => each === kind).length;
    expect([count('delivery.sent'), count('delivery.approved')]).toEqual([1, 1]);
  });

  it('can be sent back until the included revision rounds are used up, and replaced up to a maximum number of versions', async () => {
    const booking = await begun();
    const [reel = ''] = booking.deliverables;
    for (let round = 1; round <= DEFAULT_REVISION_ROUNDS; round++) {
      await send(booking, reel, round);
      await askAgain(booking, reel, round);
    }
    await send(booking, reel, DEFAULT_REVISION_ROUNDS + 1);
    expect(await getRefusalCode(askAgain(booking, reel, DEFAULT_REVISION_ROUNDS + 1))).toBe('ROUNDS_SPENT');
    for (let number = DEFAULT_REVISION_ROUNDS + 2; number <= MAX_VERSIONS; number++)
      await send(booking, reel, number, { note: `${number}` });
    expect(await getRefusalCode(send(booking, reel, MAX_VERSIONS + 1))).toBe('VERSIONS_SPENT');
    await approve(booking, reel, MAX_VERSIONS);
  });

  it('can be sent from the start of the work until the payment is settled', async () => {
    const booking = await begun(['1 Reel']);
    const { asBrand, asCreator, id } = booking;
    const reel = only(booking.deliverables);
    await asCreator.bookings.move({ id, status: 'completed' });
    await send(booking, reel);
    await asBrand.disputes.reportProblem({ id, problem: 'The sound is missing', wanted: 'redo' });
    await send(booking, reel, 2, { note: 'With sound' });
    expect(await getRefusalCode(approve(booking, reel, 2))).toBe('BOOKING_FROZEN');
    await asBrand.disputes.withdraw({ id });
    await approve(booking, reel, 2);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ paymentState: 'released' });
    expect(await getRefusalCode(send(booking, reel, 3))).toBe('DELIVERY_REFUSED');
  });
});

describe('the approval of the last deliverable', () => {
  it('completes the work and pays the creator once', async () => {
    const booking = await begun();
    const { id, asBrand, deliverables } = booking;
    for (const each of deliverables) await send(booking, each);
    await approve(booking, deliverables[0] ?? '');
    expect(await getStripeRecords(stack, id)).toMatchObject({ transfers: [] });
    const last = deliverables[1] ?? '';
    await Promise.allSettled([approve(booking, last), approve(booking, last), approve(booking, last)]);
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
    await send(booking, reel);
    await Promise.allSettled([approve(booking, reel), asCreator.cancellations.request({ id, reason: 'I am ill' })]);
    await stack.idle();
    const after = await asBrand.bookings.byId({ id });
    if (after.cancellation === null) expect(after).toMatchObject({ status: 'completed', paymentState: 'released' });
    else {
      expect(after).toMatchObject({ status: 'in_progress', paymentState: 'held' });
      expect(await getRefusalCode(approve(booking, reel))).toBe('CANCELLATION_OPEN');
      await asBrand.cancellations.answer({ id, answer: 'agree' });
    }
    await stack.idle();
    const { transfers, refunds } = await getStripeRecords(stack, id);
    expect(transfers.length + refunds.length).toBe(1);
    expect(await getBalances(stack, id)).not.toHaveProperty('held');
  });
});

const PUT = { 'content-type': 'application/octet-stream' };
const parts = (id: string, part: number) => `/api/files/${id}/parts/${part}`;

async function upload(booking: Booked, deliverableId: string, bytes: Buffer, name = 'cut.bin') {
  const browser = await stack.asBrowser(booking.creator);
  const begun = await booking.asCreator.deliveries.beginFile({
    deliverableId,
    name,
    bytes: bytes.length,
    changedAt: 1,
  });
  let at = begun;
  for (let part = begun.part; !at.isWhole; part++) {
    const answer = await browser(
      'PUT',
      parts(at.id, part),
      bytes.subarray(part * FILE_PART_BYTES, (part + 1) * FILE_PART_BYTES),
      PUT,
    );
    expect(answer.statusCode).toBe(200);
    at = answer.json();
  }
  return at.id;
}

const isStored = (id: string, part = 0) => existsSync(join(stack.deps.env.DATA_DIR, 'files', `${id}-${part}`));
const pixels = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();

describe('the first version of the last missing deliverable', () => {
  it('can mark the work as completed, which notifies the brand once', async () => {
    const booking = await begun();
    const { id, asBrand, deliverables } = booking;
    const [reel = '', stories = ''] = deliverables;
    expect(await getRefusalCode(send(booking, reel, 1, { completes: true }))).toBe('DELIVERABLES_MISSING');
    await send(booking, reel);
    await approve(booking, reel);
    await send(booking, stories, 1, { completes: true });
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
    await approve(booking, stories);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ paymentState: 'released' });
  });

  it('cannot complete the work during an open cancellation request', async () => {
    const booking = await begun(['1 Reel']);
    const reel = only(booking.deliverables);
    await booking.asBrand.cancellations.request({ id: booking.id, reason: 'We stopped the campaign' });
    expect(await getRefusalCode(send(booking, reel, 1, { completes: true }))).toBe('CANCELLATION_OPEN');
    expect((await booking.asBrand.deliveries.byBooking({ id: booking.id })).items[0]?.versions).toEqual([]);
  });
});

describe('changing completed work', () => {
  it('restarts the brand’s review period when the brand requests changes, and again when the creator sends the new version', async () => {
    const booking = await begun(['1 Reel']);
    const { id, asBrand } = booking;
    const reel = only(booking.deliverables);
    await send(booking, reel, 1, { completes: true });
    const left = async () =>
      Math.round((Number((await asBrand.bookings.byId({ id })).releaseAt) - Number(stack.deps.now())) / ONE_DAY_MS);
    await stack.pass(4 * ONE_DAY_MS);
    expect(await left()).toBe(1);
    await askAgain(booking, reel);
    expect(await left()).toBe(5);
    await stack.pass(3 * ONE_DAY_MS);
    await send(booking, reel, 2, { note: 'Brighter' });
    expect(await left()).toBe(5);
    await stack.pass(4 * ONE_DAY_MS);
    await send(booking, reel, 3, { note: 'Brighter still' });
    expect(await left()).toBe(1);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ paymentState: 'held' });
    await stack.pass(2 * ONE_DAY_MS);
    expect(await asBrand.bookings.byId({ id })).toMatchObject({ paymentState: 'released' });
  });
});

describe('a deliverable’s file', () => {
  it('can be uploaded despite an interruption and downloaded unchanged, in full or by range', async () => {
    const booking = await begun();
    const [reel = ''] = booking.deliverables;
    const bytes = randomBytes(FILE_PART_BYTES + 12_345);
    const creator = await stack.asBrowser(booking.creator);
    const asked = { deliverableId: reel, name: 'cut.mp4', bytes: bytes.length, changedAt: 1 };
    const { id } = await booking.asCreator.deliveries.beginFile(asked);
    const first = bytes.subarray(0, FILE_PART_BYTES);
    expect((await creator('PUT', parts(id, 1), bytes.subarray(FILE_PART_BYTES), PUT)).statusCode).toBe(409);
    expect((await creator('PUT', parts(id, 0), first.subarray(1), PUT)).statusCode).toBe(409);
    expect((await creator('PUT', parts(id, 0), first, PUT)).json()).toEqual({ id, part: 1, isWhole: false });
    expect(await getRefusalCode(send(booking, reel, 1, { files: [id] }))).toBe('FILE_NOT_READY');
    // The page was reloaded and starts the same upload again. It may also send the first part again, if it never got
    // the response.
    expect(await booking.asCreator.deliveries.beginFile(asked)).toEqual({ id, part: 1, isWhole: false });
    expect((await creator('PUT', parts(id, 0), randomBytes(FILE_PART_BYTES), PUT)).json()).toMatchObject({ part: 1 });
    expect((await creator('PUT', parts(id, 1), bytes.subarray(FILE_PART_BYTES), PUT)).json()).toMatchObject({
      isWhole: true,
    });
    const { items } = await send(booking, reel, 1, { files: [id] });
    expect(only(items[0]?.versions[0]?.files ?? [])).toMatchObject({
      name: 'cut.mp4',
      // The type is detected from the content, regardless of the name.
      mediaType: null,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    const brand = await stack.asBrowser(booking.brand);
    const whole = await brand('GET', `/api/files/${id}?show=1`);
    expect(whole.rawPayload.equals(bytes)).toBe(true);
    expect(whole.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="cut.mp4"; filename*=UTF-8''cut.mp4`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const across = await brand('GET', `/api/files/${id}`, undefined, {
      range: `bytes=${FILE_PART_BYTES - 5}-${FILE_PART_BYTES + 4}`,
    });
    expect([across.statusCode, across.headers['content-range']]).toEqual([
      206,
      `bytes ${FILE_PART_BYTES - 5}-${FILE_PART_BYTES + 4}/${bytes.length}`,
    ]);
    expect(across.rawPayload.equals(bytes.subarray(FILE_PART_BYTES - 5, FILE_PART_BYTES + 5))).toBe(true);
    const tail = await brand('GET', `/api/files/${id}`, undefined, { range: 'bytes=-7' });
    expect(tail.rawPayload.equals(bytes.subarray(-7))).toBe(true);
    expect((await brand('GET', `/api/files/${id}`, undefined, { range: `bytes=${bytes.length}-` })).statusCode).toBe(
      416,
    );
    const again = await brand('GET', `/api/files/${id}`, undefined, { 'if-none-match': `"${id}"` });
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0]);
  });

  it('is uploaded a few parts at a time, and parts rejected with 503 can be sent again', async () => {
    const booking = await begun(['1 Reel']);
    const deliverableId = only(booking.deliverables);
    const files = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        booking.asCreator.deliveries.beginFile({ deliverableId, name: `${at}`, bytes: 3, changedAt: 1 }),
      ),
    );
    const browser = await stack.asBrowser(booking.creator);
    const put = async (id: string) => (await browser('PUT', parts(id, 0), Buffer.from('abc'), PUT)).statusCode;
    const answers = await Promise.all(files.map(({ id }) => put(id)));
    expect(new Set(answers)).toEqual(new Set([200, 503]));
    expect(answers.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
    for (const { id } of files) expect(await put(id)).toBe(200);
    await send(booking, deliverableId, 1, { files: files.map(({ id }) => id) });
  });

  it('is shown inline only if its content is an image, a video or audio', async () => {
    const booking = await begun();
    const [reel = ''] = booking.deliverables;
    const picture = await upload(booking, reel, await pixels(), 'photo.exe');
    const page = await upload(booking, reel, Buffer.from('<script>alert(1)</script>'), 'photo.png');
    const drawing = await upload(
      booking,
      reel,
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      'a.svg',
    );
    await send(booking, reel, 1, { files: [picture, page, drawing] });
    const brand = await stack.asBrowser(booking.brand);
    const headers = async (id: string) => {
      const answer = await brand('GET', `/api/files/${id}?show=1`);
      return [answer.headers['content-type'], String(answer.headers['content-disposition']).split(';')[0]];
    };
    expect(await headers(picture)).toEqual(['image/png', 'inline']);
    for (const id of [page, drawing]) expect(await headers(id)).toEqual(['application/octet-stream', 'attachment']);
    const plain = await brand('GET', `/api/files/${picture}`);
    expect(plain.headers['content-disposition']).toContain('attachment');
  });

  it('has its name escaped in the Content-Disposition header', async () => {
    const booking = await begun();
    const [reel = ''] = booking.deliverables;
    const name = `../../"Ünï; filename=evil.html'`;
    const id = await upload(booking, reel, Buffer.from('x'), name);
    const answer = await (await stack.asBrowser(booking.creator))('GET', `/api/files/${id}`);
    const header = String(answer.headers['content-disposition']);
    expect(header).toMatch(/^attachment; filename="[\w .()-]*"; filename\*=UTF-8''[\w.%-]*$/);
    expect(decodeURIComponent(header.split("''")[1] ?? '')).toBe(name);
  });

  it.each([
    ['a\nb.mp4', 'a b.mp4'],
    ['a\u202Etxt.exe', 'atxt.exe'],
    ['\u200ePhoto\u2068 1\u2069 so\u00adft.png', 'Photo 1 soft.png'],
    ['می\u200cخواهم.pdf', 'می\u200cخواهم.pdf'],
    [`${'x'.repeat(300)}.final.mp4`, `${'x'.repeat(196)}.mp4`],
    [`${'x'.repeat(195)}😀.mp4`, `${'x'.repeat(195)}.mp4`],
  ])('keeps its name without invisible characters and with at most 200 characters: %j', async (name, kept) => {
    const booking = await begun();
    const [reel = ''] = booking.deliverables;
    await upload(booking, reel, Buffer.from('x'), name);
    const { items } = await booking.asCreator.deliveries.byBooking({ id: booking.id });
    expect(items.flatMap(({ drafts }) => drafts.map((draft) => draft.name))).toEqual([kept]);
  });

  it('is refused without a name', async () => {
    const booking = await begun();
    const [reel = ''] = booking.deliverables;
    for (const name of ['', '\u200e'])
      expect(
        await formOf(booking.asCreator.deliveries.beginFile({ deliverableId: reel, name, bytes: 1, changedAt: 1 })),
      ).toBe('BAD_REQUEST');
  });

  it('is visible to the creator before it is sent, then to both sides, and to staff during a dispute', async () => {
    const booking = await begun(['1 Reel']);
    const reel = only(booking.deliverables);
    const id = await upload(booking, reel, await pixels());
    const admin = await newAdmin(stack.deps);
    const get = async (user: Parameters<typeof stack.asBrowser>[0]) =>
      (await (await stack.asBrowser(user))('GET', `/api/files/${id}`)).statusCode;
    expect([await get(booking.creator), await get(booking.brand), await get(admin)]).toEqual([200, 404, 404]);
    expect((await booking.asBrand.deliveries.byBooking({ id: booking.id })).items[0]?.drafts).toEqual([]);
    await send(booking, reel, 1, { files: [id] });
    expect([await get(booking.brand), await get(admin), await get(await newBrand(stack.deps))]).toEqual([
      200, 404, 404,
    ]);
    const visitor = await stack.app.inject({ method: 'GET', url: `/api/files/${id}` });
    expect(visitor.statusCode).toBe(401);
    const other = await stack.asBrowser(await newCreator(stack.deps));
    expect((await other('PUT', parts(id, 0), Buffer.from('x'), PUT)).statusCode).toBe(404);
    // A sent file cannot be changed.
    const own = await stack.asBrowser(booking.creator);
    expect((await own('PUT', parts(id, 0), Buffer.from('x'), PUT)).statusCode).toBe(404);
    await booking.asCreator.deliveries.discardFile({ id });
    expect(await get(booking.brand)).toBe(200);

    await booking.asCreator.bookings.move({ id: booking.id, status: 'completed' });
    await booking.asBrand.disputes.reportProblem({ id: booking.id, problem: 'Wrong', wanted: null });
    expect([await get(admin), await get(admin)]).toEqual([200, 200]);
    const [dispute] = (await stack.as(admin).admin.disputes({ show: 'open' })).items.filter(
      ({ bookingId }) => bookingId === booking.id,
    );
    const shown = await stack.as(admin).admin.dispute({ id: dispute?.id ?? '' });
    expect(shown.deliverables?.items[0]?.versions[0]?.files).toMatchObject([{ id }]);
    const { rows } = await stack.deps.pool.query(
      `select after from admin_action where action = 'file.read' and actor_id = $1`,
      [admin.id],
    );
    expect(rows).toEqual([{ after: { file: id, name: 'cut.bin' } }]);
  });

  it('is deleted from storage if the creator removes it or sends the version without it', async () => {
    const booking = await begun();
    const [reel = ''] = booking.deliverables;
    const [out, left, sent] = [
      await upload(booking, reel, Buffer.from('a'), 'a'),
      await upload(booking, reel, Buffer.from('b'), 'b'),
      await upload(booking, reel, Buffer.from('c'), 'c'),
    ];
    expect([isStored(out), isStored(left), isStored(sent)]).toEqual([true, true, true]);
    await booking.asCreator.deliveries.discardFile({ id: out });
    await send(booking, reel, 1, { files: [sent] });
    await stack.idle();
    expect([isStored(out), isStored(left), isStored(sent)]).toEqual([false, false, true]);
  });

  it('has a maximum size, and there is a maximum number of files per version and a maximum total size per booking', async () => {
    const booking = await begun();
    const [reel = '', stories = ''] = booking.deliverables;
    const { asCreator } = booking;
    const asked = (bytes: number, name: string, deliverableId = reel) =>
      asCreator.deliveries.beginFile({ deliverableId, name, bytes, changedAt: 1 });
    for (const bytes of [0, LIMITS.fileBytes + 1]) expect(await formOf(asked(bytes, 'x'))).toBe('BAD_REQUEST');
    for (let at = 0; at < LIMITS.deliveryFiles; at++) await asked(LIMITS.fileBytes, `${at}`);
    expect(await getRefusalCode(asked(1, 'one more'))).toBe('FILES_TOO_MANY');
    // The 10 files above use 2,000 MB of the 2,048 MB that a booking may have, so another 200 MB file does not fit.
    expect(await getRefusalCode(asked(LIMITS.fileBytes, 'more', stories))).toBe('FILES_TOO_LARGE');
  });

  it('is deleted a week after the upload if it was never sent, and otherwise after its retention period', async () => {
    const booking = await begun(['1 Reel']);
    const reel = only(booking.deliverables);
    const sent = await upload(booking, reel, Buffer.from('a'), 'a');
    await send(booking, reel, 1, { files: [sent] });
    const draft = await upload(booking, reel, Buffer.from('b'), 'b');
    const sweep = async (days: number) => {
      await deleteOldDeliveryFiles({
        ...stack.deps,
        now: () => new Date(stack.deps.now().getTime() + days * ONE_DAY_MS),
      });
      await stack.idle();
      return [isStored(sent), isStored(draft)];
    };
    expect(await sweep(6)).toEqual([true, true]);
    expect(await sweep(8)).toEqual([true, false]);
    // Files of an open booking are kept.
    expect(await sweep(FILE_RETENTION_DAYS + 1)).toEqual([true, false]);
    await approve(booking, reel);
    expect(await sweep(FILE_RETENTION_DAYS - 1)).toEqual([true, false]);
    expect(await sweep(FILE_RETENTION_DAYS + 1)).toEqual([false, false]);
    const { items } = await booking.asBrand.deliveries.byBooking({ id: booking.id });
    expect(items[0]?.versions[0]?.files[0]?.droppedAt).not.toBeNull();
    const answer = await (await stack.asBrowser(booking.brand))('GET', `/api/files/${sent}`);
    expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
      404,
      `This file was deleted, because files are kept for ${FILE_RETENTION_DAYS} days.`,
    ]);
  });
});

describe('a remark in a change request', () => {
  it('must refer to a file of the version, and to a position or a time in that file', async () => {
    const booking = await begun();
    const [reel = ''] = booking.deliverables;
    const fileId = await upload(booking, reel, await pixels());
    await send(booking, reel, 1, { files: [fileId] });
    const remark = { fileId, ms: null, place: { x: 0.25, y: 0.5 }, text: 'Our logo is cut off' };
    expect(await getRefusalCode(askAgain(booking, reel, 1, [{ ...remark, fileId: randomUUID() }]))).toBe(
      'REMARK_MISPLACED',
    );
    for (const wrong of [{ place: { x: 1.1, y: 0 } }, { ms: -1 }, { text: ' ' }])
      expect(await formOf(askAgain(booking, reel, 1, [{ ...remark, ...wrong }]))).toBe('BAD_REQUEST');
    const { items } = await askAgain(booking, reel, 1, [remark, { ...remark, ms: 12_000, place: null }]);
    expect(items[0]?.versions[0]?.remarks).toEqual([remark, { ...remark, ms: 12_000, place: null }]);
  });
});

describe('the record of a booking', () => {
  const read = async (user: Parameters<typeof stack.asBrowser>[0], id: string, form: 'pdf' | 'zip') =>
    (await stack.asBrowser(user))('GET', `/api/records/${id}.${form}`);

  it('contains the order, messages, deliveries and decisions, and an exact copy of every sent file', async () => {
    const booking = await begun();
    const { id, asBrand, asCreator } = booking;
    const [reel = ''] = booking.deliverables;
    const bytes = randomBytes(FILE_PART_BYTES + 7);
    const large = await upload(booking, reel, bytes, 'cut.mp4');
    const hostile = await upload(booking, reel, Buffer.from('x'), '..\\../etc: passwd');
    await send(booking, reel, 1, { note: 'Without music', files: [large, hostile] });
    await askAgain(booking, reel, 1, [{ fileId: large, ms: 4_200, place: null, text: 'Too loud here' }]);
    await asCreator.messages.send({ to: { bookingId: id }, text: 'The jingle is ours', clientId: randomUUID() });
    await asBrand.messages.send({ to: { bookingId: id }, text: 'Understood', clientId: randomUUID() });

    const pdf = await read(booking.brand, id, 'pdf');
    expect(pdf.statusCode).toBe(200);
    const { text } = await extractText(new Uint8Array(pdf.rawPayload), { mergePages: true });
    const said = text.replaceAll(/\s+/g, ' ');
    for (const words of [
      `${booking.brand.fullName} placed an order`,
      'Without music',
      'Brighter, please',
      'At 4 s: Too loud here',
      `${booking.creator.fullName}: The jingle is ours`,
      `${booking.brand.fullName}: Understood`,
      'Deliverable: 2 Stories',
    ])
      expect(said).toContain(words);
    // A checksum may be wrapped over several lines.
    expect(text.replaceAll(/\s/g, '')).toContain(createHash('sha256').update(bytes).digest('hex'));

    const archive = await read(booking.creator, id, 'zip');
    expect(archive.headers['content-type']).toBe('application/zip');
    const files = unzipSync(new Uint8Array(archive.rawPayload));
    const names = Object.keys(files);
    expect(names.filter((name) => name.startsWith('files/'))).toEqual([
      'files/1-v1-1-cut.mp4',
      'files/1-v1-2-__.._etc_ passwd',
    ]);
    expect(names.filter((name) => /^(record|agreement)-A-[\d-]+\.pdf$/.test(name))).toHaveLength(2);
    expect(Buffer.from(files['files/1-v1-1-cut.mp4'] ?? []).equals(bytes)).toBe(true);
  });

  it('is available only to the brand and the creator, and only after the order was accepted', async () => {
    const booking = await begun();
    for (const user of [await newBrand(stack.deps), await newCreator(stack.deps), await newAdmin(stack.deps)])
      for (const form of ['pdf', 'zip'] as const) expect((await read(user, booking.id, form)).statusCode).toBe(404);
    expect((await stack.app.inject({ method: 'GET', url: `/api/records/${booking.id}.zip` })).statusCode).toBe(401);
    const waiting = await newBooking(stack.deps);
    expect((await read(waiting.brand, waiting.id, 'pdf')).statusCode).toBe(404);
  });
});

describe('approving a whole booking', () => {
  it('approves the latest version of each deliverable that was sent', async () => {
    const booking = await begun(['1 Reel', '2 Stories']);
    const [reel = '', stories = ''] = booking.deliverables;
    await send(booking, reel);
    await askAgain(booking, reel);
    await send(booking, reel, 2);
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
    await booking.asCreator.deliveries.send({ ...version(reel), completes: true });
    await stack.pass(6 * ONE_DAY_MS);
    const ended = await booking.asBrand.bookings.byId({ id: booking.id });
    expect(ended).toMatchObject({ paymentState: 'released', approvedAt: null });
    const { items } = await booking.asBrand.deliveries.byBooking({ id: booking.id });
    expect(items[0]?.versions.map(({ verdict }) => verdict)).toEqual([null]);
    expect(getWorkOutcome(ended)).toBe('released');
  });
});
