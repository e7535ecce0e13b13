/**
 * Handles follower proofs, which are screenshots that creators upload to verify follower counts. Staff check each
 * one. A confirmed proof marks the count as verified on the profile and in comparisons (`findCheckedAt`).
 */
import type { Actor } from '../../../core/actor.ts';
import {
  PROOF_VALIDITY_DAYS,
  type FollowerProofDecision,
  type FollowerProofInput,
  type FollowerProofListInput,
} from '@marquee/validation';
import { PLATFORM_LABELS } from '@marquee/contracts';
import { DAY_MS } from '@marquee/time';
import { recordAdminAction } from '../../../core/admin-actions.ts';
import type { Deps } from '../../../core/deps.ts';
import { Failure } from '../../../core/failures.ts';
import { parseCursor, toPage } from '../../../core/paging.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { deletePictureIfUnused, storePicture } from '../pictures/pictures.service.ts';
import { lockProfile } from '../profiles/settings.service.ts';
import {
  countWaitingFollowerProofs,
  deleteFollowerProofsDecidedBefore,
  deleteFollowerProofs,
  findFollowerClaim,
  findFollowerProofOwner,
  insertFollowerProof,
  listFollowerProofsByCreator,
  listFollowerProofs,
  lockFollowerProof,
  updateFollowerProof,
} from './follower-proofs.sql.ts';

/**
 * Stores a screenshot of the caller's account on a platform, for review by staff. Replaces the caller's pending and
 * refused screenshots for the platform. A confirmed screenshot stays valid until staff decide about the new one.
 * Throws PROOF_PLATFORM_MISSING or the errors of `storePicture`.
 */
export async function sendFollowerProof(deps: Deps, actor: Actor, bytes: Buffer, { platform }: FollowerProofInput) {
  // Check the profile before decoding the screenshot, because decoding is expensive.
  if (!(await findFollowerClaim(deps.db, { creatorId: actor.workspaceId, platform })))
    throw new Failure('PROOF_PLATFORM_MISSING');
  const stored = await storePicture(deps, actor, bytes, 'portfolio');
  try {
    await inTransaction(deps, async (tx) => {
      await lockProfile(tx.db, actor.workspaceId);
      const claim = await findFollowerClaim(tx.db, { creatorId: actor.workspaceId, platform });
      if (!claim) throw new Failure('PROOF_PLATFORM_MISSING');
      await removeFollowerProofs(tx, { creatorId: actor.workspaceId, platform, states: ['waiting', 'refused'] });
      await insertFollowerProof(tx.db, {
        ...claim,
        creatorId: actor.workspaceId,
        platform,
        pictureUrl: stored.url,
        sentAt: deps.now(),
      });
    });
  } catch (error) {
    await deletePictureIfUnused(deps, stored.url).catch((cause: unknown) =>
      deps.log.warn({ err: cause }, 'failed to delete an unused picture'),
    );
    throw error;
  }
  return listFollowerProofsByCreator(deps.db, actor.workspaceId);
}

/** Deletes all of the caller's follower proofs for a platform. */
export async function withdrawFollowerProofs(deps: Deps, actor: Actor, { platform }: FollowerProofInput) {
  await inTransaction(deps, async (tx) => {
    await lockProfile(tx.db, actor.workspaceId);
    await removeFollowerProofs(tx, {
      creatorId: actor.workspaceId,
      platform,
      states: ['waiting', 'confirmed', 'refused'],
    });
  });
  return listFollowerProofsByCreator(deps.db, actor.workspaceId);
}

async function removeFollowerProofs(tx: UnitOfWork, which: Parameters<typeof deleteFollowerProofs>[1]): Promise<void> {
  for (const url of await deleteFollowerProofs(tx.db, which)) tx.enqueue('pictures.drop', { url });
}

export const getFollowerProofsPage = async (deps: Deps, { show, cursor }: FollowerProofListInput) =>
  toPage(await listFollowerProofs(deps.db, show, parseCursor(cursor)), (row) => row.decidedAt ?? row.sentAt);

export const countPendingFollowerProofs = (db: Db) => countWaitingFollowerProofs(db);

/**
 * Confirms or refuses a follower proof and notifies the creator. Replaces an earlier proof with the same outcome. A
 * refused proof stays in the list, but its screenshot is deleted. Throws ADMIN_SUBJECT_NOT_FOUND or
 * ADMIN_ACTION_STALE.
 */
export async function decideFollowerProof(
  deps: Deps,
  actor: Actor,
  { id, outcome, reason }: FollowerProofDecision,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const owner = await findFollowerProofOwner(tx.db, id);
    if (!owner) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
    // Lock in the same order as an upload: the user, then the proof.
    await lockProfile(tx.db, owner.creatorId);
    const proof = await lockFollowerProof(tx.db, id);
    if (!proof) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
    if (proof.state !== 'waiting') throw new Failure('ADMIN_ACTION_STALE');
    const { creatorId, platform, handle, followers, pictureUrl, fullName } = proof;
    await removeFollowerProofs(tx, { creatorId, platform, states: [outcome] });
    const at = deps.now();
    await updateFollowerProof(tx.db, id, {
      state: outcome,
      reason: outcome === 'refused' ? reason : null,
      decidedAt: at,
      decidedByPersonId: actor.id,
    });
    if (outcome === 'refused' && pictureUrl !== null) tx.enqueue('pictures.drop', { url: pictureUrl });
    await recordAdminAction(tx.db, {
      actorPersonId: actor.id,
      action: `proof.${outcome}`,
      subjectKind: 'user',
      subjectId: creatorId,
      subjectLabel: fullName,
      reason,
      before: {},
      after: { platform, handle, followers },
      at,
    });
    await sendMail(tx, {
      kind: 'proof_decided',
      subject: id,
      to: { workspaceId: creatorId },
      data: { fullName, platform: PLATFORM_LABELS[platform], handle, followers, outcome, reason },
      at,
    });
  });
}

/** Number of follower proofs that are deleted per transaction. */
const FOLLOWER_PROOF_BATCH_SIZE = 1_000;

/** Deletes follower proofs that are too old to verify a count. Part of housekeeping. */
export async function deleteOldFollowerProofs(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - PROOF_VALIDITY_DAYS * DAY_MS);
  for (;;) {
    const dropped = await inTransaction(deps, async (tx) => {
      const { count, pictures } = await deleteFollowerProofsDecidedBefore(tx.db, before, FOLLOWER_PROOF_BATCH_SIZE);
      for (const url of pictures) tx.enqueue('pictures.drop', { url });
      return count;
    });
    if (dropped < FOLLOWER_PROOF_BATCH_SIZE) return;
  }
}
