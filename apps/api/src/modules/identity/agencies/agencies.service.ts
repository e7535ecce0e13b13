/**
 * Agencies: creators that other creators have consented to be represented by. An agency gets a share of the price of
 * the bookings that are accepted while the consent is in force. It never has access to payout accounts, passwords or
 * factors of the creators.
 */
import type { WorkspaceId } from '@marquee/contracts';
import type { Actor } from '../../../core/actor.ts';
import type { Deps } from '../../../core/deps.ts';
import { AGENCY_SUNSET_DAYS, type AgencyPart } from '@marquee/booking';
import { addDaysToDate } from '@marquee/time';
import { computeAgencyShare } from '@marquee/money';
import { LIMITS, type AgencyInvitation } from '@marquee/validation';
import type { Transaction } from 'kysely';
import { Failure } from '../../../core/failures.ts';
import { getPersonChannel } from '../../../core/live.ts';
import { parseCursor, toPage } from '../../../core/paging.ts';
import { enforceRateLimit } from '../../../core/rate-limits.ts';
import { lockConsentInForce } from '../../../core/representation.sql.ts';
import { recordAction } from '../../../core/workspace-actions.ts';
import { inTransaction, type UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database, Db } from '../../../db/schema.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { recordSecurityAction } from '../ownership/ownership.service.ts';
import {
  countOpenConsents,
  findActorName,
  findAgencyName,
  findAgencyTerms,
  findConsentInForce,
  findInvitedCreator,
  hasConsentInForce,
  insertConsent,
  listAgencyPeople,
  listConsentsByAgency,
  listConsentsByCreator,
  listCreatorsForPerson,
  lockOpenConsent,
  lockUsers,
  setConsentAgreed,
  setConsentEnded,
} from './agencies.sql.ts';

interface BookingAgency {
  agencyId: string | null;
  agencyBps: number | null;
}

/**
 * Returns the agency's part of an amount that the creator of a booking receives, for the booking's events. Returns
 * nothing if the booking has no agency.
 */
export async function findAgencyPart(
  db: Db,
  { agencyId, agencyBps }: BookingAgency,
  creatorCents: number,
): Promise<{ agency?: AgencyPart }> {
  if (agencyId === null || agencyBps === null) return {};
  const name = await findAgencyName(db, agencyId);
  return { agency: { name, shareBps: agencyBps, cents: computeAgencyShare(creatorCents, agencyBps) } };
}

/**
 * Returns the agency's part of a booking's price: the part that was pinned when the creator accepted the booking, or
 * the part that it would have if the creator accepted now. Returns null without an agency.
 */
export async function findBookingAgency(
  db: Db,
  booking: BookingAgency & {
    creatorId: WorkspaceId;
    offerVersionId: string | null;
    acceptedAt: Date | null;
    priceCents: number;
  },
  now: Date,
): Promise<(AgencyPart & { id: string }) | null> {
  if (booking.acceptedAt !== null) {
    const { agency } = await findAgencyPart(db, booking, booking.priceCents);
    return agency === undefined || booking.agencyId === null ? null : { ...agency, id: booking.agencyId };
  }
  const terms = await findAgencyTerms(db, { ...booking, at: now });
  if (terms === undefined) return null;
  const { agencyId: id, agencyName: name, shareBps } = terms;
  return { id, name, shareBps, cents: computeAgencyShare(booking.priceCents, shareBps) };
}

/** Returns the caller's agency, invitations and recent ends, and the operator's limit for shares. */
export async function getAgencyOverview(deps: Deps, actor: Actor) {
  const consents = await listConsentsByCreator(deps.db, actor.workspaceId, deps.now());
  return {
    capBps: deps.env.AGENCY_CAP_BPS,
    current: consents.find(({ agreedAt, endedAt }) => agreedAt !== null && endedAt === null) ?? null,
    invitations: consents.filter(({ agreedAt, endedAt }) => agreedAt === null && endedAt === null),
    /** Agencies whose offers from before the end still have the share. */
    ended: consents.filter(({ endedAt }) => endedAt !== null),
  };
}

