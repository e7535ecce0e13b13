/** Lets a creator upload the files of a deliverable before sending a version of it. */
import type { NewFile } from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { Actor } from '../../../core/actor.ts';
import type { UserCtx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { assertFreeSpace } from '../../../core/storage-quota.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { Database } from '../../../db/schema.ts';
import { findDeliverable } from '../deliverables/deliverables.sql.ts';
import type { UploadPosition } from '../files/content.service.ts';
import { beginDeliveryUpload, discardUnsentFiles, findUnsentFile } from '../files/files.service.ts';
import { lockBookingForAction } from '../bookings/rules.service.ts';

/**
 * Begins the upload of a file for a deliverable, or returns an interrupted upload of the same file. Throws
 * DELIVERABLE_NOT_FOUND, DELIVERY_REFUSED, FILES_TOO_MANY, FILES_TOO_LARGE, DELIVERY_FILES_FULL, NETWORK_FILES_FULL,
 * STORAGE_FULL or TOO_MANY_REQUESTS.
 */
export async function beginDeliveryFile(ctx: UserCtx, input: NewFile): Promise<UploadPosition> {
  await enforceRateLimit(ctx.deps, 'file', ctx.user.id);
  await assertFreeSpace(ctx.deps.files);
  const { deliverableId } = input;
  return inTransaction(ctx.deps, async (tx) => {
    const { bookingId } = await lockBookingOfDeliverable(tx.db, ctx.deps, ctx.actor, deliverableId);
    return beginDeliveryUpload(tx.db, ctx, { bookingId, deliverableId }, input);
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
 * Deletes a file that was not sent. Does nothing if it does not exist. Throws DELIVERABLE_NOT_FOUND or
 * DELIVERY_REFUSED.
 */
export async function discardDeliveryFile(deps: Deps, actor: Actor, id: string): Promise<void> {
  const { deliverableId } = (await findUnsentFile(deps, actor, id)) ?? { deliverableId: null };
  if (deliverableId === null) return;
  await inTransaction(deps, async (tx) => {
    await lockBookingOfDeliverable(tx.db, deps, actor, deliverableId);
    await discardUnsentFiles(tx, { deliverableId }, id);
  });
}
