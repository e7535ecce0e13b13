/**
 * The actions of guests. A guest opens the link from the invitation and confirms the email address with a code. The
 * session then remembers the guest. It gives access only to the versions that members shared with the guest, and only
 * until the access expires or is revoked.
 */
import type { GuestCode, GuestReview } from '@marquee/validation';
import type { Ctx } from '../../../core/ctx.ts';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import type { ReadableFile } from '../files/content.service.ts';
import { openFileIf } from '../files/files.service.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';
import { lockBooking } from '../bookings/bookings.sql.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import {
  beginMailCode,
  findPublicLinkSubject,
  MAIL_CODE_MINUTES,
  redeemMailCode,
} from '../../messaging/mail/links.service.ts';
import { listReviewedVersions } from './guest-reviews.service.ts';
import { findActiveGuest, listGuestsWithVersion, updateGuest, updateGuestReview } from './guest-reviews.sql.ts';

const getGuestIds = ({ session }: Pick<Ctx, 'session'>): readonly string[] => session?.guestIds ?? [];

/** Finds the guest of a link. Throws GUEST_LINK_INVALID or TOO_MANY_REQUESTS. */
async function readLink(ctx: Ctx, token: string) {
  await enforceRateLimit(ctx.deps, 'mail link', ctx.request.ip);
  const id = await findPublicLinkSubject(ctx.deps, 'guest', token);
  const guest = id === undefined ? undefined : await findActiveGuest(ctx.deps.db, id, ctx.deps.now());
  if (!guest) throw new Failure('GUEST_LINK_INVALID');
  return guest;
}

/** Hides most of an address, so that a forwarded link does not reveal it: 'ann@example.com' becomes 'a…@example.com'. */
const maskAddress = (email: string): string => email.replace(/^(.).*@/u, '$1…@');

/**
 * Returns which workspace asks for a review, and whether the guest has confirmed the address in this session. Throws
 * GUEST_LINK_INVALID or TOO_MANY_REQUESTS.
 */
export async function describeGuestLink(ctx: Ctx, token: string) {
  const { id, workspaceName, email } = await readLink(ctx, token);
  return { id, workspaceName, email: maskAddress(email), isConfirmed: getGuestIds(ctx).includes(id) };
}

/**
 * Emails a code to the guest of a link. Returns the id of the code, which the visitor sends with it. Throws
 * GUEST_LINK_INVALID or TOO_MANY_REQUESTS.
 */
export async function requestGuestCode(ctx: Ctx, token: string): Promise<{ codeId: string }> {
  const { id, email, workspaceName } = await readLink(ctx, token);
  const { codeId } = await beginMailCode(ctx, id);
  const at = ctx.deps.now();
  await inTransaction(ctx.deps, (tx) =>
    sendMail(tx, {
      kind: 'guest_code',
      subject: codeId,
      to: { address: email },
      data: { subjectId: id, codeId, workspaceName, minutes: MAIL_CODE_MINUTES },
      at,
    }),
  );
  return { codeId };
}

/**
 * Confirms the address of a guest and stores the guest in the session. Throws GUEST_LINK_INVALID, GUEST_CODE_WRONG or
 * TOO_MANY_REQUESTS.
 */
export async function confirmGuest(ctx: Ctx, { token, codeId, code }: GuestCode): Promise<{ id: string }> {
  const { id, openedAt } = await readLink(ctx, token);
  if (ctx.session === null || !(await redeemMailCode(ctx.deps, { id: codeId, subjectId: id }, code)))
    throw new Failure('GUEST_CODE_WRONG');
  if (openedAt === null) await inTransaction(ctx.deps, (tx) => updateGuest(tx.db, id, { openedAt: ctx.deps.now() }));
  await ctx.session.addGuest(id);
  return { id };
}

