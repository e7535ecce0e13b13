/**
 * Pictures with which creators show how many follow them. Staff looks at each; what it confirms stands beside the
 * figure on the profile and in comparisons, by the rule that both ask (`checkedAt`).
 */
import { PLATFORMS, PROOF_DAYS, type ProofDecision, type ProofOf, type ProofsShown } from '@marquee/validation';
import { DAY_MS } from '@marquee/booking';
import { recordAdminAction } from '../../core/admin-actions.ts';
import type { UserCtx } from '../../core/ctx.ts';
import type { Deps } from '../../core/deps.ts';
import { Failure } from '../../core/failures.ts';
import { afterOf, pageOf } from '../../core/paging.ts';
import { enqueue } from '../../core/queue.ts';
import type { Transaction } from 'kysely';
import type { Database, Db } from '../../db/schema.ts';
import { inTransaction } from '../../db/transaction.ts';
import { sendMail } from '../mail/mail.service.ts';
import { dropPicture, storePicture } from '../pictures/pictures.service.ts';
import { lockProfile } from '../profiles/settings.sql.ts';
import {
  countWaitingProofs,
  deleteAgedProofs,
  deleteProofs,
  findClaim,
  findProofOwner,
  insertProof,
  listOwnProofs,
  listProofs,
  lockProof,
  updateProof,
} from './evidence.sql.ts';

/**
 * Sends staff a picture of what a platform says of the caller's account. It takes the place of one that waits or was
 * refused; a confirmed one counts until this is decided. Fails with PROOF_PLATFORM_MISSING, or as `storePicture` does.
 */
export async function sendProof(ctx: UserCtx, bytes: Buffer, { platform }: ProofOf) {
  // Decoding is scarce, so a picture of an account that is not in the profile is refused before it.
  if (!(await findClaim(ctx.db, { creatorId: ctx.user.id, platform }))) throw new Failure('PROOF_PLATFORM_MISSING');
  const stored = await storePicture(ctx, bytes, 'portfolio');
  try {
    await inTransaction(ctx.db, async (tx) => {
      await lockProfile(tx, ctx.user.id);
      const claim = await findClaim(tx, { creatorId: ctx.user.id, platform });
      if (!claim) throw new Failure('PROOF_PLATFORM_MISSING');
      await dropProofs(tx, { creatorId: ctx.user.id, platform, states: ['waiting', 'refused'] });
      await insertProof(tx, { ...claim, creatorId: ctx.user.id, platform, pictureUrl: stored.url, sentAt: ctx.now() });
    });
  } catch (error) {
    await dropPicture(ctx, stored.url).catch((cause: unknown) =>
      ctx.log.warn({ err: cause, url: stored.url }, 'an unused picture stays'),
    );
    throw error;
  }
  return listOwnProofs(ctx.db, ctx.user.id);
}

/** Takes back what was sent of a platform, whatever was decided; the pictures go. */
export async function withdrawProofs(ctx: UserCtx, { platform }: ProofOf) {
  await inTransaction(ctx.db, async (tx) => {
    await lockProfile(tx, ctx.user.id);
    await dropProofs(tx, { creatorId: ctx.user.id, platform, states: ['waiting', 'confirmed', 'refused'] });
  });
  return listOwnProofs(ctx.db, ctx.user.id);
}

async function dropProofs(tx: Transaction<Database>, which: Parameters<typeof deleteProofs>[1]): Promise<void> {
  for (const url of await deleteProofs(tx, which)) await enqueue(tx, 'pictures.drop', { url });
}

/** Staff's queue. */
export const proofsPage = async (ctx: UserCtx, { show, cursor }: ProofsShown) =>
  pageOf(await listProofs(ctx.db, show, afterOf(cursor)), (row) => row.decidedAt ?? row.sentAt);

/** How many wait for staff. */
export const waitingProofs = (db: Db) => countWaitingProofs(db);

/**
 * Staff has looked at a picture; the creator is told. A confirmed one takes the place of the one before; of a refused
 * one the picture goes. Fails with ADMIN_SUBJECT_NOT_FOUND or ADMIN_ACTION_STALE.
 */
export async function decideProof(ctx: UserCtx, { id, outcome, reason }: ProofDecision): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    const owner = await findProofOwner(tx, id);
    if (!owner) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
    // In the order of those who send: the person before the picture.
    await lockProfile(tx, owner.creatorId);
    const proof = await lockProof(tx, id);
    if (!proof) throw new Failure('ADMIN_SUBJECT_NOT_FOUND');
    if (proof.state !== 'waiting') throw new Failure('ADMIN_ACTION_STALE');
    const { creatorId, platform, handle, followers, pictureUrl, fullName } = proof;
    await dropProofs(tx, { creatorId, platform, states: [outcome] });
    const at = ctx.now();
    await updateProof(tx, id, {
      state: outcome,
      reason: outcome === 'refused' ? reason : null,
      decidedAt: at,
      decidedBy: ctx.user.id,
    });
    if (outcome === 'refused' && pictureUrl !== null) await enqueue(tx, 'pictures.drop', { url: pictureUrl });
    await recordAdminAction(tx, {
      actorId: ctx.user.id,
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
      to: { userId: creatorId },
      data: { fullName, platform: PLATFORMS[platform], handle, followers, outcome, reason },
      at,
    });
  });
}

/** How many a run removes at a time. */
const BATCH = 1_000;

/** Removes what is too old to speak for a figure, with its pictures. Part of housekeeping. */
export async function dropAgedProofs(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - PROOF_DAYS * DAY_MS);
  for (;;) {
    const dropped = await inTransaction(deps.db, async (tx) => {
      const { count, pictures } = await deleteAgedProofs(tx, before, BATCH);
      for (const url of pictures) await enqueue(tx, 'pictures.drop', { url });
      return count;
    });
    if (dropped < BATCH) return;
  }
}
