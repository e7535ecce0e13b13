/** Tests the files of deliverables: uploads, downloads, remarks about them, and the record of a booking with all files. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FILE_RETENTION_DAYS } from '@marquee/booking';
import { LIMITS } from '@marquee/validation';
import { FILE_PART_BYTES } from '@marquee/contracts';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { extractText } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { newAdmin, newBooking, newBrand, newCreator } from '../../../src/demo/builders.ts';
import { deleteOldFiles } from '../../../src/modules/booking/files/files.service.ts';
import { getRefusalCode, ONE_DAY_MS } from '../../support/booking-money.ts';
import {
  approveVersion,
  BINARY_HEADERS,
  getPartPath,
  getTrpcCode,
  newBookingInProgress,
  only,
  requestChanges,
  sendVersion,
  uploadFile,
} from '../../support/deliveries.ts';
import { checkMoneyAfterAll } from '../../support/money-checks.ts';
import { useStack } from '../../support/stack.ts';

const stack = useStack({}, { mailbox: true });
checkMoneyAfterAll(stack);

const begun = (features?: string[]) => newBookingInProgress(stack, features);
const upload = (
  booking: Parameters<typeof uploadFile>[1]['booking'],
  deliverableId: string,
  bytes: Buffer,
  name?: string,
) => uploadFile(stack, { booking, deliverableId, bytes, name });

const isStored = (id: string, part = 0) => existsSync(join(stack.deps.env.DATA_DIR, 'files', `${id}-${part}`));
const pixels = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();

describe('a deliverable’s file', () => {
  it('is stored separately from another file of the same name and size', async () => {
    const { asCreator, deliverables } = await begun();
    const begin = (uploadKey: string) =>
      asCreator.deliveries.beginFile({ deliverableId: deliverables[0] ?? '', name: 'cut.mp4', bytes: 9, uploadKey });
    const first = await begin('first');
    expect((await begin('second')).id).not.toBe(first.id);
    expect(await begin('first')).toEqual(first);
  });

  it('can be uploaded despite an interruption and downloaded unchanged, in full or by range', async () => {
    const booking = await begun();
    const [reel = ''] = booking.deliverables;
    const bytes = randomBytes(FILE_PART_BYTES + 12_345);
    const creator = await stack.asBrowser(booking.creator);
    const uploadInput = { deliverableId: reel, name: 'cut.mp4', bytes: bytes.length, uploadKey: randomUUID() };
    const { id } = await booking.asCreator.deliveries.beginFile(uploadInput);
    const first = bytes.subarray(0, FILE_PART_BYTES);
    expect((await creator('PUT', getPartPath(id, 1), bytes.subarray(FILE_PART_BYTES), BINARY_HEADERS)).statusCode).toBe(
      409,
    );
    expect((await creator('PUT', getPartPath(id, 0), first.subarray(1), BINARY_HEADERS)).statusCode).toBe(409);
    expect((await creator('PUT', getPartPath(id, 0), first, BINARY_HEADERS)).json()).toEqual({
      id,
      part: 1,
      isWhole: false,
    });
    expect(await getRefusalCode(sendVersion(booking, reel, 1, { files: [id] }))).toBe('FILE_NOT_READY');
    // The page was reloaded and starts the same upload again. It may also send the first part again, if it never got
    // the response.
    expect(await booking.asCreator.deliveries.beginFile(uploadInput)).toEqual({ id, part: 1, isWhole: false });
    expect(
      (await creator('PUT', getPartPath(id, 0), randomBytes(FILE_PART_BYTES), BINARY_HEADERS)).json(),
    ).toMatchObject({ part: 1 });
    expect(
      (await creator('PUT', getPartPath(id, 1), bytes.subarray(FILE_PART_BYTES), BINARY_HEADERS)).json(),
    ).toMatchObject({
      isWhole: true,
    });
    const { items } = await sendVersion(booking, reel, 1, { files: [id] });
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
        booking.asCreator.deliveries.beginFile({ deliverableId, name: `${at}`, bytes: 3, uploadKey: randomUUID() }),
      ),
    );
    const browser = await stack.asBrowser(booking.creator);
    const put = async (id: string) =>
      (await browser('PUT', getPartPath(id, 0), Buffer.from('abc'), BINARY_HEADERS)).statusCode;
    const answers = await Promise.all(files.map(({ id }) => put(id)));
    expect(new Set(answers)).toEqual(new Set([200, 503]));
    expect(answers.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
    for (const { id } of files) expect(await put(id)).toBe(200);
    await sendVersion(booking, deliverableId, 1, { files: files.map(({ id }) => id) });
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
    await sendVersion(booking, reel, 1, { files: [picture, page, drawing] });
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
    const name = `../../../"Ünï; filename=evil.html'`;
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
  ])('keeps its name without invisible characters and with at most 200 characters: %j', async (name, storedName) => {
    const booking = await begun();
    const [reel = ''] = booking.deliverables;
    await upload(booking, reel, Buffer.from('x'), name);
    const { items } = await booking.asCreator.deliveries.byBooking({ id: booking.id });
    expect(items.flatMap(({ drafts }) => drafts.map((draft) => draft.name))).toEqual([storedName]);
  });

  it('is refused without a name', async () => {
    const booking = await begun();
    const [reel = ''] = booking.deliverables;
    for (const name of ['', '\u200e'])
      expect(
        await getTrpcCode(
          booking.asCreator.deliveries.beginFile({ deliverableId: reel, name, bytes: 1, uploadKey: randomUUID() }),
        ),
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
    await sendVersion(booking, reel, 1, { files: [id] });
    expect([await get(booking.brand), await get(admin), await get(await newBrand(stack.deps))]).toEqual([
      200, 404, 404,
    ]);
    const visitor = await stack.app.inject({ method: 'GET', url: `/api/files/${id}` });
    expect(visitor.statusCode).toBe(401);
    const other = await stack.asBrowser(await newCreator(stack.deps));
    expect((await other('PUT', getPartPath(id, 0), Buffer.from('x'), BINARY_HEADERS)).statusCode).toBe(404);
    // A sent file cannot be changed.
    const own = await stack.asBrowser(booking.creator);
    expect((await own('PUT', getPartPath(id, 0), Buffer.from('x'), BINARY_HEADERS)).statusCode).toBe(404);
    await booking.asCreator.deliveries.discardFile({ id });
    expect(await get(booking.brand)).toBe(200);

    await booking.asCreator.bookings.move({ id: booking.id, status: 'completed' });
    await booking.asBrand.disputes.reportProblem({ id: booking.id, problem: 'Wrong', desiredOutcome: null });
    expect([await get(admin), await get(admin)]).toEqual([200, 200]);
    const [dispute] = (await stack.as(admin).admin.disputes({ show: 'open' })).items.filter(
      ({ bookingId }) => bookingId === booking.id,
    );
    const shown = await stack.as(admin).admin.dispute({ id: dispute?.id ?? '' });
    expect(shown.deliverables?.items[0]?.versions[0]?.files).toMatchObject([{ id }]);
    const { rows } = await stack.deps.pool.query(
      `select after from admin_action where action = 'file.read' and actor_person_id = $1`,
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
    await sendVersion(booking, reel, 1, { files: [sent] });
    await stack.idle();
    expect([isStored(out), isStored(left), isStored(sent)]).toEqual([false, false, true]);
  });

  it('has a maximum size, and there is a maximum number of files per version and a maximum total size per booking', async () => {
    const booking = await begun();
    const [reel = '', stories = ''] = booking.deliverables;
    const { asCreator } = booking;
    const toUploadInput = (bytes: number, name: string, deliverableId = reel) =>
      asCreator.deliveries.beginFile({ deliverableId, name, bytes, uploadKey: randomUUID() });
    for (const bytes of [0, LIMITS.fileBytes + 1])
      expect(await getTrpcCode(toUploadInput(bytes, 'x'))).toBe('BAD_REQUEST');
    for (let at = 0; at < LIMITS.deliveryFiles; at++) await toUploadInput(LIMITS.fileBytes, `${at}`);
    expect(await getRefusalCode(toUploadInput(1, 'one more'))).toBe('FILES_TOO_MANY');
    // The 10 files above use 2,000 MB of the 2,048 MB that a booking may have, so another 200 MB file does not fit.
    expect(await getRefusalCode(toUploadInput(LIMITS.fileBytes, 'more', stories))).toBe('FILES_TOO_LARGE');
  });

  it('is deleted a week after the upload if it was never sent, and otherwise after its retention period', async () => {
    const booking = await begun(['1 Reel']);
    const reel = only(booking.deliverables);
    const sent = await upload(booking, reel, Buffer.from('a'), 'a');
    await sendVersion(booking, reel, 1, { files: [sent] });
    const draft = await upload(booking, reel, Buffer.from('b'), 'b');
    const sweep = async (days: number) => {
      await deleteOldFiles({
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
    await approveVersion(booking, reel);
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
    await sendVersion(booking, reel, 1, { files: [fileId] });
    const remark = { fileId, ms: null, place: { x: 0.25, y: 0.5 }, text: 'Our logo is cut off' };
    expect(await getRefusalCode(requestChanges(booking, reel, 1, [{ ...remark, fileId: randomUUID() }]))).toBe(
      'REMARK_MISPLACED',
    );
    for (const wrong of [{ place: { x: 1.1, y: 0 } }, { ms: -1 }, { text: ' ' }])
      expect(await getTrpcCode(requestChanges(booking, reel, 1, [{ ...remark, ...wrong }]))).toBe('BAD_REQUEST');
    const { items } = await requestChanges(booking, reel, 1, [remark, { ...remark, ms: 12_000, place: null }]);
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
    await sendVersion(booking, reel, 1, { note: 'Without music', files: [large, hostile] });
    await requestChanges(booking, reel, 1, [{ fileId: large, ms: 4_200, place: null, text: 'Too loud here' }]);
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
