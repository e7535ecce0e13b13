/**
 * Manages the signed-in user's own profile. Each section of the settings is saved separately, and each call returns
 * the whole profile.
 */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { createHash } from 'node:crypto';
import {
  isOperatorName,
  isReservedUsername,
  LIMITS,
  type PictureCrop,
  type profileAboutChange,
  type profileLinksChange,
  type profileNameChange,
  type profilePlatformsChange,
  type profileTopicsChange,
} from '@marquee/validation';
import type { z } from 'zod';
import { mergeEdit } from '../../../core/edits.ts';
import { Failure } from '../../../core/failures.ts';
import { runIdempotently, wasRequestAnswered } from '../../../core/idempotency.ts';
import { assertNotOperatorName } from '../../../core/operator-name.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
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
export const getOwnProfile = async (deps: Deps, actor: Actor) =>
  withFollowerProofDates(await findOwnProfile(deps.db, actor.workspaceId), deps.now());

/** Saves the name of a brand. Throws EDIT_STALE or NAME_RESERVED. */
export const saveProfileName = (deps: Deps, actor: Actor, edit: z.output<typeof profileNameChange>) =>
  saveNamedProfile(deps, actor, edit);

/** Saves the name, bio and location of a creator. Throws EDIT_STALE or NAME_RESERVED. */
export const saveProfileAbout = (deps: Deps, actor: Actor, edit: z.output<typeof profileAboutChange>) =>
  saveNamedProfile(deps, actor, edit);

interface NamedProfile {
  fullName: string;
  bio?: string;
  location?: string;
}

async function saveNamedProfile(
  deps: Deps,
  actor: Actor,
  { base, ...edited }: NamedProfile & { base?: NamedProfile | undefined },
) {
  await inTransaction(deps, async (tx) => {
    const saved = await lockProfile(tx.db, actor.workspaceId);
    const { fullName, bio, location } = mergeEdit(saved, edited, base);
    if (fullName !== saved.fullName) assertNotOperatorName(deps, fullName);
    await updateProfile(tx.db, actor.workspaceId, {
      fullName,
      ...(bio !== undefined && { bio }),
      ...(location !== undefined && { location }),
    });
    const data = { name: fullName };
    if (fullName !== saved.fullName)
      await recordAction(tx.db, { kind: 'workspace.renamed', actor, data, at: deps.now() });
  });
  return getOwnProfile(deps, actor);
}

