/**
 * Handles the files of deliverables and messages. A file is uploaded in sequential parts before it is sent, so that an
 * interrupted upload can continue. Its type is detected from the content. Both sides can read sent files. Staff can
 * read them while a dispute about the booking is open, and each access is recorded.
 */
import { DRAFT_FILE_RETENTION_DAYS, FILE_RETENTION_DAYS } from '@marquee/booking';
import { isStaff, type WorkspaceId } from '@marquee/contracts';
import { DAY_MS } from '@marquee/time';
import { LIMITS } from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import { recordFileAccess } from '../../../core/admin-actions.ts';
import type { UserCtx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { getQuotaBytes, lockNetworkQuota } from '../../../core/storage-quota.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { lockQuota } from '../../../db/stored-bytes.ts';
import { findOpenDispute } from '../disputes/disputes.sql.ts';
import {
  createReadableFile,
  computeExpectedPartBytes,
  storePart,
  toUploadPosition,
  type ReadableFile,
  type UploadPosition,
} from './content.service.ts';
import {
  countUnsentFiles,
  deleteOldUnsentFiles,
  deleteUnsentFiles,
  findDeliveredBytes,
  findFile,
  findUnsentUpload,
  insertFile,
  setFilesSent,
  setOldFilesRemoved,
  sumBookingBytes,
  sumMessageBytesByAuthor,
  sumMessageBytesByConversation,
  type FileOwner,
  type FilePlace,
} from './files.sql.ts';

type FileRow = NonNullable<Awaited<ReturnType<typeof findFile>>>;

interface NewUpload {
  name: string;
  bytes: number;
  uploadKey: string;
}

/**
 * Begins the upload of a file for a deliverable of the booking that the caller has locked, or returns an interrupted
 * upload of the same file. Throws FILES_TOO_MANY, FILES_TOO_LARGE, DELIVERY_FILES_FULL or NETWORK_FILES_FULL.
 */
export async function beginDeliveryUpload(
  db: Transaction<Database>,
  ctx: UserCtx,
  { bookingId, deliverableId }: { bookingId: string; deliverableId: string },
  file: NewUpload,
): Promise<UploadPosition> {
  const { workspaceId } = ctx.user;
  const unsentUpload = await findUnsentUpload(db, { deliverableId }, file);
  if (unsentUpload) return toUploadPosition(unsentUpload);
  if ((await countUnsentFiles(db, { deliverableId })) >= LIMITS.deliveryFiles) throw new Failure('FILES_TOO_MANY');
  if ((await sumBookingBytes(db, bookingId)) + file.bytes > LIMITS.bookingFileBytes)
    throw new Failure('FILES_TOO_LARGE');
  await lockQuota(db, `deliveries ${workspaceId}`);
  if ((await findDeliveredBytes(db, workspaceId)) + getQuotaBytes(file.bytes) > LIMITS.creatorDeliveryBytes)
    throw new Failure('DELIVERY_FILES_FULL');
  return insertUpload(db, ctx, { ...file, deliverableId });
}

/**
 * Begins the upload of a file for a message of the caller, or returns an interrupted upload of the same file. Throws
 * MESSAGE_FILES_WAITING (too many unsent files), FILES_KEPT_FULL or NETWORK_FILES_FULL.
 */
export async function beginMessageUpload(
  db: Transaction<Database>,
  ctx: UserCtx,
  file: NewUpload,
): Promise<UploadPosition> {
  const authorWorkspaceId = ctx.user.workspaceId;
  await lockQuota(db, `messages ${authorWorkspaceId}`);
  const unsentUpload = await findUnsentUpload(db, { authorWorkspaceId }, file);
  if (unsentUpload) return toUploadPosition(unsentUpload);
  if ((await countUnsentFiles(db, { authorWorkspaceId })) >= LIMITS.messageDrafts)
    throw new Failure('MESSAGE_FILES_WAITING');
  if ((await sumMessageBytesByAuthor(db, authorWorkspaceId)) + getQuotaBytes(file.bytes) > LIMITS.personMessageBytes)
    throw new Failure('FILES_KEPT_FULL');
  return insertUpload(db, ctx, { ...file, deliverableId: null });
}

async function insertUpload(
  db: Transaction<Database>,
  ctx: UserCtx,
  { deliverableId, name, bytes, uploadKey }: NewUpload & { deliverableId: string | null },
): Promise<UploadPosition> {
  const network = await lockNetworkQuota(db, ctx, bytes);
  const authorWorkspaceId = ctx.user.workspaceId;
  const row = { authorWorkspaceId, deliverableId, name, bytes, uploadKey, network, startedAt: ctx.deps.now() };
  return toUploadPosition(await insertFile(db, row));
}

/** Returns an unsent file of the caller, or undefined if there is none with this id. */
export async function findUnsentFile({ db }: Deps, actor: Actor, id: string): Promise<FileRow | undefined> {
  const file = await findFile(db, id);
  return file?.authorWorkspaceId === actor.workspaceId && file.number === null ? file : undefined;
}

async function getUnsentFile(deps: Deps, actor: Actor, id: string): Promise<FileRow> {
  const file = await findUnsentFile(deps, actor, id);
  if (!file) throw new Failure('FILE_NOT_FOUND');
  return file;
}

/**
 * Returns the expected size of a part in bytes, so that a larger upload is rejected before it is received. Throws
 * FILE_NOT_FOUND or FILE_PART_WRONG.
 */
export async function getExpectedPartBytes(
  deps: Deps,
  actor: Actor,
  { id, part }: { id: string; part: number },
): Promise<number> {
  return computeExpectedPartBytes(await getUnsentFile(deps, actor, id), part);
}

/** Stores the next part of the caller's unsent file. Throws FILE_NOT_FOUND and the errors of `storePart`. */
export async function storeFilePart(
  deps: Deps,
  actor: Actor,
  position: { id: string; part: number },
  bytes: Buffer,
): Promise<UploadPosition> {
  await getUnsentFile(deps, actor, position.id);
  return storePart(deps, actor, position, bytes);
}

/** Attaches uploaded files to a new version. Throws FILE_NOT_READY if a file is incomplete or missing. */
export async function attachFilesToVersion(
  db: Transaction<Database>,
  version: { deliverableId: string; number: number },
  files: readonly string[],
): Promise<void> {
  await attachFiles(db, { deliverableId: version.deliverableId }, version, files);
}

/**
 * Attaches the author's uploaded files to a new message. The caller has locked the conversation. Throws FILE_NOT_READY
 * if a file is incomplete or missing, or CONVERSATION_FILES_FULL.
 */
export async function attachFilesToMessage(
  db: Transaction<Database>,
  { authorWorkspaceId, ...message }: { authorWorkspaceId: WorkspaceId; conversationId: string; number: number },
  files: readonly string[],
): Promise<void> {
  if (files.length === 0) return;
  await attachFiles(db, { authorWorkspaceId }, message, files);
  if ((await sumMessageBytesByConversation(db, message.conversationId)) > LIMITS.conversationBytes)
    throw new Failure('CONVERSATION_FILES_FULL');
}

async function attachFiles(db: Transaction<Database>, owner: FileOwner, place: FilePlace, files: readonly string[]) {
  if (files.length > 0 && (await setFilesSent(db, owner, place, files)) !== files.length)
    throw new Failure('FILE_NOT_READY');
}

/** Deletes the owner's unsent files, or only the one with `id`. Does nothing if there are none. */
export async function discardUnsentFiles(tx: UnitOfWork, owner: FileOwner, id?: string): Promise<void> {
  for (const file of await deleteUnsentFiles(tx.db, owner, id)) tx.enqueue('files.drop', file);
}

/**
 * Opens a file for its author, for the other side once it is sent, or for staff while a dispute about the booking is
 * open. Throws FILE_NOT_FOUND (also for all other users), FILE_GONE or TOO_MANY_REQUESTS.
 */
export async function openFile(deps: Deps, actor: Actor, id: string): Promise<ReadableFile> {
  await enforceRateLimit(deps, 'file read', actor.id);
  return openFileIf(deps, id, (file) => authorizeReading(deps, actor, file));
}

/** Opens a complete file that the caller may read according to `isReadable`. Throws FILE_NOT_FOUND or FILE_GONE. */
export async function openFileIf(
  deps: Deps,
  id: string,
  isReadable: (file: FileRow) => Promise<boolean>,
): Promise<ReadableFile> {
  const file = await findFile(deps.db, id);
  if (!file || file.finishedAt === null || !(await isReadable(file))) throw new Failure('FILE_NOT_FOUND');
  if (file.droppedAt !== null) throw new Failure('FILE_GONE');
  return createReadableFile(deps, file);
}

async function authorizeReading(deps: Deps, actor: Actor, file: FileRow): Promise<boolean> {
  const { workspaceId } = actor;
  if (file.authorWorkspaceId === workspaceId) return true;
  if (file.number === null) return false;
  if (file.isDelivered && (file.brandId === workspaceId || file.creatorId === workspaceId)) return true;
  if (!isStaff(actor) || file.bookingId === null || file.packageName === null) return false;
  const dispute = await findOpenDispute(deps.db, file.bookingId);
  if (!dispute) return false;
  await recordFileAccess(deps, actor, { id: dispute.id, packageName: file.packageName }, file);
  return true;
}

const ROWS_PER_BATCH = 500;

/** Deletes files that were never sent, and files whose retention period is over. Part of housekeeping. */
export async function deleteOldFiles(deps: Deps): Promise<void> {
  const before = (days: number) => new Date(deps.now().getTime() - days * DAY_MS);
  const deleteInBatches = async (take: (db: Transaction<Database>) => Promise<{ id: string; parts: number }[]>) => {
    for (;;) {
      const takenCount = await inTransaction(deps, async (tx) => {
        const files = await take(tx.db);
        for (const file of files) tx.enqueue('files.drop', file);
        return files.length;
      });
      if (takenCount < ROWS_PER_BATCH) return;
    }
  };
  await deleteInBatches((db) => deleteOldUnsentFiles(db, before(DRAFT_FILE_RETENTION_DAYS), ROWS_PER_BATCH));
  await deleteInBatches((db) => setOldFilesRemoved(db, before(FILE_RETENTION_DAYS), deps.now(), ROWS_PER_BATCH));
}
