/**
 * Handles files of deliverables. A file is uploaded in sequential parts, so that an interrupted upload can continue.
 * The file type is detected from the content. Both sides can read sent files. Staff can read them while a dispute
 * about the booking is open, and each access is recorded.
 */
import type { Actor } from '../../../core/actor.ts';
import { DRAFT_FILE_RETENTION_DAYS, FILE_RETENTION_DAYS } from '@marquee/booking';
import { DAY_MS } from '@marquee/time';
import { LIMITS, type NewFile } from '@marquee/validation';
import type { Transaction } from 'kysely';
import { recordFileAccess } from '../../../core/admin-actions.ts';
import type { UserCtx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { assertFreeSpace, getQuotaBytes, lockNetworkQuota } from '../../../core/storage-quota.ts';
import { lockQuota } from '../../../db/stored-bytes.ts';
import {
  deleteFilesInBatches,
  expectedPartBytes,
  createReadableFile,
  toUploadPosition,
  storePart,
  type ReadableFile,
  type StoredParts,
  type UploadPosition,
} from '../../../core/stored-files.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import {
  deleteDraftFiles,
  deleteOldDraftFiles,
  markOldFilesRemoved,
  findDeliverable,
  findDeliveryFile,
  findUnsentUpload,
  insertDeliveryFile,
  lockDeliveryFile,
  findDeliveredBytes,
  sumDeliveryFiles,
  updateDeliveryFile,
} from '../deliverables/deliverables.sql.ts';
import { findOpenDispute } from '../disputes/disputes.service.ts';
import { lockBookingForAction } from '../bookings/rules.service.ts';

/**
 * Begins the upload of a file for a deliverable, or returns an interrupted upload of the same file. Throws
 * DELIVERABLE_NOT_FOUND, DELIVERY_REFUSED, FILES_TOO_MANY, FILES_TOO_LARGE, DELIVERY_FILES_FULL, NETWORK_FILES_FULL,
 * STORAGE_FULL or TOO_MANY_REQUESTS.
 */
export async function beginDeliveryFile(ctx: UserCtx, input: NewFile): Promise<UploadPosition> {
  await enforceRateLimit(ctx.deps, 'file', ctx.user.id);
  await assertFreeSpace(ctx.deps.files);
  return inTransaction(ctx.deps, async (tx) => {
    const { bookingId } = await lockBookingOfDeliverable(tx.db, ctx.deps, ctx.actor, input.deliverableId);
    const unsentUpload = await findUnsentUpload(tx.db, input);
    if (unsentUpload) return toUploadPosition(unsentUpload);
    const { bytes, drafts } = await sumDeliveryFiles(tx.db, { bookingId, deliverableId: input.deliverableId });
    if (drafts >= LIMITS.deliveryFiles) throw new Failure('FILES_TOO_MANY');
    if (bytes + input.bytes > LIMITS.bookingFileBytes) throw new Failure('FILES_TOO_LARGE');
    const authorWorkspaceId = ctx.user.workspaceId;
    await lockQuota(tx.db, `deliveries ${authorWorkspaceId}`);
    if ((await findDeliveredBytes(tx.db, authorWorkspaceId)) + getQuotaBytes(input.bytes) > LIMITS.creatorDeliveryBytes)
      throw new Failure('DELIVERY_FILES_FULL');
    const network = await lockNetworkQuota(tx.db, ctx, input.bytes);
    return toUploadPosition(
      await insertDeliveryFile(tx.db, { ...input, authorWorkspaceId, network, begunAt: ctx.deps.now() }),
    );
  });
}

/**
 * Locks the booking of a deliverable. Throws DELIVERABLE_NOT_FOUND or DELIVERY_REFUSED if the caller may not send
 * the deliverable.
 */
async function lockBookingOfDeliverable(db: Transaction<Database>, deps: Deps, actor: Actor, deliverableId: string) {
  const deliverable = await findDeliverable(db, deliverableId);
  if (!deliverable || deliverable.creatorId !== actor.workspaceId) throw new Failure('DELIVERABLE_NOT_FOUND');
  await lockBookingForAction(db, deps, actor, deliverable.bookingId, 'deliver');
  return deliverable;
}

