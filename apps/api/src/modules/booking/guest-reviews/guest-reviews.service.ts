/** Lets a brand's members invite guests to review delivered versions, and shows them the guests' reviews. */
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { DAY_MS } from '@marquee/time';
import { LIMITS, type GuestInvitation } from '@marquee/validation';
import { createHash } from 'node:crypto';
import { Failure } from '../../../core/failures.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import { inTransaction } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';
import { inSnapshot } from '../../../db/transaction.ts';
import { findDeliverable, listDeliveryFiles, listDeliveryVersions } from '../deliverables/deliverables.sql.ts';
import { findCallerSide, lockOwnBooking } from '../bookings/rules.service.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { GUEST_DAYS } from '../../messaging/mail/links.service.ts';
import { hasOppositeVotes, isContested } from './disagreements.service.ts';
import {
  findDecisionOwner,
  findGuestBooking,
  insertGuest,
  insertGuestVersion,
  listGuests,
  listGuestVersions,
  updateGuest,
} from './guest-reviews.sql.ts';

export { hasGuests } from './guest-reviews.sql.ts';

type DeliveryFile = Awaited<ReturnType<typeof listDeliveryFiles>>[number];
type GuestVersion = Awaited<ReturnType<typeof listGuestVersions>>[number];

/** Computes the checksum of a version from its note, its links and the checksums of its files. */
const computeChecksum = (version: Pick<GuestVersion, 'note' | 'links'>, files: readonly DeliveryFile[]): string =>
  createHash('sha256')
    .update(JSON.stringify([version.note, version.links, files.map(({ sha256 }) => sha256 ?? '').toSorted()]))
    .digest('hex');

/**
 * Lists the versions that these guests may see, with their files and reviews. A vote that was given for other content
 * is outdated and does not count.
 */
export async function listReviewedVersions(db: Db, guestIds: readonly string[]) {
  const versions = await listGuestVersions(db, guestIds);
  const files = await listDeliveryFiles(db, [...new Set(versions.map(({ deliverableId }) => deliverableId))], false);
  return versions.map(({ voteChecksum, ...version }) => {
    const ownFiles = files.filter(
      ({ deliverableId, number }) => deliverableId === version.deliverableId && number === version.number,
    );
    const checksum = computeChecksum(version, ownFiles);
    return { ...version, files: ownFiles, checksum, isOutdated: voteChecksum !== null && voteChecksum !== checksum };
  });
}

/**
 * Returns the guests of a booking, the versions that each may see, and their reviews. Throws BOOKING_NOT_FOUND (also
 * for the creator).
 */
export function getGuestReviews(deps: Deps, actor: Actor, bookingId: string) {
  return inSnapshot(deps.db, async (db) => {
    if ((await findCallerSide(db, actor, bookingId)) !== 'brand') throw new Failure('BOOKING_NOT_FOUND');
    const guests = await listGuests(db, bookingId);
    const decisionOwner = await findDecisionOwner(db, bookingId);
    const versions = await listReviewedVersions(
      db,
      guests.map(({ id }) => id),
    );
    const nameOf = new Map(guests.map(({ id, name }) => [id, name]));
    const isOfSame = (one: GuestKey, other: GuestKey) =>
      one.deliverableId === other.deliverableId && one.number === other.number;
    const reviews = versions
      .filter(({ vote }) => vote !== null)
      .toSorted((one, other) => (one.votedAt?.getTime() ?? 0) - (other.votedAt?.getTime() ?? 0));
    return {
      decisionOwner: decisionOwner ?? null,
      guests: guests.map((guest) => ({
        ...guest,
        hasVoted: reviews.some(({ guestId }) => guestId === guest.id),
        versions: versions
          .filter(({ guestId }) => guestId === guest.id)
          .map(({ deliverableId, number }) => ({ deliverableId, number })),
      })),
      reviews: reviews.map((review) => {
        const { guestId, deliverableId, number, vote, votedAt, comment, isOutdated } = review;
        const otherReviews = reviews.filter((each) => isOfSame(each, review) && !each.isOutdated);
        return {
          guestId,
          guestName: nameOf.get(guestId) ?? '',
          deliverableId,
          number,
          vote,
          votedAt,
          comment,
          isOutdated,
          isVoteContested: !isOutdated && hasOppositeVotes(otherReviews),
          remarks: review.remarks.map((remark) => ({
            ...remark,
            isContested: !isOutdated && isContested(remark, guestId, otherReviews),
          })),
        };
      }),
    };
  });
}

