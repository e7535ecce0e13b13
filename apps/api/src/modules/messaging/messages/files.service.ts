/** Lets the author of a message upload its files before sending it. */
import type { PersonId } from '@marquee/contracts';
import { createHash } from 'node:crypto';
import type { NewMessageFile } from '@marquee/validation';
import type { Actor } from '../../../core/actor.ts';
import type { UserCtx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { assertFreeSpace } from '../../../core/storage-quota.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { UploadPosition } from '../../booking/files/content.service.ts';
import { beginMessageUpload, discardUnsentFiles } from '../../booking/files/files.service.ts';
import { findAnyPaidBooking } from './conversations.sql.ts';

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
  const file = { ...input, uploadKey: hashUploadKey(ctx.user.id, input.uploadKey) };
  return inTransaction(ctx.deps, (tx) => beginMessageUpload(tx.db, ctx, file));
}

/** Deletes an unsent file of the caller. Does nothing if the file does not exist. */
export async function discardMessageFile(deps: Deps, actor: Actor, id: string): Promise<void> {
  await inTransaction(deps, (tx) => discardUnsentFiles(tx, { authorWorkspaceId: actor.workspaceId }, id));
}