/** Lists the creators that the caller represents or has invited, latest invitation first. */
export async function listRepresentedCreators(deps: Deps, actor: Actor, input: { cursor?: string | undefined }) {
  return toPage(
    await listConsentsByAgency(deps.db, actor.workspaceId, parseCursor(input.cursor)),
    (row) => row.requestedAt,
  );
}

/** Lists the creators that the caller can act for as a member of their agency, latest consent first. */
export async function listActingCreators(deps: Deps, actor: Actor, input: { cursor?: string | undefined }) {
  return toPage(await listCreatorsForPerson(deps.db, actor.id, parseCursor(input.cursor)), ({ agreedAt }) => agreedAt);
}

/**
 * Invites a creator by username to be represented by the caller for a share of the price. Throws
 * AGENCY_SHARE_TOO_HIGH, AGENCY_CREATOR_NOT_FOUND, AGENCY_SELF, AGENCY_INVITED (an invitation or consent exists),
 * AGENCY_FULL, AGENCY_INVITATIONS_FULL or TOO_MANY_REQUESTS.
 */
export async function inviteCreator(deps: Deps, actor: Actor, input: AgencyInvitation): Promise<{ id: string }> {
  await enforceRateLimit(deps, 'agency invitation', actor.id);
  if (input.shareBps > deps.env.AGENCY_CAP_BPS) throw new Failure('AGENCY_SHARE_TOO_HIGH');
  return inTransaction(deps, async (tx) => {
    const at = deps.now();
    const creator = await findInvitedCreator(tx.db, input.creator);
    if (!creator) throw new Failure('AGENCY_CREATOR_NOT_FOUND');
    if (creator.id === actor.workspaceId) throw new Failure('AGENCY_SELF');
    await lockUsers(tx.db, [creator.id, actor.workspaceId]);
    if ((await countOpenConsents(tx.db, 'agencyId', actor.workspaceId)) >= LIMITS.agencyCreators)
      throw new Failure('AGENCY_FULL');
    if ((await countOpenConsents(tx.db, 'creatorId', creator.id)) >= LIMITS.agencyInvitations)
      throw new Failure('AGENCY_INVITATIONS_FULL');
    const invited = await insertConsent(tx.db, {
      creatorId: creator.id,
      agencyId: actor.workspaceId,
      shareBps: input.shareBps,
      requestedAt: at,
      requestedByPersonId: actor.id,
    });
    if (!invited) throw new Failure('AGENCY_INVITED');
    await recordAction(tx.db, {
      kind: 'agency.invited',
      actor,
      aboutWorkspaceId: creator.id,
      data: { shareBps: input.shareBps },
      at,
    });
    await sendMail(tx, {
      kind: 'agency_invited',
      subject: invited.id,
      to: { workspaceId: creator.id },
      data: {
        agencyName: actor.workspaceName,
        actorName: await findActorName(tx.db, actor),
        shareBps: input.shareBps,
      },
      at,
    });
    return invited;
  });
}

/**
 * Consents to be represented by the agency that sent this invitation. The share applies to bookings that are accepted
 * from now on. Throws AGENCY_INVITATION_GONE (ended, agreed, or not the caller's), AGENCY_TAKEN (another consent is in
 * force) or AGENCY_SHARE_TOO_HIGH (the operator has lowered the limit).
 */
export async function agreeToAgency(deps: Deps, actor: Actor, { id }: { id: string }): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const at = deps.now();
    await lockUsers(tx.db, [actor.workspaceId]);
    const consent = await lockOpenConsent(tx.db, id, actor.workspaceId);
    if (consent?.creatorId !== actor.workspaceId || consent.agreedAt !== null)
      throw new Failure('AGENCY_INVITATION_GONE');
    if (await hasConsentInForce(tx.db, actor.workspaceId)) throw new Failure('AGENCY_TAKEN');
    if (consent.shareBps > deps.env.AGENCY_CAP_BPS) throw new Failure('AGENCY_SHARE_TOO_HIGH');
    await setConsentAgreed(tx.db, id, { agreedAt: at, agreedByPersonId: actor.id });
    const { agencyId, shareBps } = consent;
    await recordSecurityAction(tx, {
      kind: 'agency.agreed',
      actor,
      aboutWorkspaceId: agencyId,
      data: { shareBps },
      at,
    });
    await sendMail(tx, {
      kind: 'agency_agreed',
      subject: id,
      to: { workspaceId: consent.agencyId },
      data: {
        creatorName: consent.creatorName,
        actorName: await findActorName(tx.db, actor),
        shareBps: consent.shareBps,
      },
      at,
    });
  });
}

