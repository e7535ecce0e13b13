/**
 * Files of deliverables. One is uploaded in parts, in a row; where an upload broke off it goes on. What it is is
 * decided by its content. Both sides read what was sent; staff does while it decides a dispute about the booking, and
 * that is recorded.
 */
import { DAY_MS, DRAFT_FILES_KEPT_DAYS, FILES_KEPT_DAYS } from '@marquee/booking';
import { LIMITS, type NewFile } from '@marquee/validation';
import type { Transaction } from 'kysely';
import { recordFileReading } from '../../core/admin-actions.ts';
import type { UserCtx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { Failure } from '../../core/failures.ts';
import { enqueue } from '../../core/queue.ts';
import { checkRate } from '../../core/rates.ts';
import { assertRoom, countedSize, lockNetworkQuota } from '../../core/storage.ts';
import { lockQuota } from '../../db/stored-bytes.ts';
import {
  dropInBatches,
  expectedPartBytes,
  readingOf,
  standing,
  storePart,
  type Reading,
  type StoredParts,
  type Upload,
} from '../../core/stored-files.ts';
import type { Database } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import {
  deleteDrafts,
  deleteOldDrafts,
  dropOldFiles,
  findDeliverable,
  findFile,
  findUpload,
  insertFile,
  lockFile,
  findDeliveredBytes,
  sumFiles,
  updateFile,
} from '../bookings/deliveries.sql.ts';
import { findOpenDispute } from '../bookings/disputes.sql.ts';
import { lockFor } from '../bookings/rules.service.ts';

/**
 * Begins the upload of a file for a deliverable, or finds the one that broke off. Fails with DELIVERABLE_NOT_FOUND,
 * DELIVERY_REFUSED, FILES_TOO_MANY, FILES_TOO_LARGE, DELIVERY_FILES_FULL, NETWORK_FILES_FULL, STORAGE_FULL or
 * TOO_MANY_REQUESTS.
 */
export async function beginFile(ctx: UserCtx, input: NewFile): Promise<Upload> {
  await checkRate(ctx, 'file', ctx.user.id);
  await assertRoom(ctx.files);
  return inTransaction(ctx.db, async (tx) => {
    const { bookingId } = await demandOwn(tx, ctx, input.deliverableId);
    const begun = await findUpload(tx, input);
    if (begun) return standing(begun);
    const { bytes, drafts } = await sumFiles(tx, { bookingId, deliverableId: input.deliverableId });
    if (drafts >= LIMITS.deliveryFiles) throw new Failure('FILES_TOO_MANY');
    if (bytes + input.bytes > LIMITS.bookingFileBytes) throw new Failure('FILES_TOO_LARGE');
    const authorId = ctx.user.id;
    await lockQuota(tx, `deliveries ${authorId}`);
    if ((await findDeliveredBytes(tx, authorId)) + countedSize(input.bytes) > LIMITS.creatorDeliveryBytes)
      throw new Failure('DELIVERY_FILES_FULL');
    const network = await lockNetworkQuota(tx, ctx, input.bytes);
    return standing(await insertFile(tx, { ...input, authorId, network, begunAt: ctx.now() }));
  });
}

/** Locks the booking of the caller's own deliverable. Fails with DELIVERABLE_NOT_FOUND or DELIVERY_REFUSED. */
async function demandOwn(tx: Transaction<Database>, ctx: UserCtx, deliverableId: string) {
  const found = await findDeliverable(tx, deliverableId);
  if (!found || found.creatorId !== ctx.user.id) throw new Failure('DELIVERABLE_NOT_FOUND');
  await lockFor(tx, ctx, found.bookingId, 'deliver');
  return found;
}

/**
 * Returns how many bytes a part of the caller's own unfinished upload has. Throws FILE_NOT_FOUND or FILE_PART_WRONG.
 * For the time before the part is received.
 */
export async function deliveryPartBytes(ctx: UserCtx, { id, part }: { id: string; part: number }): Promise<number> {
  const found = await findFile(ctx.db, id);
  if (!found || found.creatorId !== ctx.user.id || found.number !== null) throw new Failure('FILE_NOT_FOUND');
  return expectedPartBytes(found, part);
}

/**
 * Stores the next part of an upload; one that is there already is not stored again. With the last one the file is
 * looked at. Returns where the upload stands. Fails with FILE_NOT_FOUND, FILE_PART_WRONG (not the next one, or of
 * another size) or TOO_BUSY.
 */
export async function takePart(ctx: UserCtx, asked: { id: string; part: number }, bytes: Buffer): Promise<Upload> {
  const found = await findFile(ctx.db, asked.id);
  if (!found || found.creatorId !== ctx.user.id || found.number !== null) throw new Failure('FILE_NOT_FOUND');
  return storePart(ctx, { lock: lockFile, update: updateFile }, asked, bytes);
}

/**
 * Takes back a file that was not sent; one that is not there is no failure. Fails with DELIVERABLE_NOT_FOUND or
 * DELIVERY_REFUSED.
 */
export async function discardFile(ctx: UserCtx, id: string): Promise<void> {
  const found = await findFile(ctx.db, id);
  if (!found || found.number !== null) return;
  await inTransaction(ctx.db, async (tx) => {
    await demandOwn(tx, ctx, found.deliverableId);
    for (const file of await deleteDrafts(tx, found.deliverableId, id)) await enqueue(tx, 'deliveries.drop_file', file);
  });
}

/**
 * A file for one of the two sides of its booking, or for staff who decide a dispute about it. Fails with FILE_NOT_FOUND
 * (also for strangers, and for the brand before it was sent), FILE_GONE or TOO_MANY_REQUESTS.
 */
export async function openFile(ctx: UserCtx, id: string): Promise<Reading> {
  await checkRate(ctx, 'file read', ctx.user.id);
  const file = await findFile(ctx.db, id);
  if (!file || file.finishedAt === null || !(await mayRead(ctx, file))) throw new Failure('FILE_NOT_FOUND');
  if (file.droppedAt !== null) throw new Failure('FILE_GONE');
  return readingOf(ctx, file);
}

type Found = NonNullable<Awaited<ReturnType<typeof findFile>>>;

async function mayRead(ctx: UserCtx, file: Found): Promise<boolean> {
  if (file.creatorId === ctx.user.id) return true;
  if (file.number === null) return false;
  if (file.brandId === ctx.user.id) return true;
  if (ctx.user.role !== 'admin') return false;
  const dispute = await findOpenDispute(ctx.db, file.bookingId);
  if (!dispute) return false;
  await recordFileReading(ctx, { id: dispute.id, packageName: file.packageName }, file);
  return true;
}

/** Removes files that were never sent, and those that were kept for their time. Part of housekeeping. */
export async function dropAgedFiles(deps: Deps): Promise<void> {
  const before = (days: number) => new Date(deps.now().getTime() - days * DAY_MS);
  const owe = (tx: Transaction<Database>, file: StoredParts) => enqueue(tx, 'deliveries.drop_file', file);
  await dropInBatches(deps, (tx, limit) => deleteOldDrafts(tx, before(DRAFT_FILES_KEPT_DAYS), limit), owe);
  await dropInBatches(deps, (tx, limit) => dropOldFiles(tx, before(FILES_KEPT_DAYS), deps.now(), limit), owe);
}
