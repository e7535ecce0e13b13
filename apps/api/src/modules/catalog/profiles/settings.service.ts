/**
 * Manages the signed-in user's own profile. Each section of the settings is saved separately, and each call returns
 * the whole profile.
 */
import { createHash } from 'node:crypto';
import {
  isReservedUsername,
  LIMITS,
  type PictureCrop,
  type profileAboutChange,
  type profileLinksChange,
  type profileNameChange,
  type profilePlatformsChange,
  type profileTopicsChange,
} from '@marquee/validation';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { UserCtx } from '../../../core/ctx.ts';
import { mergeEdit } from '../../../core/edits.ts';
import { Failure } from '../../../core/failures.ts';
import { runIdempotently, wasRequestAnswered } from '../../../core/idempotency.ts';
import { enqueueJob } from '../../../core/queue.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import type { Database } from '../../../db/schema.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { storePicture, withStoredPicture } from '../pictures/pictures.service.ts';
import { withFollowerProofDates } from './profiles.service.ts';
import {
  countPortfolioPictures,
  deletePortfolioPicture,
  findOwnProfile,
  findUsernameOwner,
  insertPortfolioPicture,
  listCreatorPlatforms,
  lockProfile,
  replaceFormerUsernames,
  replaceCreatorPlatforms,
  setPortfolioPictureCaption,
  setPortfolioPicturePositions,
  updateProfile,
} from './settings.sql.ts';

export { lockProfile };

/** Returns the caller's profile, with the former usernames that still redirect to it. */
export const getOwnProfile = async (ctx: UserCtx) =>
  withFollowerProofDates(await findOwnProfile(ctx.db, ctx.user.workspaceId), ctx.now());

/** Saves the name of a brand. Throws EDIT_STALE. */
export const saveProfileName = (ctx: UserCtx, edit: z.output<typeof profileNameChange>) => saveNamedProfile(ctx, edit);

/** Saves the name, bio and location of a creator. Throws EDIT_STALE. */
export const saveProfileAbout = (ctx: UserCtx, edit: z.output<typeof profileAboutChange>) =>
  saveNamedProfile(ctx, edit);

interface NamedProfile {
  fullName: string;
  bio?: string;
  location?: string;
}

async function saveNamedProfile(ctx: UserCtx, { base, ...edited }: NamedProfile & { base?: NamedProfile | undefined }) {
  await inTransaction(ctx.db, async (tx) => {
    const saved = await lockProfile(tx, ctx.user.workspaceId);
    const { fullName, bio, location } = mergeEdit(saved, edited, base);
    await updateProfile(tx, ctx.user.workspaceId, {
      fullName,
      ...(bio !== undefined && { bio }),
      ...(location !== undefined && { location }),
    });
    const data = { name: fullName };
    if (fullName !== saved.fullName)
      await recordAction(tx, { kind: 'workspace.renamed', actor: ctx.user, data, at: ctx.now() });
  });
  return getOwnProfile(ctx);
}

export async function isUsernameFree(ctx: UserCtx, username: string): Promise<boolean> {
  if (isReservedUsername(username)) return false;
  const owner = await findUsernameOwner(ctx.db, username);
  return owner === undefined || owner === ctx.user.workspaceId;
}

/**
 * Number of a user's former usernames that still redirect to the profile. Older ones become available to other
 * users.
 */
const MAX_FORMER_USERNAMES = 3;

/**
 * Changes the caller's username. Links with the previous one keep working. Throws USERNAME_TAKEN or
 * TOO_MANY_REQUESTS.
 */
export async function changeUsername(ctx: UserCtx, username: string) {
  if (username === ctx.user.username) return getOwnProfile(ctx);
  await enforceRateLimit(ctx, 'username change', ctx.user.id);
  if (!(await isUsernameFree(ctx, username))) throw new Failure('USERNAME_TAKEN');
  await inTransaction(ctx.db, async (tx) => {
    const before = await lockProfile(tx, ctx.user.workspaceId);
    await updateProfile(tx, ctx.user.workspaceId, { username }).catch(throwUsernameTaken);
    await replaceFormerUsernames(tx, {
      workspaceId: ctx.user.workspaceId,
      given: before.username,
      taken: username,
      at: ctx.now(),
      keep: MAX_FORMER_USERNAMES,
    });
    const data = { username };
    await recordAction(tx, { kind: 'workspace.username_changed', actor: ctx.user, data, at: ctx.now() });
  });
  return getOwnProfile(ctx);
}

const UNIQUE_VIOLATION = '23505';
/** Handles the case that another user takes the username between the check and the change. */
const throwUsernameTaken = (error: unknown): never => {
  throw (error as { code?: string }).code === UNIQUE_VIOLATION ? new Failure('USERNAME_TAKEN') : error;
};

/** Saves a creator's categories and languages. Throws EDIT_STALE. */
export async function saveProfileTopics(ctx: UserCtx, { base, ...edited }: z.output<typeof profileTopicsChange>) {
  await inTransaction(ctx.db, async (tx) => {
    const saved = await lockProfile(tx, ctx.user.workspaceId);
    const { categories, languages } = mergeEdit(saved, edited, base);
    await updateProfile(tx, ctx.user.workspaceId, { categories, languages });
  });
  return getOwnProfile(ctx);
}