/** Finds the guest with this id. Throws GUEST_ACCESS_ENDED unless the session has confirmed the guest's address. */
async function findOwnGuest(db: Db, ctx: Ctx, id: string) {
  const guest = getGuestIds(ctx).includes(id) ? await findActiveGuest(db, id, ctx.deps.now()) : undefined;
  if (!guest) throw new Failure('GUEST_ACCESS_ENDED');
  return guest;
}

/**
 * Returns the versions that a guest may see, with the guest's own reviews, and nothing else of the booking. Throws
 * GUEST_ACCESS_ENDED.
 */
export async function getGuestView(ctx: Ctx, id: string) {
  const { name, workspaceName, creatorName, expiresAt } = await findOwnGuest(ctx.deps.db, ctx, id);
  const versions = await listReviewedVersions(ctx.deps.db, [id]);
  return {
    id,
    name,
    workspaceName,
    creatorName,
    expiresAt,
    versions: versions.map(({ guestId: _, verdict, ...version }) => ({ ...version, isDecided: verdict !== null })),
  };
}

/**
 * Stores a guest's review of a version. It replaces an earlier one. The booking's contact gets an email about the first
 * one. Throws GUEST_ACCESS_ENDED, DELIVERABLE_NOT_FOUND, GUEST_VERSION_DECIDED, GUEST_VERSION_CHANGED, REMARK_MISPLACED
 * or TOO_MANY_REQUESTS.
 */
export async function reviewAsGuest(ctx: Ctx, input: GuestReview) {
  const { id, deliverableId, number, checksum, vote, comment, remarks } = input;
  await findOwnGuest(ctx.deps.db, ctx, id);
  await enforceRateLimit(ctx.deps, 'guest review', id);
  const at = ctx.deps.now();
  await inTransaction(ctx.deps, async (tx) => {
    const { bookingId } = await findOwnGuest(tx.db, ctx, id);
    await lockBooking(tx.db, bookingId);
    // Members lock the booking to decide or to end a guest's access, so the guest is read again, and no review follows.
    const { brandId, name } = await findOwnGuest(tx.db, ctx, id);
    const version = (await listReviewedVersions(tx.db, [id])).find(
      (each) => each.deliverableId === deliverableId && each.number === number,
    );
    if (!version) throw new Failure('DELIVERABLE_NOT_FOUND');
    if (version.verdict !== null) throw new Failure('GUEST_VERSION_DECIDED');
    if (version.checksum !== checksum) throw new Failure('GUEST_VERSION_CHANGED');
    const files = new Set(version.files.map((file) => file.id));
    if (!remarks.every(({ fileId }) => files.has(fileId))) throw new Failure('REMARK_MISPLACED');
    await updateGuestReview(
      tx.db,
      { guestId: id, deliverableId, number },
      { vote, votedAt: at, voteChecksum: checksum, comment: comment.trim(), remarks },
    );
    await sendMail(tx, {
      kind: 'guest_voted',
      subject: `${id}:${deliverableId}:${number}`,
      to: { workspaceId: brandId, bookingId },
      data: { bookingId, guestName: name, deliverableTitle: version.title, number, vote },
      at,
    });
  });
  return getGuestView(ctx, id);
}

/**
 * Opens a file of a version that a guest of this session may see. Throws FILE_NOT_FOUND, FILE_GONE or
 * TOO_MANY_REQUESTS.
 */
export async function openGuestFile(ctx: Ctx, fileId: string): Promise<ReadableFile> {
  const guestIds = getGuestIds(ctx);
  if (guestIds.length === 0) throw new Failure('FILE_NOT_FOUND');
  return openFileIf(ctx.deps, fileId, async ({ deliverableId, number }) => {
    if (deliverableId === null || number === null) return false;
    const [guest] = await listGuestsWithVersion(ctx.deps.db, guestIds, { deliverableId, number }, ctx.deps.now());
    if (!guest) return false;
    await enforceRateLimit(ctx.deps, 'file read', guest.id);
    return true;
  });
}
