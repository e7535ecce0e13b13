/**
 * Pictures that show a published post. They are made anew from what was sent, kept where nobody reads but through the
 * product, and shown to the two sides of the booking; to others once their creator says so.
 */
import { DAY_MS, FILES_KEPT_DAYS, hasResults } from '@marquee/booking';
import type { PostPictureShared } from '@marquee/validation';
import type { Ctx, UserCtx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { Failure } from '../../core/failures.ts';
import { enqueue } from '../../core/queue.ts';
import { checkRate } from '../../core/rates.ts';
import { inTransaction } from '../../db/transaction.ts';
import { recordAndTell } from '../bookings/notices.service.ts';
import {
  clearAgedPostPictures,
  clearPostPicture,
  findPost,
  findPostPicture,
  findShared,
  setPostPicture,
  setPostPictureShared,
} from '../bookings/posts.sql.ts';
import { storePrivatePicture } from '../pictures/pictures.service.ts';
import { lockPost, resultsOf } from './posts.service.ts';

/**
 * The creator sends a picture of a post; it takes the place of the one before, and is not shared. Fails with
 * POST_NOT_FOUND, RESULTS_REFUSED, TOO_MANY_REQUESTS, or as `storePrivatePicture` does.
 */
export async function addPostPicture(ctx: UserCtx, bytes: Buffer, { post: id }: { post: string }) {
  await checkRate(ctx, 'results', ctx.user.id);
  if ((await findPost(ctx.db, id))?.creatorId !== ctx.user.id) throw new Failure('POST_NOT_FOUND');
  const stored = await storePrivatePicture(ctx, bytes);
  try {
    const { bookingId } = await inTransaction(ctx.db, async (tx) => {
      const post = await lockPost(tx, ctx, id);
      const at = ctx.now();
      await setPostPicture(tx, id, { ...stored, at });
      if (post.pictureName !== null) await enqueue(tx, 'posts.drop_picture', { name: post.pictureName });
      const { bookingId: ofBooking, link } = post;
      await recordAndTell(tx, {
        kind: 'post.picture_added',
        bookingId: ofBooking,
        actorId: ctx.user.id,
        at,
        data: { link },
      });
      return post;
    });
    return await resultsOf(ctx, bookingId);
  } catch (error) {
    await dropUnused(ctx, id, stored.name);
    throw error;
  }
}

/** What was stored for nothing goes; it may also have been kept, and only the answer have failed. */
async function dropUnused(ctx: UserCtx, id: string, name: string): Promise<void> {
  try {
    if ((await findPost(ctx.db, id))?.pictureName !== name) await ctx.files.remove(name);
  } catch (error) {
    ctx.log.warn({ err: error, name }, 'an unused picture stays');
  }
}

/** The creator takes the picture of a post back. Fails with POST_NOT_FOUND, RESULTS_REFUSED or TOO_MANY_REQUESTS. */
export async function removePostPicture(ctx: UserCtx, id: string) {
  await checkRate(ctx, 'results', ctx.user.id);
  const { bookingId } = await inTransaction(ctx.db, async (tx) => {
    const post = await lockPost(tx, ctx, id);
    const { bookingId, link, pictureName: name } = post;
    if (name === null) return post;
    await clearPostPicture(tx, id);
    await enqueue(tx, 'posts.drop_picture', { name });
    await recordAndTell(tx, {
      kind: 'post.picture_removed',
      bookingId,
      actorId: ctx.user.id,
      at: ctx.now(),
      data: { link },
    });
    return post;
  });
  return resultsOf(ctx, bookingId);
}

/**
 * The creator has the picture of a post seen, or not, by those who open results that are shared. Fails with
 * POST_NOT_FOUND, POST_PICTURE_MISSING, RESULTS_REFUSED or TOO_MANY_REQUESTS.
 */
export async function sharePostPicture(ctx: UserCtx, { id, isShared }: PostPictureShared) {
  await checkRate(ctx, 'results', ctx.user.id);
  const { bookingId } = await inTransaction(ctx.db, async (tx) => {
    const post = await lockPost(tx, ctx, id);
    if (post.pictureName === null) throw new Failure('POST_PICTURE_MISSING');
    await setPostPictureShared(tx, id, isShared);
    return post;
  });
  return resultsOf(ctx, bookingId);
}

export interface PostPicture {
  /** Another picture has another one. */
  name: string;
  bytes: Buffer;
}

/** The picture of a post for the two sides of its booking. Fails with POST_NOT_FOUND or TOO_MANY_REQUESTS. */
export async function openPostPicture(ctx: UserCtx, id: string): Promise<PostPicture> {
  await checkRate(ctx, 'file read', ctx.user.id);
  const post = await findPostPicture(ctx.db, id);
  if (!post || (post.creatorId !== ctx.user.id && post.brandId !== ctx.user.id)) throw new Failure('POST_NOT_FOUND');
  return read(ctx, post.pictureName);
}

/**
 * The picture of a post for whoever has the address of results that are shared, where its creator shares it too. Fails
 * with POST_NOT_FOUND or TOO_MANY_REQUESTS.
 */
export async function openSharedPicture(ctx: Ctx, { token, id }: { token: string; id: string }): Promise<PostPicture> {
  await checkRate(ctx, 'file read', ctx.ip);
  const [shared, post] = await Promise.all([findShared(ctx.db, token), findPostPicture(ctx.db, id)]);
  if (!shared || post?.bookingId !== shared.bookingId || !post.pictureShared || !hasResults(post))
    throw new Failure('POST_NOT_FOUND');
  return read(ctx, post.pictureName);
}

async function read({ files }: Pick<Deps, 'files'>, name: string | null): Promise<PostPicture> {
  const bytes = name === null ? undefined : await files.get(name);
  if (name === null || bytes === undefined) throw new Failure('POST_NOT_FOUND');
  return { name, bytes };
}

/** How many a run removes at a time. */
const BATCH = 1_000;

/** Removes pictures that were kept for their time, as files of bookings are. Part of housekeeping. */
export async function dropAgedPostPictures(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - FILES_KEPT_DAYS * DAY_MS);
  for (;;) {
    const dropped = await inTransaction(deps.db, async (tx) => {
      const names = await clearAgedPostPictures(tx, before, BATCH);
      for (const name of names) await enqueue(tx, 'posts.drop_picture', { name });
      return names.length;
    });
    if (dropped < BATCH) return;
  }
}