/** Saves a creator's platforms, keeping their order, and the sum of their followers. Throws EDIT_STALE. */
export async function saveProfilePlatforms(ctx: UserCtx, { base, ...edited }: z.output<typeof profilePlatformsChange>) {
  await inTransaction(ctx.db, async (tx) => {
    await lockProfile(tx, ctx.user.workspaceId);
    const saved = { platforms: await listCreatorPlatforms(tx, ctx.user.workspaceId) };
    const { platforms } = mergeEdit(saved, edited, base);
    await replaceCreatorPlatforms(tx, ctx.user.workspaceId, platforms);
    await updateProfile(tx, ctx.user.workspaceId, {
      followers: platforms.reduce((sum, { followers }) => sum + followers, 0),
    });
  });
  return getOwnProfile(ctx);
}

/** Saves the links of a profile. Throws EDIT_STALE. */
export async function saveProfileLinks(ctx: UserCtx, { base, ...edited }: z.output<typeof profileLinksChange>) {
  await inTransaction(ctx.db, async (tx) => {
    const { links: saved } = await lockProfile(tx, ctx.user.workspaceId);
    const { links } = mergeEdit({ links: saved }, edited, base);
    await updateProfile(tx, ctx.user.workspaceId, { links: JSON.stringify(links) });
  });
  return getOwnProfile(ctx);
}

/** Replaces the caller's profile photo. Throws the errors of `storePicture`. */
export async function saveProfilePhoto(ctx: UserCtx, bytes: Buffer, crop: PictureCrop | undefined) {
  const stored = await storePicture(ctx, bytes, 'portrait', crop);
  await withStoredPicture(ctx, stored, (use) =>
    inTransaction(ctx.db, (tx) => use(() => replaceProfilePhoto(ctx, tx, stored.url))),
  );
  return getOwnProfile(ctx);
}

export async function removeProfilePhoto(ctx: UserCtx) {
  await inTransaction(ctx.db, (tx) => replaceProfilePhoto(ctx, tx, null));
  return getOwnProfile(ctx);
}

async function replaceProfilePhoto(ctx: UserCtx, tx: Transaction<Database>, url: string | null): Promise<void> {
  const before = await lockProfile(tx, ctx.user.workspaceId);
  await updateProfile(tx, ctx.user.workspaceId, { profileImageUrl: url });
  if (before.profileImageUrl !== null) await enqueueJob(tx, 'pictures.drop', { url: before.profileImageUrl });
}

/** Adds a picture to the end of the caller's portfolio. Throws PORTFOLIO_FULL or the errors of `storePicture`. */
export async function addPortfolioPicture(ctx: UserCtx, bytes: Buffer, crop: PictureCrop | undefined) {
  const input = { bytes: createHash('sha256').update(bytes).digest('base64url'), crop };
  // Checks the limit before decoding the picture, because decoding is expensive. A repeated request whose picture is
  // already in the portfolio is not refused.
  const isFull = (await countPortfolioPictures(ctx.db, ctx.user.workspaceId)) >= LIMITS.portfolioPictures;
  if (isFull && !(await wasRequestAnswered(ctx, 'profiles.addPicture', input))) throw new Failure('PORTFOLIO_FULL');
  const stored = await storePicture(ctx, bytes, 'portfolio', crop);
  await withStoredPicture(ctx, stored, (use) =>
    runIdempotently(ctx, 'profiles.addPicture', input, (tx) =>
      use(async () => {
        await lockProfile(tx, ctx.user.workspaceId);
        const row = { ...stored, caption: '', creatorId: ctx.user.workspaceId, createdAt: ctx.now() };
        const id = await insertPortfolioPicture(tx, row, LIMITS.portfolioPictures);
        if (id === undefined) throw new Failure('PORTFOLIO_FULL');
      }),
    ),
  );
  return getOwnProfile(ctx);
}

export async function captionPortfolioPicture(ctx: UserCtx, { id, caption }: { id: string; caption: string }) {
  const picture = { id, creatorId: ctx.user.workspaceId };
  if (!(await inTransaction(ctx.db, (tx) => setPortfolioPictureCaption(tx, picture, caption))))
    throw new Failure('PICTURE_NOT_FOUND');
  return getOwnProfile(ctx);
}

/** Reorders the caller's portfolio. Ignores unknown ids, because the portfolio may have changed in another window. */
export async function reorderPortfolioPictures(ctx: UserCtx, ids: readonly string[]) {
  await inTransaction(ctx.db, (tx) => setPortfolioPicturePositions(tx, ctx.user.workspaceId, ids));
  return getOwnProfile(ctx);
}

export async function removePortfolioPicture(ctx: UserCtx, id: string) {
  await inTransaction(ctx.db, async (tx) => {
    const gone = await deletePortfolioPicture(tx, { id, creatorId: ctx.user.workspaceId });
    if (!gone) throw new Failure('PICTURE_NOT_FOUND');
    await enqueueJob(tx, 'pictures.drop', { url: gone.url });
  });
  return getOwnProfile(ctx);
}