/**
 * Returns the expected size of a part in bytes, so that a larger upload is rejected before it is received. Throws
 * FILE_NOT_FOUND or FILE_PART_WRONG.
 */
export async function getDeliveryPartBytes(
  deps: Deps,
  actor: Actor,
  { id, part }: { id: string; part: number },
): Promise<number> {
  const file = await findDeliveryFile(deps.db, id);
  if (!file || file.creatorId !== actor.workspaceId || file.number !== null) throw new Failure('FILE_NOT_FOUND');
  return expectedPartBytes(file, part);
}

/**
 * Stores the next part of an upload, and ignores a part that is already stored. After the last part, checks the
 * content. Returns the state of the upload. Throws FILE_NOT_FOUND, FILE_PART_WRONG (not the next part, or a wrong
 * size) or TOO_BUSY.
 */
export async function storeDeliveryPart(
  deps: Deps,
  actor: Actor,
  position: { id: string; part: number },
  bytes: Buffer,
): Promise<UploadPosition> {
  const deliveryFile = await findDeliveryFile(deps.db, position.id);
  if (!deliveryFile || deliveryFile.creatorId !== actor.workspaceId || deliveryFile.number !== null)
    throw new Failure('FILE_NOT_FOUND');
  return storePart(deps, actor, { lock: lockDeliveryFile, update: updateDeliveryFile }, position, bytes);
}

/**
 * Deletes a file that was not sent. Does nothing if it does not exist. Throws DELIVERABLE_NOT_FOUND or
 * DELIVERY_REFUSED.
 */
export async function discardDeliveryFile(deps: Deps, actor: Actor, id: string): Promise<void> {
  const deliveryFile = await findDeliveryFile(deps.db, id);
  if (!deliveryFile || deliveryFile.creatorId !== actor.workspaceId || deliveryFile.number !== null) return;
  await inTransaction(deps, async (tx) => {
    await lockBookingOfDeliverable(tx.db, deps, actor, deliveryFile.deliverableId);
    for (const file of await deleteDraftFiles(tx.db, deliveryFile.deliverableId, id))
      tx.enqueue('deliveries.drop_file', file);
  });
}

/**
 * Opens a file for a party to its booking, or for staff while a dispute about the booking is open. Throws
 * FILE_NOT_FOUND (also for other users, and for the brand before the file was sent), FILE_GONE or TOO_MANY_REQUESTS.
 */
export async function openDeliveryFile(deps: Deps, actor: Actor, id: string): Promise<ReadableFile> {
  await enforceRateLimit(deps, 'file read', actor.id);
  const file = await findDeliveryFile(deps.db, id);
  if (!file || file.finishedAt === null || !(await authorizeReading(deps, actor, file)))
    throw new Failure('FILE_NOT_FOUND');
  if (file.droppedAt !== null) throw new Failure('FILE_GONE');
  return createReadableFile(deps, file);
}

type DeliveryFileRow = NonNullable<Awaited<ReturnType<typeof findDeliveryFile>>>;

async function authorizeReading(deps: Deps, actor: Actor, file: DeliveryFileRow): Promise<boolean> {
  if (file.creatorId === actor.workspaceId) return true;
  if (file.number === null) return false;
  if (file.brandId === actor.workspaceId) return true;
  if (actor.role !== 'admin') return false;
  const dispute = await findOpenDispute(deps.db, file.bookingId);
  if (!dispute) return false;
  await recordFileAccess(deps, actor, { id: dispute.id, packageName: file.packageName }, file);
  return true;
}

/** Deletes files that were never sent, and files whose retention period is over. Part of housekeeping. */
export async function deleteOldDeliveryFiles(deps: Deps): Promise<void> {
  const before = (days: number) => new Date(deps.now().getTime() - days * DAY_MS);
  const owe = (tx: UnitOfWork, file: StoredParts) => tx.enqueue('deliveries.drop_file', file);
  await deleteFilesInBatches(
    deps,
    (db, limit) => deleteOldDraftFiles(db, before(DRAFT_FILE_RETENTION_DAYS), limit),
    owe,
  );
  await deleteFilesInBatches(
    deps,
    (db, limit) => markOldFilesRemoved(db, before(FILE_RETENTION_DAYS), deps.now(), limit),
    owe,
  );
}