/**
 * Ends an invitation or a consent for one of its two sides. The agency's people can no longer act for the creator. No
 * booking that is accepted from now on has the share, except bookings of offers that were sent before, until the
 * sunset. Does nothing if it has already ended or belongs to others.
 */
export async function endAgency(deps: Deps, actor: Actor, { id }: { id: string }): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const consent = await lockOpenConsent(tx.db, id, actor.workspaceId);
    // Takes the time after the lock, because bookings that were accepted while waiting for it have the agency's share.
    if (consent) await endConsent(tx, consent, { actor, at: deps.now() });
  });
}

/**
 * Ends the consent of the actor's workspace to an agency in the caller's transaction, if it is in force, also for
 * bookings of offers that were sent before.
 */
export async function endConsentWith(
  tx: UnitOfWork,
  { agencyId, actor, at }: { agencyId: WorkspaceId; actor: Pick<Actor, 'id' | 'workspaceId'>; at: Date },
): Promise<void> {
  const id = await findConsentInForce(tx.db, { creatorId: actor.workspaceId, agencyId });
  const consent = id === undefined ? undefined : await lockOpenConsent(tx.db, id, actor.workspaceId);
  if (consent) await endConsent(tx, consent, { actor, at, hasSunset: false });
}

async function endConsent(
  tx: UnitOfWork,
  consent: NonNullable<Awaited<ReturnType<typeof lockOpenConsent>>>,
  { actor, at, hasSunset = true }: { actor: Pick<Actor, 'id' | 'workspaceId'>; at: Date; hasSunset?: boolean },
): Promise<void> {
  const { id, creatorId, agencyId, creatorName, agencyName, agreedAt } = consent;
  const sunsetAt = agreedAt === null ? null : hasSunset ? addDaysToDate(at, AGENCY_SUNSET_DAYS) : at;
  await setConsentEnded(tx.db, id, { endedAt: at, endedByPersonId: actor.id, sunsetAt });
  if (agreedAt !== null)
    tx.publishAfterCommit({ kind: 'access', to: (await listAgencyPeople(tx.db, agencyId)).map(getPersonChannel) });
  const isByCreator = actor.workspaceId === creatorId;
  await recordAction(tx.db, {
    kind: 'agency.ended',
    actor,
    aboutWorkspaceId: isByCreator ? agencyId : creatorId,
    data: { shareBps: consent.shareBps },
    at,
  });
  await sendMail(tx, {
    kind: 'agency_ended',
    subject: id,
    to: { workspaceId: isByCreator ? agencyId : creatorId },
    data: {
      otherName: isByCreator ? creatorName : agencyName,
      actorName: await findActorName(tx.db, actor),
      isToCreator: !isByCreator,
      sunsetAt: sunsetAt?.toISOString() ?? null,
    },
    at,
  });
}

/** Returns the columns that pin the agency's share when the creator accepts a booking, and its part of the price. */
export async function pinAgencyShare(
  db: Transaction<Database>,
  booking: { creatorId: WorkspaceId; offerVersionId: string | null; priceCents: number },
  at: Date,
) {
  // A consent that ends at the same time has either ended before this acceptance or ends after it.
  await lockConsentInForce(db, { creatorId: booking.creatorId });
  const terms = await findAgencyTerms(db, { ...booking, at });
  if (terms === undefined) return { columns: {}, part: {} };
  const { agencyId, agencyName: name, shareBps } = terms;
  const cents = computeAgencyShare(booking.priceCents, shareBps);
  return {
    columns: { agencyId, agencyBps: shareBps, agencyCents: cents },
    part: { agency: { name, shareBps, cents } satisfies AgencyPart },
  };
}
