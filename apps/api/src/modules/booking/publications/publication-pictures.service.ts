/**
 * Handles screenshots of publications. They are re-encoded and stored privately. Both sides of the booking can see
 * them. Others can see them in shared results if the creator allows it.
 */
import type { Actor } from '../../../core/actor.ts';
import { FILE_RETENTION_DAYS, isReportingResults } from '@marquee/booking';
import { DAY_MS } from '@marquee/time';
import type { PublicationPictureSharing } from '@marquee/validation';
import type { Ctx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import { recordAndNotify } from '../bookings/notifications.service.ts';
import {
  clearOldPublicationPictures,
  clearPublicationPicture,
  findPublication,
  findPublicationPicture,
  findSharedResultsByToken,
  setPublicationPicture,
  setPublicationPictureShared,
} from './publications.sql.ts';
import { storePrivatePicture } from '../../catalog/pictures/pictures.service.ts';
import { lockOwnPublication, getBookingResults } from './publications.service.ts';

/**
 * Stores a screenshot of the caller's publication. It replaces an earlier one and is not shared at first. Throws
 * POST_NOT_FOUND, RESULTS_REFUSED, TOO_MANY_REQUESTS, or the errors of `storePrivatePicture`.
 */
export async function addPublicationPicture(deps: Deps, actor: Actor, bytes: Buffer, { post: id }: { post: string }) {
  await enforceRateLimit(deps, 'results', actor.id);
  if ((await findPublication(deps.db, id))?.creatorId !== actor.workspaceId) throw new Failure('POST_NOT_FOUND');
  const stored = await storePrivatePicture(deps, actor, bytes);
  try {
    const { bookingId } = await inTransaction(deps, async (tx) => {
      const post = await lockOwnPublication(tx.db, deps, actor, id);
      const at = deps.now();
      await setPublicationPicture(tx.db, id, { ...stored, at });
      if (post.pictureName !== null) tx.enqueue('publications.drop_picture', { name: post.pictureName });
      const { bookingId: ofBooking, link } = post;
      await recordAndNotify(tx, {
        kind: 'publication.picture_added',
        bookingId: ofBooking,
        actor,
        at,
        data: { link },
      });
      return post;
    });
    return await getBookingResults(deps, actor, bookingId);
  } catch (error) {
    await deleteUnusedPicture(deps, id, stored.name);
    throw error;
  }
}

/**
 * Deletes a stored picture unless the publication refers to it. The publication refers to it if the transaction was
 * committed and only the confirmation was lost.
 */
async function deleteUnusedPicture(deps: Deps, id: string, name: string): Promise<void> {
  try {
    if ((await findPublication(deps.db, id))?.pictureName !== name) await deps.files.remove(name);
  } catch (error) {
    deps.log.warn({ err: error }, 'failed to delete an unused picture');
  }
}

/**
 * Deletes the screenshot of the caller's publication. Throws POST_NOT_FOUND, RESULTS_REFUSED or TOO_MANY_REQUESTS.
 */
export async function removePublicationPicture(deps: Deps, actor: Actor, id: string) {
  await enforceRateLimit(deps, 'results', actor.id);
  const { bookingId } = await inTransaction(deps, async (tx) => {
    const post = await lockOwnPublication(tx.db, deps, actor, id);
    const { bookingId, link, pictureName: name } = post;
    if (name === null) return post;
    await clearPublicationPicture(tx.db, id);
    tx.enqueue('publications.drop_picture', { name });
    await recordAndNotify(tx, {
      kind: 'publication.picture_removed',
      bookingId,
      actor,
      at: deps.now(),
      data: { link },
    });
    return post;
  });
  return getBookingResults(deps, actor, bookingId);
}

/**
 * Includes the screenshot in shared results or excludes it. Throws POST_NOT_FOUND, POST_PICTURE_MISSING,
 * RESULTS_REFUSED or TOO_MANY_REQUESTS.
 */
export async function sharePublicationPicture(deps: Deps, actor: Actor, { id, isShared }: PublicationPictureSharing) {
  await enforceRateLimit(deps, 'results', actor.id);
  const { bookingId } = await inTransaction(deps, async (tx) => {
    const post = await lockOwnPublication(tx.db, deps, actor, id);
    if (post.pictureName === null) throw new Failure('POST_PICTURE_MISSING');
    await setPublicationPictureShared(tx.db, id, isShared);
    return post;
  });
  return getBookingResults(deps, actor, bookingId);
}

export interface StoredPublicationPicture {
  /** The file name. It is unique for each upload. */
  name: string;
  bytes: Buffer;
}

/** Reads the screenshot for a side of its booking. Throws POST_NOT_FOUND or TOO_MANY_REQUESTS. */
export async function getPublicationPicture(deps: Deps, actor: Actor, id: string): Promise<StoredPublicationPicture> {
  await enforceRateLimit(deps, 'file read', actor.id);
  const post = await findPublicationPicture(deps.db, id);
  if (!post || (post.creatorId !== actor.workspaceId && post.brandId !== actor.workspaceId))
    throw new Failure('POST_NOT_FOUND');
  return readPictureFile(deps, post.pictureName);
}

/**
 * Reads the screenshot for a visitor with the token of shared results, if the creator allows it. Throws
 * POST_NOT_FOUND or TOO_MANY_REQUESTS.
 */
export async function getSharedPublicationPicture(
  ctx: Ctx,
  { token, id }: { token: string; id: string },
): Promise<StoredPublicationPicture> {
  await enforceRateLimit(ctx.deps, 'file read', ctx.request.ip);
  const [shared, post] = await Promise.all([
    findSharedResultsByToken(ctx.deps.db, token),
    findPublicationPicture(ctx.deps.db, id),
  ]);
  if (!shared || post?.bookingId !== shared.bookingId || !post.pictureShared || !isReportingResults(post))
    throw new Failure('POST_NOT_FOUND');
  return readPictureFile(ctx.deps, post.pictureName);
}

async function readPictureFile({ files }: Pick<Deps, 'files'>, name: string | null): Promise<StoredPublicationPicture> {
  const bytes = name === null ? undefined : await files.get(name);
  if (name === null || bytes === undefined) throw new Failure('POST_NOT_FOUND');
  return { name, bytes };
}

/** Number of screenshots deleted per transaction. */
const PICTURES_PER_BATCH = 1_000;

/** Deletes screenshots after the retention period, which is the same as for booking files. Part of housekeeping. */
export async function deleteOldPublicationPictures(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - FILE_RETENTION_DAYS * DAY_MS);
  for (;;) {
    const dropped = await inTransaction(deps, async (tx) => {
      const names = await clearOldPublicationPictures(tx.db, before, PICTURES_PER_BATCH);
      for (const name of names) tx.enqueue('publications.drop_picture', { name });
      return names.length;
    });
    if (dropped < PICTURES_PER_BATCH) return;
  }
}
