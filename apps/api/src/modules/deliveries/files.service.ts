/**
 * Files of deliverables. One is uploaded in parts, in a row; where an upload broke off it goes on. What it is is decided by
 * its content. Both sides read what was sent; staff does while it decides a dispute about the booking, and that is recorded.
 */
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { DAY_MS, DRAFT_FILES_KEPT_DAYS, FILES_KEPT_DAYS } from '@marquee/booking';
import { FILE_PART_BYTES, filePartBytes, fileParts, LIMITS, type NewFile } from '@marquee/validation';
import type { Transaction } from 'kysely';
import { recordAdminAction } from '../../core/admin-actions.ts';
import type { UserCtx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { Failure } from '../../core/failures.ts';
import { openGate } from '../../core/gate.ts';
import { enqueue } from '../../core/queue.ts';
import { checkRate } from '../../core/rates.ts';
import type { Database } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import {
  deleteDrafts,
  deleteOldDrafts,
  dropOldFiles,
  findDeliverable,
  findFile,
  findUpload,
  wasRecorded,
  insertFile,
  lockFile,
  sumFiles,
  updateFile,
} from '../bookings/deliveries.sql.ts';
import { findOpenDispute } from '../bookings/disputes.sql.ts';
import { lockFor } from '../bookings/rules.service.ts';
import { mediaTypeOf } from './media-types.service.ts';

/** A part is held in memory while it is stored, and its file's row is locked. */
const gated = openGate(4, 40);

/** Under which name a part of a file is stored. */
const partName = (id: string, part: number): string => `${id}-${part}`;

/** Where an upload stands: the next part, counted from 0, and whether there is none. */
export interface Upload {
  id: string;
  part: number;
  isWhole: boolean;
}

/**
 * Begins the upload of a file for a deliverable, or finds the one that broke off. Fails with DELIVERABLE_NOT_FOUND,
 * DELIVERY_REFUSED, FILES_TOO_MANY, FILES_TOO_LARGE or TOO_MANY_REQUESTS.
 */
export async function beginFile(ctx: UserCtx, input: NewFile): Promise<Upload> {
  await checkRate(ctx, 'file', ctx.user.id);
  return inTransaction(ctx.db, async (tx) => {
    const { bookingId } = await demandOwn(tx, ctx, input.deliverableId);
    const begun = await findUpload(tx, input);
    if (begun) return standing(begun);
    const { bytes, drafts } = await sumFiles(tx, { bookingId, deliverableId: input.deliverableId });
    if (drafts >= LIMITS.deliveryFiles) throw new Failure('FILES_TOO_MANY');
    if (bytes + input.bytes > LIMITS.bookingFileBytes) throw new Failure('FILES_TOO_LARGE');
    return standing(await insertFile(tx, { ...input, begunAt: ctx.now() }));
  });
}

const standing = ({ id, parts, finishedAt }: { id: string; parts: number; finishedAt: Date | null }): Upload => ({
  id,
  part: parts,
  isWhole: finishedAt !== null,
});

/** Locks the booking of the caller's own deliverable. Fails with DELIVERABLE_NOT_FOUND or DELIVERY_REFUSED. */
async function demandOwn(tx: Transaction<Database>, ctx: UserCtx, deliverableId: string) {
  const found = await findDeliverable(tx, deliverableId);
  if (!found || found.creatorId !== ctx.user.id) throw new Failure('DELIVERABLE_NOT_FOUND');
  await lockFor(tx, ctx, found.bookingId, 'deliver');
  return found;
}

/**
 * Stores the next part of an upload; one that is there already is not stored again. With the last one the file is looked
 * at. Returns where the upload stands. Fails with FILE_NOT_FOUND, FILE_PART_WRONG (not the next one, or of another size) or
 * TOO_BUSY.
 */
export async function takePart(ctx: UserCtx, asked: { id: string; part: number }, bytes: Buffer): Promise<Upload> {
  const found = await findFile(ctx.db, asked.id);
  if (!found || found.creatorId !== ctx.user.id || found.number !== null) throw new Failure('FILE_NOT_FOUND');
  const taken = await gated(
    () =>
      inTransaction(ctx.db, async (tx) => {
        const file = await lockFile(tx, asked.id);
        if (!file) throw new Failure('FILE_NOT_FOUND');
        if (asked.part < file.parts) return file;
        if (asked.part > file.parts || bytes.length !== filePartBytes(file.bytes, asked.part))
          throw new Failure('FILE_PART_WRONG');
        await ctx.files.put(partName(file.id, asked.part), bytes);
        await updateFile(tx, file.id, { parts: asked.part + 1 });
        return { ...file, parts: asked.part + 1 };
      }),
    ctx.user.id,
  );
  if (taken.finishedAt !== null || taken.parts < fileParts(taken.bytes)) return standing(taken);
  return standing({ ...taken, finishedAt: await finish(ctx, taken) });
}

/** Looks at a file that is whole: what it is, and its checksum. */
async function finish(ctx: UserCtx, file: { id: string; bytes: number }): Promise<Date> {
  const hash = createHash('sha256');
  let mediaType: string | null = null;
  for (let part = 0; part < fileParts(file.bytes); part++) {
    const bytes = await readPart(ctx, file.id, part);
    if (part === 0) mediaType = mediaTypeOf(bytes);
    hash.update(bytes);
  }
  const finishedAt = ctx.now();
  const sha256 = hash.digest('hex');
  await inTransaction(ctx.db, (tx) => updateFile(tx, file.id, { mediaType, sha256, finishedAt }));
  return finishedAt;
}

async function readPart({ files }: Pick<Deps, 'files'>, id: string, part: number): Promise<Buffer> {
  const bytes = await files.get(partName(id, part));
  if (!bytes) throw new Error(`Part ${part} of file ${id} is not in the store`);
  return bytes;
}

/** Takes back a file that was not sent; one that is not there is no failure. Fails with DELIVERABLE_NOT_FOUND or DELIVERY_REFUSED. */
export async function discardFile(ctx: UserCtx, id: string): Promise<void> {
  const found = await findFile(ctx.db, id);
  if (!found || found.number !== null) return;
  await inTransaction(ctx.db, async (tx) => {
    await demandOwn(tx, ctx, found.deliverableId);
    for (const file of await deleteDrafts(tx, found.deliverableId, id)) await enqueue(tx, 'deliveries.drop_file', file);
  });
}

/** A file to read; `read` gives the bytes from the one to the other, both included. */
export interface Reading {
  name: string;
  bytes: number;
  mediaType: string | null;
  read: (from: number, to: number) => Readable;
}

/**
 * A file for one of the two sides of its booking, or for staff who decide a dispute about it. Fails with FILE_NOT_FOUND (also
 * for strangers, and for the brand before it was sent), FILE_GONE or TOO_MANY_REQUESTS.
 */
export async function openFile(ctx: UserCtx, id: string): Promise<Reading> {
  await checkRate(ctx, 'file read', ctx.user.id);
  const file = await findFile(ctx.db, id);
  if (!file || file.finishedAt === null || !(await mayRead(ctx, file))) throw new Failure('FILE_NOT_FOUND');
  if (file.droppedAt !== null) throw new Failure('FILE_GONE');
  const { name, bytes, mediaType } = file;
  return { name, bytes, mediaType, read: (from, to) => Readable.from(partsBetween(ctx, id, from, to)) };
}

async function* partsBetween(deps: Pick<Deps, 'files'>, id: string, from: number, to: number) {
  for (let part = Math.floor(from / FILE_PART_BYTES); part * FILE_PART_BYTES <= to; part++) {
    const begin = part * FILE_PART_BYTES;
    const bytes = await readPart(deps, id, part);
    yield bytes.subarray(Math.max(0, from - begin), Math.min(bytes.length, to + 1 - begin));
  }
}

type Found = NonNullable<Awaited<ReturnType<typeof findFile>>>;

async function mayRead(ctx: UserCtx, file: Found): Promise<boolean> {
  if (file.creatorId === ctx.user.id) return true;
  if (file.number === null) return false;
  if (file.brandId === ctx.user.id) return true;
  if (ctx.user.role !== 'admin') return false;
  const dispute = await findOpenDispute(ctx.db, file.bookingId);
  if (!dispute) return false;
  // A player asks for one file in many pieces.
  if (await wasRecorded(ctx.db, { actorId: ctx.user.id, disputeId: dispute.id, file: file.id })) return true;
  await inTransaction(ctx.db, (tx) =>
    recordAdminAction(tx, {
      actorId: ctx.user.id,
      action: 'file.read',
      subjectKind: 'dispute',
      subjectId: dispute.id,
      subjectLabel: file.packageName,
      reason: 'To decide the dispute',
      before: {},
      after: { file: file.id, name: file.name },
      at: ctx.now(),
    }),
  );
  return true;
}

/** The job: removes what is stored of a file. */
export async function dropFile({ files }: Deps, { id, parts }: { id: string; parts: number }): Promise<void> {
  // One more: a part that was being stored when the file was taken back.
  for (let part = 0; part <= parts; part++) await files.remove(partName(id, part));
}

/** How many a run removes at a time. */
const BATCH = 500;

/** Removes files that were never sent, and those that were kept for their time. Part of housekeeping. */
export async function dropAgedFiles(deps: Deps): Promise<void> {
  const before = (days: number) => new Date(deps.now().getTime() - days * DAY_MS);
  for (const aged of [
    (tx: Transaction<Database>) => deleteOldDrafts(tx, before(DRAFT_FILES_KEPT_DAYS), BATCH),
    (tx: Transaction<Database>) => dropOldFiles(tx, before(FILES_KEPT_DAYS), deps.now(), BATCH),
  ]) {
    for (;;) {
      const gone = await inTransaction(deps.db, async (tx) => {
        const files = await aged(tx);
        for (const file of files) await enqueue(tx, 'deliveries.drop_file', file);
        return files.length;
      });
      if (gone < BATCH) break;
    }
  }
}
