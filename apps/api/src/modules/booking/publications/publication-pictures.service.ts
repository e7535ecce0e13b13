/**
 * Handles screenshots of publications. They are re-encoded and stored privately. Both sides of the booking can see
 * them. Others can see them in shared results if the creator allows it.
 */
import { DAY_MS, FILE_RETENTION_DAYS, isReportingResults } from '@marquee/booking';
import type { PublicationPictureSharing } from '@marquee/validation';
import type { Ctx, UserCtx } from '../../../core/ctx.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { enqueueJob } from '../../../core/queue.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { inTransaction } from '../../../db/transaction.ts';
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
export async function addPublicationPicture(ctx: UserCtx, bytes: Buffer, { post: id }: { post: string }) {
  await enforceRateLimit(ctx, 'results', ctx.user.id);
  if ((await findPublication(ctx.db, id))?.creatorId !== ctx.user.workspaceId) throw new Failure('POST_NOT_FOUND');
  const stored = await storePrivatePicture(ctx, bytes);
  try {
    const { bookingId } = await inTransaction(ctx.db, async (tx) => {
      const post = await lockOwnPublication(tx, ctx, id);
      const at = ctx.now();
      await setPublicationPicture(tx, id, { ...stored, at });
      if (post.pictureName !== null) await enqueueJob(tx, 'publications.drop_picture', { name: post.pictureName });
      const { bookingId: ofBooking, link } = post;
      await recordAndNotify(tx, {
        kind: 'publication.picture_added',
        bookingId: ofBooking,
        actor: ctx.user,
        at,
        data: { link },
      });
      return post;
    });
    return await getBookingResults(ctx, bookingId);
  } catch (error) {
    await deleteUnusedPicture(ctx, id, stored.name);
    throw error;
  }
}

/**
 * Deletes a stored picture unless the publication refers to it. The publication refers to it if the transaction was
 * committed and only the confirmation was lost.
 */
async function deleteUnusedPicture(ctx: UserCtx, id: string, name: string): Promise<void> {
  try {
    if ((await findPublication(ctx.db, id))?.pictureName !== name) await ctx.files.remove(name);
  } catch (error) {
    ctx.log.warn({ err: error }, 'failed to delete an unused picture');
  }
}

/**
 * Deletes the screenshot of the caller's publication. Throws POST_NOT_FOUND, RESULTS_REFUSED or TOO_MANY_REQUESTS.
 */
export async function removePublicationPicture(ctx: UserCtx, id: string) {
  await enforceRateLimit(ctx, 'results', ctx.user.id);
  const { bookingId } = await inTransaction(ctx.db, async (tx) => {
    const post = await lockOwnPublication(tx, ctx, id);
    const { bookingId, link, pictureName: name } = post;
    if (name === null) return post;
    await clearPublicationPicture(tx, id);
    await enqueueJob(tx, 'publications.drop_picture', { name });
    await recordAndNotify(tx, {
      kind: 'publication.picture_removed',
      bookingId,
      actor: ctx.user,
      at: ctx.now(),
      data: { link },
    });
    return post;
  });
  return getBookingResults(ctx, bookingId);
}

/**
 * Includes the screenshot in shared results or excludes it. Throws POST_NOT_FOUND, POST_PICTURE_MISSING,
 * RESULTS_REFUSED or TOO_MANY_REQUESTS.
 */
export async function sharePublicationPicture(ctx: UserCtx, { id, isShared }: PublicationPictureSharing) {
  await enforceRateLimit(ctx, 'results', ctx.user.id);
  const { bookingId } = await inTransaction(ctx.db, async (tx) => {
    const post = await lockOwnPublication(tx, ctx, id);
    if (post.pictureName === null) throw new Failure('POST_PICTURE_MISSING');
    await setPublicationPictureShared(tx, id, isShared);
    return post;
  });
  return getBookingResults(ctx, bookingId);
}

export interface StoredPublicationPicture {
  /** The file name. It is unique for each upload. */
  name: string;
  bytes: Buffer;
}

/** Reads the screenshot for a side of its booking. Throws POST_NOT_FOUND or TOO_MANY_REQUESTS. */
export async function getPublicationPicture(ctx: UserCtx, id: string): Promise<StoredPublicationPicture> {
  await enforceRateLimit(ctx, 'file read', ctx.user.id);
  const post = await findPublicationPicture(ctx.db, id);
  if (!post || (post.creatorId !== ctx.user.workspaceId && post.brandId !== ctx.user.workspaceId))
    throw new Failure('POST_NOT_FOUND');
  return readPictureFile(ctx, post.pictureName);
}

/**
 * Reads the screenshot for a visitor with the token of shared results, if the creator allows it. Throws
 * POST_NOT_FOUND or TOO_MANY_REQUESTS.
 */
export async function getSharedPublicationPicture(
  ctx: Ctx,
  { token, id }: { token: string; id: string },
): Promise<StoredPublicationPicture> {
  await enforceRateLimit(ctx, 'file read', ctx.ip);
  const [shared, post] = await Promise.all([
    findSharedResultsByToken(ctx.db, token),
    findPublicationPicture(ctx.db, id),
  ]);
  if (!shared || post?.bookingId !== shared.bookingId || !post.pictureShared || !isReportingResults(post))
    throw new Failure('POST_NOT_FOUND');
  return readPictureFile(ctx, post.pictureName);
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
    const dropped = await inTransaction(deps.db, async (tx) => {
      const names = await clearOldPublicationPictures(tx, before, PICTURES_PER_BATCH);
      for (const name of names) await enqueueJob(tx, 'publications.drop_picture', { name });
      return names.length;
    });
    if (dropped < PICTURES_PER_BATCH) return;
  }
}