type GuestKey = Pick<GuestVersion, 'deliverableId' | 'number'>;

/**
 * Emails a link to a guest, who may then see the version. A guest who was invited before gets a new link, sees the
 * version in addition to others, and keeps access for another `GUEST_DAYS` days. Throws DELIVERABLE_NOT_FOUND,
 * EMAIL_UNCONFIRMED, GUESTS_FULL or TOO_MANY_REQUESTS.
 */
export async function inviteGuest(deps: Deps, actor: Actor, { deliverableId, number, name, email }: GuestInvitation) {
  // The email contains names that the sender has chosen.
  if (actor.emailVerifiedAt === null) throw new Failure('EMAIL_UNCONFIRMED');
  const deliverable = await findDeliverable(deps.db, deliverableId);
  if (deliverable?.brandId !== actor.workspaceId) throw new Failure('DELIVERABLE_NOT_FOUND');
  await enforceRateLimit(deps, 'guest invitation', actor.workspaceId);
  const at = deps.now();
  const expiresAt = new Date(at.getTime() + GUEST_DAYS * DAY_MS);
  const { bookingId } = deliverable;
  await inTransaction(deps, async (tx) => {
    await lockOwnBooking(tx.db, actor, bookingId);
    const versions = await listDeliveryVersions(tx.db, [deliverableId]);
    if (!versions.some((version) => version.number === number)) throw new Failure('DELIVERABLE_NOT_FOUND');
    const guests = await listGuests(tx.db, bookingId);
    const knownGuest = guests.find(
      (each) => each.revokedAt === null && each.email.toLowerCase() === email.toLowerCase(),
    );
    if (!knownGuest && guests.length >= LIMITS.reviewGuests) throw new Failure('GUESTS_FULL');
    const { id } =
      knownGuest ??
      (await insertGuest(tx.db, { bookingId, name, email, invitedByPersonId: actor.id, invitedAt: at, expiresAt }));
    if (knownGuest) await updateGuest(tx.db, id, { name, expiresAt });
    else await recordAction(tx.db, { kind: 'guest.invited', actor, data: { email }, at });
    await insertGuestVersion(tx.db, id, { deliverableId, number });
    await sendMail(tx, {
      kind: 'guest_invited',
      subject: `${id}:${at.toISOString()}`,
      to: { address: knownGuest?.email ?? email },
      data: {
        subjectId: id,
        workspaceName: actor.workspaceName,
        inviterName: actor.fullName,
        expiresAt: expiresAt.toISOString(),
      },
      at,
    });
  });
  return getGuestReviews(deps, actor, bookingId);
}

/**
 * Ends a guest's access at once. The guest's reviews stay. Does nothing if the access was ended before. Throws
 * BOOKING_NOT_FOUND (also for guests of other brands).
 */
export async function revokeGuest(deps: Deps, actor: Actor, id: string) {
  const guestBooking = await findGuestBooking(deps.db, id);
  if (guestBooking?.brandId !== actor.workspaceId) throw new Failure('BOOKING_NOT_FOUND');
  const { bookingId } = guestBooking;
  await inTransaction(deps, async (tx) => {
    await lockOwnBooking(tx.db, actor, bookingId);
    const guest = (await listGuests(tx.db, bookingId)).find((each) => each.id === id);
    if (guest?.revokedAt !== null) return;
    const at = deps.now();
    await updateGuest(tx.db, id, { revokedAt: at });
    await recordAction(tx.db, { kind: 'guest.removed', actor, data: { email: guest.email }, at });
  });
  return getGuestReviews(deps, actor, bookingId);
}
