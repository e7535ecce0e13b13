/**
 * Handles files of messages. The author uploads them in parts before sending the message. Both sides of the
 * conversation can read its files. Staff can read them while they decide a dispute about the booking, and each access
 * is recorded.
 */
import type { PersonId, WorkspaceId } from '@marquee/contracts';
import { createHash } from 'node:crypto';
import type { Actor } from '../../../core/actor.ts';
import { DRAFT_FILE_RETENTION_DAYS, FILE_RETENTION_DAYS } from '@marquee/booking';
import { DAY_MS } from '@marquee/time';
import { LIMITS, type NewMessageFile } from '@marquee/validation';
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
  attachMessageFiles,
  deleteMessageDrafts,
  deleteOldMessageDrafts,
  setOldMessageFilesRemoved,
  findAnyPaidBooking,
  findMessageFile,
  findMessageUpload,
  findOpenDisputeByBooking,
  insertMessageFile,
  lockMessageFile,
  sumMessageBytesByAuthor,
  sumMessageBytesByConversation,
  countMessageDrafts,
  updateMessageFile,
} from './files.sql.ts';

const enqueueFileDeletion = (tx: UnitOfWork, file: StoredParts) => tx.enqueue('messages.drop_file', file);

/** Colleagues share the unsent files of their workspace, but the message of one must not take the file of another. */
const hashUploadKey = (personId: PersonId, key: string): string =>
  createHash('sha256').update(`${personId} ${key}`).digest('hex');

/**
 * Begins the upload of a message file, or returns the interrupted upload of the same file. Throws FILES_UNCONFIRMED
 * (the caller has neither a verified email address nor a paid booking), MESSAGE_FILES_WAITING (too many unsent
 * files), FILES_KEPT_FULL, NETWORK_FILES_FULL, STORAGE_FULL or TOO_MANY_REQUESTS.
 */
export async function beginMessageFile(ctx: UserCtx, input: NewMessageFile): Promise<UploadPosition> {
  await enforceRateLimit(ctx.deps, 'message file', ctx.user.id);
  await assertFreeSpace(ctx.deps.files);
  if (ctx.user.emailVerifiedAt === null && !(await findAnyPaidBooking(ctx.deps.db, ctx.user.workspaceId)))
    throw new Failure('FILES_UNCONFIRMED');
  return inTransaction(ctx.deps, async (tx) => {
    const authorWorkspaceId = ctx.user.workspaceId;
    await lockQuota(tx.db, `messages ${authorWorkspaceId}`);
    const file = { ...input, uploadKey: hashUploadKey(ctx.user.id, input.uploadKey) };
    const unsentUpload = await findMessageUpload(tx.db, { ...file, authorWorkspaceId });
    if (unsentUpload) return toUploadPosition(unsentUpload);
    const { drafts } = await countMessageDrafts(tx.db, authorWorkspaceId);
    if (drafts >= LIMITS.messageDrafts) throw new Failure('MESSAGE_FILES_WAITING');
    if (
      (await sumMessageBytesByAuthor(tx.db, authorWorkspaceId)) + getQuotaBytes(input.bytes) >
      LIMITS.personMessageBytes
    )
      throw new Failure('FILES_KEPT_FULL');
    const network = await lockNetworkQuota(tx.db, ctx, input.bytes);
    return toUploadPosition(
      await insertMessageFile(tx.db, { ...file, authorWorkspaceId, network, begunAt: ctx.deps.now() }),
    );
  });
}

/** Returns the size that a part must have, in bytes. Throws FILE_NOT_FOUND or FILE_PART_WRONG. */
export async function getMessagePartBytes(
  deps: Deps,
  actor: Actor,
  { id, part }: { id: string; part: number },
): Promise<number> {
  const file = await findMessageFile(deps.db, id);
  if (!file || file.authorWorkspaceId !== actor.workspaceId || file.number !== null)
    throw new Failure('FILE_NOT_FOUND');
  return expectedPartBytes(file, part);
}

/** Stores the next part of the caller's unsent file. Throws FILE_NOT_FOUND and the errors of `storePart`. */
export async function storeMessagePart(
  deps: Deps,
  actor: Actor,
  position: { id: string; part: number },
  bytes: Buffer,
): Promise<UploadPosition> {
  const messageFile = await findMessageFile(deps.db, position.id);
  if (!messageFile || messageFile.authorWorkspaceId !== actor.workspaceId || messageFile.number !== null)
    throw new Failure('FILE_NOT_FOUND');
  return storePart(deps, actor, { lock: lockMessageFile, update: updateMessageFile }, position, bytes);
}

/** Deletes an unsent file of the caller. Does nothing if the file does not exist. */
export async function discardMessageFile(deps: Deps, actor: Actor, id: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    for (const file of await deleteMessageDrafts(tx.db, actor.workspaceId, id)) enqueueFileDeletion(tx, file);
  });
}

/**
 * Attaches uploaded files to a new message. The caller has locked the conversation. Throws FILE_NOT_READY if a file
 * is incomplete or missing, or CONVERSATION_FILES_FULL.
 */
export async function attachFilesToMessage(
  db: Transaction<Database>,
  message: { authorWorkspaceId: WorkspaceId; conversationId: string; number: number },
  files: readonly string[],
): Promise<void> {
  if (files.length === 0) return;
  if ((await attachMessageFiles(db, message, files)) !== files.length) throw new Failure('FILE_NOT_READY');
  if ((await sumMessageBytesByConversation(db, message.conversationId)) > LIMITS.conversationBytes)
    throw new Failure('CONVERSATION_FILES_FULL');
}

/**
 * Opens a message file for its author, for the other side once the message is sent, or for staff who decide a
 * dispute about the booking. Throws FILE_NOT_FOUND (also for all other users) or FILE_GONE.
 */
export async function openMessageFile(deps: Deps, actor: Actor, id: string): Promise<ReadableFile> {
  const file = await findMessageFile(deps.db, id);
  if (!file || file.finishedAt === null || !(await authorizeReading(deps, actor, file)))
    throw new Failure('FILE_NOT_FOUND');
  if (file.droppedAt !== null) throw new Failure('FILE_GONE');
  return createReadableFile(deps, file);
}

async function authorizeReading(
  deps: Deps,
  actor: Actor,
  file: NonNullable<Awaited<ReturnType<typeof findMessageFile>>>,
): Promise<boolean> {
  const { workspaceId, role } = actor;
  if (file.authorWorkspaceId === workspaceId) return true;
  if (file.number === null) return false;
  if (file.isHeard === true && (file.brandId === workspaceId || file.creatorId === workspaceId)) return true;
  const dispute =
    role === 'admin' && file.bookingId !== null && (await findOpenDisputeByBooking(deps.db, file.bookingId));
  if (!dispute) return false;
  await recordFileAccess(deps, actor, dispute, file);
  return true;
}

/** Deletes files that were never sent and files whose retention period is over. Part of housekeeping. */
export async function deleteOldMessageFiles(deps: Deps): Promise<void> {
  const before = (days: number) => new Date(deps.now().getTime() - days * DAY_MS);
  await deleteFilesInBatches(
    deps,
    (db, limit) => deleteOldMessageDrafts(db, before(DRAFT_FILE_RETENTION_DAYS), limit),
    enqueueFileDeletion,
  );
  await deleteFilesInBatches(
    deps,
    (db, limit) => setOldMessageFilesRemoved(db, before(FILE_RETENTION_DAYS), deps.now(), limit),
    enqueueFileDeletion,
  );
}