export async function isUsernameFree(deps: Deps, actor: Actor, username: string): Promise<boolean> {
  if (isReservedUsername(username) || isOperatorName(username, deps.env.COMPANY_NAME)) return false;
  const owner = await findUsernameOwner(deps.db, username);
  return owner === undefined || owner === actor.workspaceId;
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
export async function changeUsername(deps: Deps, actor: Actor, username: string) {
  if (username === actor.username) return getOwnProfile(deps, actor);
  await enforceRateLimit(deps, 'username change', actor.id);
  if (!(await isUsernameFree(deps, actor, username))) throw new Failure('USERNAME_TAKEN');
  await inTransaction(deps, async (tx) => {
    const before = await lockProfile(tx.db, actor.workspaceId);
    await updateProfile(tx.db, actor.workspaceId, { username }).catch(throwUsernameTaken);
    await replaceFormerUsernames(tx.db, {
      workspaceId: actor.workspaceId,
      given: before.username,
      taken: username,
      at: deps.now(),
      keep: MAX_FORMER_USERNAMES,
    });
    const data = { username };
    await recordAction(tx.db, { kind: 'workspace.username_changed', actor, data, at: deps.now() });
  });
  return getOwnProfile(deps, actor);
}

const UNIQUE_VIOLATION = '23505';
/** Handles the case that another user takes the username between the check and the change. */
const throwUsernameTaken = (error: unknown): never => {
  throw (error as { code?: string }).code === UNIQUE_VIOLATION ? new Failure('USERNAME_TAKEN') : error;
};

/** Saves a creator's categories and languages. Throws EDIT_STALE. */
export async function saveProfileTopics(
  deps: Deps,
  actor: Actor,
  { base, ...edited }: z.output<typeof profileTopicsChange>,
) {
  await inTransaction(deps, async (tx) => {
    const saved = await lockProfile(tx.db, actor.workspaceId);
    const { categories, languages } = mergeEdit(saved, edited, base);
    await updateProfile(tx.db, actor.workspaceId, { categories, languages });
  });
  return getOwnProfile(deps, actor);
}

/** Saves a creator's platforms, keeping their order, and the sum of their followers. Throws EDIT_STALE. */
export async function saveProfilePlatforms(
  deps: Deps,
  actor: Actor,
  { base, ...edited }: z.output<typeof profilePlatformsChange>,
) {
  await inTransaction(deps, async (tx) => {
    await lockProfile(tx.db, actor.workspaceId);
    const saved = { platforms: await listCreatorPlatforms(tx.db, actor.workspaceId) };
    const { platforms } = mergeEdit(saved, edited, base);
    await replaceCreatorPlatforms(tx.db, actor.workspaceId, platforms);
    await updateProfile(tx.db, actor.workspaceId, {
      followers: platforms.reduce((sum, { followers }) => sum + followers, 0),
    });
  });
  return getOwnProfile(deps, actor);
}

/** Saves the links of a profile. Throws EDIT_STALE. */
export async function saveProfileLinks(
  deps: Deps,
  actor: Actor,
  { base, ...edited }: z.output<typeof profileLinksChange>,
) {
  await inTransaction(deps, async (tx) => {
    const { links: saved } = await lockProfile(tx.db, actor.workspaceId);
    const { links } = mergeEdit({ links: saved }, edited, base);
    await updateProfile(tx.db, actor.workspaceId, { links: JSON.stringify(links) });
  });
  return getOwnProfile(deps, actor);
}

/** Replaces the caller's profile photo. Throws the errors of `storePicture`. */
export async function saveProfilePhoto(deps: Deps, actor: Actor, bytes: Buffer, crop: PictureCrop | undefined) {
  const stored = await storePicture(deps, actor, bytes, 'portrait', crop);
  await withStoredPicture(deps, stored, (use) =>
    inTransaction(deps, (tx) => use(() => replaceProfilePhoto(actor, tx, stored.url))),
  );
  return getOwnProfile(deps, actor);
}

export async function removeProfilePhoto(deps: Deps, actor: Actor) {
  await inTransaction(deps, (tx) => replaceProfilePhoto(actor, tx, null));
  return getOwnProfile(deps, actor);
}

async function replaceProfilePhoto(actor: Actor, tx: UnitOfWork, url: string | null): Promise<void> {
  const before = await lockProfile(tx.db, actor.workspaceId);
  await updateProfile(tx.db, actor.workspaceId, { profileImageUrl: url });
  if (before.profileImageUrl !== null) tx.enqueue('pictures.drop', { url: before.profileImageUrl });
}

/** Adds a picture to the end of the caller's portfolio. Throws PORTFOLIO_FULL or the errors of `storePicture`. */
export async function addPortfolioPicture(deps: Deps, actor: Actor, bytes: Buffer, crop: PictureCrop | undefined) {
  const input = { bytes: createHash('sha256').update(bytes).digest('base64url'), crop };
  // Checks the limit before decoding the picture, because decoding is expensive. A repeated request whose picture is
  // already in the portfolio is not refused.
  const isFull = (await countPortfolioPictures(deps.db, actor.workspaceId)) >= LIMITS.portfolioPictures;
  if (isFull && !(await wasRequestAnswered(deps, actor, 'profiles.addPicture', input)))
    throw new Failure('PORTFOLIO_FULL');
  const stored = await storePicture(deps, actor, bytes, 'portfolio', crop);
  await withStoredPicture(deps, stored, (use) =>
    runIdempotently(deps, actor, 'profiles.addPicture', input, (tx) =>
      use(async () => {
        await lockProfile(tx.db, actor.workspaceId);
        const row = { ...stored, caption: '', creatorId: actor.workspaceId, createdAt: deps.now() };
        const id = await insertPortfolioPicture(tx.db, row, LIMITS.portfolioPictures);
        if (id === undefined) throw new Failure('PORTFOLIO_FULL');
      }),
    ),
  );
  return getOwnProfile(deps, actor);
}

export async function captionPortfolioPicture(
  deps: Deps,
  actor: Actor,
  { id, caption }: { id: string; caption: string },
) {
  const picture = { id, creatorId: actor.workspaceId };
  if (!(await inTransaction(deps, (tx) => setPortfolioPictureCaption(tx.db, picture, caption))))
    throw new Failure('PICTURE_NOT_FOUND');
  return getOwnProfile(deps, actor);
}

/** Reorders the caller's portfolio. Ignores unknown ids, because the portfolio may have changed in another window. */
export async function reorderPortfolioPictures(deps: Deps, actor: Actor, ids: readonly string[]) {
  await inTransaction(deps, (tx) => setPortfolioPicturePositions(tx.db, actor.workspaceId, ids));
  return getOwnProfile(deps, actor);
}

export async function removePortfolioPicture(deps: Deps, actor: Actor, id: string) {
  await inTransaction(deps, async (tx) => {
    const deletedPicture = await deletePortfolioPicture(tx.db, { id, creatorId: actor.workspaceId });
    if (!deletedPicture) throw new Failure('PICTURE_NOT_FOUND');
    tx.enqueue('pictures.drop', { url: deletedPicture.url });
  });
  return getOwnProfile(deps, actor);
}
