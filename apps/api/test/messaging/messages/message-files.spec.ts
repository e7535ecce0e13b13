/** Tests message files: who uploads, sends and reads them, how they are served, and when they are deleted. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@marquee/time';
import { LIMITS } from '@marquee/validation';
import { FILE_PART_BYTES } from '@marquee/contracts';
import { describe, expect, it } from 'vitest';
import type { SessionUser } from '../../../src/core/ctx.ts';
import { newAdmin, newBooking, newBrand, newCreator, newMember } from '../../../src/demo/builders.ts';
import { deleteOldFiles } from '../../../src/modules/booking/files/files.service.ts';
import { useStack } from '../../support/stack.ts';
import { withOldFactor } from '../../support/accounts.ts';

const stack = useStack();
const PDF = Buffer.from('%PDF-1.7\n<script>alert(1)</script>');
const PNG = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(200)]);

async function upload(user: SessionUser, bytes: Buffer, name = 'brief.pdf'): Promise<string> {
  const browser = await stack.asBrowser(user);
  const begun = await stack.as(user).messages.beginFile({ name, bytes: bytes.length, uploadKey: randomUUID() });
  for (let { part, isWhole } = begun; !isWhole; part++) {
    const body = bytes.subarray(part * FILE_PART_BYTES, (part + 1) * FILE_PART_BYTES);
    const type = { 'content-type': 'application/octet-stream' };
    const answer = await browser('PUT', `/api/files/${begun.id}/parts/${part}`, body, type);
    expect(answer.statusCode, answer.body).toBe(200);
    ({ isWhole } = answer.json<{ isWhole: boolean }>());
  }
  return begun.id;
}

const readBy = async (user: SessionUser | null, id: string, query = '') =>
  (await stack.asBrowser(user))('GET', `/api/files/${id}${query}`);
const statusFor = async (user: SessionUser | null, id: string) => (await readBy(user, id)).statusCode;
const isStored = (id: string) => existsSync(join(stack.deps.env.DATA_DIR, 'files', `${id}-0`));
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'nothing',
    (error: { failure?: string; code: string }) => error.failure ?? error.code,
  );

async function pair() {
  const [creator, brand] = [await newCreator(stack.deps), await newBrand(stack.deps)];
  const say = (as: SessionUser, files: string[], text = '') =>
    stack.as(as).messages.send({
      to: as === brand ? { username: creator.username } : { username: brand.username },
      clientId: randomUUID(),
      text,
      files,
    });
  return { creator, brand, say };
}

describe('a message file', () => {
  it('can be downloaded unchanged by the recipient once it is sent, and by no user outside the conversation', async () => {
    const { creator, brand, say } = await pair();
    const bytes = randomBytes(FILE_PART_BYTES + 1_000);
    const id = await upload(brand, bytes, '../../evil "name".bin');
    expect([await statusFor(brand, id), await statusFor(creator, id)]).toEqual([200, 404]);
    const { message, conversationId } = await say(brand, [id]);
    expect(message).toMatchObject({ text: '', files: [{ id, bytes: bytes.length, mediaType: null, droppedAt: null }] });
    const [heard] = (await stack.as(creator).messages.page({ id: conversationId })).items;
    expect(heard?.files).toEqual(message.files);
    const answer = await readBy(creator, id);
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(
      createHash('sha256').update(bytes).digest('hex'),
    );
    expect(answer.headers['content-disposition']).toContain('attachment; filename=".._.._evil _name_.bin"');
    for (const stranger of [await newBrand(stack.deps), await newCreator(stack.deps), await newAdmin(stack.deps)])
      expect(await statusFor(stranger, id)).toBe(404);
    expect(await statusFor(null, id)).toBe(401);
    // A sent file can neither be sent again nor discarded.
    await stack.as(brand).messages.discardFile({ id });
    expect(await statusFor(creator, id)).toBe(200);
    expect(await refusalOf(say(brand, [id]))).toBe('FILE_NOT_READY');
  });

  it('is displayed in the browser only if its content is an image, and is otherwise downloaded', async () => {
    const { creator, brand, say } = await pair();
    const [picture, paper] = [await upload(brand, PNG, 'paper.html'), await upload(brand, PDF, 'picture.png')];
    const { message } = await say(brand, [picture, paper], 'Two of them');
    expect(message.files.map(({ mediaType }) => mediaType)).toEqual(['image/png', null]);
    const shown = await readBy(creator, picture, '?show=1');
    expect(shown.headers).toMatchObject({ 'content-type': 'image/png', 'content-disposition': 'inline' });
    const shownFile = await readBy(creator, paper, '?show=1');
    expect(shownFile.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    });
    expect(shownFile.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  });

  it('is visible only to its author if the recipient has blocked the author', async () => {
    const { creator, brand, say } = await pair();
    await say(brand, [], 'Hello');
    await stack.as(creator).messages.setBlocked({ workspaceId: brand.id, isBlocked: true });
    const id = await upload(brand, PNG);
    const { conversationId } = await say(brand, [id]);
    expect([await statusFor(brand, id), await statusFor(creator, id)]).toEqual([200, 404]);
    expect((await stack.as(creator).messages.page({ id: conversationId })).items).toHaveLength(1);
  });

  it('must be fully uploaded by the author of the message, which can contain at most five files', async () => {
    const { creator, brand, say } = await pair();
    const begun = await stack.as(brand).messages.beginFile({ name: 'a', bytes: 10, uploadKey: randomUUID() });
    expect(await refusalOf(say(brand, [begun.id]))).toBe('FILE_NOT_READY');
    expect(await refusalOf(say(brand, [await upload(creator, PNG)]))).toBe('FILE_NOT_READY');
    expect(await refusalOf(say(brand, [randomUUID()]))).toBe('FILE_NOT_READY');
    expect(await refusalOf(say(brand, []))).toBe('BAD_REQUEST');
    const six = Array.from({ length: LIMITS.messageFiles + 1 }, () => randomUUID());
    expect(await refusalOf(say(brand, six))).toBe('BAD_REQUEST');
    const large = { name: 'large', bytes: LIMITS.messageFileBytes + 1, uploadKey: randomUUID() };
    expect(await refusalOf(stack.as(brand).messages.beginFile(large))).toBe('BAD_REQUEST');
    // A refused message leaves nothing behind, and its files can still be sent.
    const good = await upload(brand, PNG, 'good.png');
    expect(await refusalOf(say(brand, [good, begun.id], 'Both'))).toBe('FILE_NOT_READY');
    expect((await say(brand, [good])).message.number).toBe(1);
  });

  it('can be uploaded in several sessions, unless the author already has too many unsent files', async () => {
    const { brand } = await pair();
    const bytes = randomBytes(FILE_PART_BYTES * 2);
    const browser = await stack.asBrowser(brand);
    const uploadInput = { name: 'film.mp4', bytes: bytes.length, uploadKey: randomUUID() };
    const { id } = await stack.as(brand).messages.beginFile(uploadInput);
    const put = (part: number, body: Buffer) =>
      browser('PUT', `/api/files/${id}/parts/${part}`, body, { 'content-type': 'application/octet-stream' });
    await put(0, bytes.subarray(0, FILE_PART_BYTES));
    expect(await stack.as(brand).messages.beginFile(uploadInput)).toEqual({ id, part: 1, isWhole: false });
    expect((await put(1, bytes.subarray(0, 10))).statusCode).toBe(409);
    expect((await put(1, bytes.subarray(FILE_PART_BYTES))).json()).toEqual({ id, part: 2, isWhole: true });
    for (let at = 1; at < LIMITS.messageDrafts; at++)
      await stack.as(brand).messages.beginFile({ name: `${at}`, bytes: 5, uploadKey: randomUUID() });
    expect(
      await refusalOf(stack.as(brand).messages.beginFile({ name: 'more', bytes: 5, uploadKey: randomUUID() })),
    ).toBe('MESSAGE_FILES_WAITING');
    await stack.as(brand).messages.discardFile({ id });
    await stack.idle();
    expect(isStored(id)).toBe(false);
  });

  it('arrives intact together with another file of the same name and size', async () => {
    const { brand, say } = await pair();
    const contents = [randomBytes(FILE_PART_BYTES + 9), randomBytes(FILE_PART_BYTES + 9)];
    const files = await Promise.all(contents.map((bytes) => upload(brand, bytes, 'cut.bin')));
    expect(new Set(files).size).toBe(2);
    await say(brand, files);
    for (const [at, id] of files.entries())
      expect((await readBy(brand, id)).rawPayload.equals(contents[at] ?? Buffer.alloc(0))).toBe(true);
  });

  it('is not shared with a colleague who uploads the same file', async () => {
    const { brand, say } = await pair();
    const colleague = await newMember(stack.deps, brand, 'manager');
    const chosen = { name: 'brief.pdf', bytes: 5, uploadKey: randomUUID() };
    const own = await stack.as(brand).messages.beginFile(chosen);
    const other = await stack.as(colleague).messages.beginFile(chosen);
    expect(other.id).not.toBe(own.id);
    expect(await stack.as(brand).messages.beginFile(chosen)).toEqual(own);
    expect(await refusalOf(say(brand, [own.id]))).toBe('FILE_NOT_READY');
  });

  it('can be read by staff once the booking is disputed, and their access is logged once', async () => {
    const { id: bookingId, asBrand, brand } = await newBooking(stack.deps, { status: 'completed' });
    const file = await upload(brand, PNG, 'proof.png');
    await asBrand.messages.send({ to: { bookingId }, clientId: randomUUID(), text: 'See', files: [file] });
    const admin = await newAdmin(stack.deps);
    expect(await statusFor(admin, file)).toBe(404);
    await asBrand.disputes.reportProblem({ id: bookingId, problem: 'It is not what we ordered', desiredOutcome: null });
    expect([await statusFor(admin, file), await statusFor(admin, file)]).toEqual([200, 200]);
    const { rows } = await stack.deps.pool.query(`select after from admin_action where action = 'file.read'`);
    expect(rows).toEqual([{ after: { file, name: 'proof.png' } }]);
  });

  it('is deleted with its author’s account, after its retention period, or after a week if it was never sent', async () => {
    const { creator, brand, say } = await pair();
    const [sent, old, draft] = [
      await upload(brand, PNG, 'a'),
      await upload(creator, PNG, 'b'),
      await upload(creator, PNG, 'c'),
    ];
    const { conversationId } = await say(brand, [sent], 'Here');
    await say(creator, [old]);
    expect(await stack.as(brand).personalData.export()).toMatchObject({ messages: [{ files: ['a'] }] });
    await stack.as(withOldFactor(brand)).personalData.deleteAccount({ confirmation: 'DELETE' });
    await stack.idle();
    expect([isStored(sent), isStored(old), isStored(draft)]).toEqual([false, true, true]);
    expect(await statusFor(creator, sent)).toBe(404);
    expect((await stack.as(creator).messages.page({ id: conversationId })).items[0]).toMatchObject({
      text: '',
      files: [],
    });
    await stack.pass(8 * DAY_MS);
    await deleteOldFiles(stack.deps);
    await stack.idle();
    expect([isStored(old), isStored(draft)]).toEqual([true, false]);
    await stack.pass(360 * DAY_MS);
    await deleteOldFiles(stack.deps);
    await stack.idle();
    expect(isStored(old)).toBe(false);
    expect((await stack.as(creator).messages.page({ id: conversationId })).items[1]?.files).toMatchObject([
      { id: old, name: 'b', droppedAt: expect.any(String) },
    ]);
  });
});
