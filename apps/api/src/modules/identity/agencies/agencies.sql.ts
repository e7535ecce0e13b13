import type { PersonId, WorkspaceId } from '@marquee/contracts';
import { sql, type ExpressionBuilder, type Insertable, type Transaction } from 'kysely';
import { PAGE_SIZE, type KeysetCursor } from '../../../core/paging.ts';
import type { EventActor } from '../../../core/events.ts';
import type { Database, Db } from '../../../db/schema.ts';

/** An agency and its share of a booking's price. */
export interface AgencyTerms {
  agencyId: string;
  agencyName: string;
  shareBps: number;
}

/**
 * Returns the agency whose share a booking has if the creator accepts it at `at`. This is the agency that represented
 * the creator when the offer was sent, until the sunset of that consent, or else the agency that represents the creator
 * now. `offerVersionId` is null for a booking of a package.
 */
export async function findAgencyTerms(
  db: Db,
  { creatorId, offerVersionId, at }: { creatorId: WorkspaceId; offerVersionId: string | null; at: Date },
): Promise<AgencyTerms | undefined> {
  const { rows } = await sql<AgencyTerms>`
    select agency.id as agency_id, agency.full_name as agency_name, consent.share_bps from (
      (select agency_id, share_bps, ended_at from agency_consent
        where creator_id = ${creatorId} and sunset_at > ${at} and (
          select created_at from offer_version where id = ${offerVersionId}::uuid) between agreed_at and ended_at
        order by ended_at desc limit 1)
      union all
      (select agency_id, share_bps, null from agency_consent
        where creator_id = ${creatorId} and agreed_at is not null and ended_at is null)
    ) as consent join workspace as agency on agency.id = consent.agency_id
    order by consent.ended_at nulls last limit 1`.execute(db);
  return rows[0];
}

export const findAgencyName = async (db: Db, agencyId: string): Promise<string> =>
  (await db.selectFrom('workspace').select('fullName').where('id', '=', agencyId).executeTakeFirstOrThrow()).fullName;

const consentColumns = ['id', 'shareBps', 'requestedAt', 'agreedAt', 'endedAt', 'sunsetAt'] as const;

/**
 * Lists the invitations and the consent of a creator that have not ended, and the ended consents before their sunset.
 * Their number is limited (`MAX_OPEN_INVITATIONS`).
 */
export const listConsentsByCreator = (db: Db, creatorId: WorkspaceId, now: Date) =>
  db
    .selectFrom('agencyConsent')
    .innerJoin('workspace as agency', 'agency.id', 'agencyConsent.agencyId')
    .select(consentColumns.map((column) => `agencyConsent.${column}` as const))
    .select(['agency.fullName as name', 'agency.username', 'agency.profileImageUrl as imageUrl'])
    .where('agencyConsent.creatorId', '=', creatorId)
    .where((eb) => eb.or([eb('endedAt', 'is', null), eb('sunsetAt', '>', now)]))
    .orderBy('requestedAt', 'desc')
    .limit(PAGE_SIZE)
    .execute();

/** Lists the creators that an agency has invited or represents, latest invitation first. */
export const listConsentsByAgency = (db: Db, agencyId: string, after: KeysetCursor | null) =>
  db
    .selectFrom('agencyConsent')
    .innerJoin('workspace as creator', 'creator.id', 'agencyConsent.creatorId')
    .select(consentColumns.map((column) => `agencyConsent.${column}` as const))
    .select(['creator.fullName as name', 'creator.username', 'creator.profileImageUrl as imageUrl'])
    .where('agencyConsent.agencyId', '=', agencyId)
    .where('endedAt', 'is', null)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(requested_at, agency_consent.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('requestedAt', 'desc')
    .orderBy('agencyConsent.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

/** Finds a creator by username. Leaves out suspended and deleted accounts. */
export const findInvitedCreator = (db: Transaction<Database>, username: string) =>
  db
    .selectFrom('workspace')
    .select('id')
    .where('username', '=', username)
    .where('userType', '=', 'influencer')
    .where('suspendedAt', 'is', null)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();

/** Lists the members of an agency. */
export const listAgencyPeople = async (db: Db, agencyId: string): Promise<string[]> =>
  (await db.selectFrom('member').select('personId').where('workspaceId', '=', agencyId).execute()).map(
    ({ personId }) => personId,
  );

/**
 * Lists the creators that a person can act for as a member of the creators' agency, latest consent first, after the
 * position `after`.
 */
export const listCreatorsForPerson = (db: Db, personId: PersonId, after: KeysetCursor | null) =>
  db
    .selectFrom('workspacePerson as acting')
    .innerJoin('agencyConsent as consent', (join) =>
      join
        .onRef('consent.creatorId', '=', 'acting.workspaceId')
        .onRef('consent.agencyId', '=', 'acting.agencyId')
        .on('consent.agreedAt', 'is not', null)
        .on('consent.endedAt', 'is', null),
    )
    .innerJoin('workspace as creator', 'creator.id', 'acting.workspaceId')
    .innerJoin('workspace as agency', 'agency.id', 'acting.agencyId')
    .select([
      'creator.id',
      'creator.username',
      'creator.fullName as name',
      'agency.fullName as agencyName',
      sql<Date>`consent.agreed_at`.as('agreedAt'),
    ])
    .where('acting.personId', '=', personId)
    .where('creator.suspendedAt', 'is', null)
    .where('creator.deletedAt', 'is', null)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(consent.agreed_at, creator.id) < (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('consent.agreedAt', 'desc')
    .orderBy('creator.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

/** Locks users in the order of their ids, so that their invitations and consents are counted one after another. */
export const lockUsers = (db: Transaction<Database>, ids: readonly string[]) =>
  db.selectFrom('workspace').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();

/** Counts the open invitations and consents of a creator, or those of an agency. */
export const countOpenConsents = async (
  db: Transaction<Database>,
  column: 'creatorId' | 'agencyId',
  workspaceId: WorkspaceId,
): Promise<number> =>
  (
    await db
      .selectFrom('agencyConsent')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(column, '=', workspaceId)
      .where('endedAt', 'is', null)
      .executeTakeFirstOrThrow()
  ).count;

/** Inserts an invitation. Returns its id, or undefined if one between the two is open. */
export const insertConsent = (db: Transaction<Database>, row: Insertable<Database['agencyConsent']>) =>
  db
    .insertInto('agencyConsent')
    .values(row)
    .onConflict((conflict) => conflict.columns(['creatorId', 'agencyId']).where('endedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();

const isParty = (workspaceId: WorkspaceId) => (eb: ExpressionBuilder<Database, 'agencyConsent'>) =>
  eb.or([eb('agencyConsent.creatorId', '=', workspaceId), eb('agencyConsent.agencyId', '=', workspaceId)]);

/** Locks an invitation or consent of a user that has not ended. */
export const lockOpenConsent = (db: Transaction<Database>, id: string, workspaceId: WorkspaceId) =>
  db
    .selectFrom('agencyConsent')
    .select(['id', 'creatorId', 'agencyId', 'shareBps', 'agreedAt'])
    .select((eb) => [
      eb
        .selectFrom('workspace')
        .select('fullName')
        .whereRef('id', '=', 'agencyConsent.creatorId')
        .$asScalar()
        .$notNull()
        .as('creatorName'),
      eb
        .selectFrom('workspace')
        .select('fullName')
        .whereRef('id', '=', 'agencyConsent.agencyId')
        .$asScalar()
        .$notNull()
        .as('agencyName'),
    ])
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .where(isParty(workspaceId))
    .forUpdate()
    .executeTakeFirst();

/** Returns how the other side sees a member (`sign_actor`), or null if the name of the workspace says enough. */
export const findActorName = async (
  db: Transaction<Database>,
  { id, workspaceId }: EventActor,
): Promise<string | null> =>
  (await sql<{ name: string | null }>`select sign_actor(${id}, ${workspaceId}) as name`.execute(db)).rows[0]?.name ??
  null;

/** Returns whether a creator has a consent in force. */
export const hasConsentInForce = async (db: Transaction<Database>, creatorId: WorkspaceId): Promise<boolean> =>
  (await db
    .selectFrom('agencyConsent')
    .select('id')
    .where('creatorId', '=', creatorId)
    .where('agreedAt', 'is not', null)
    .where('endedAt', 'is', null)
    .executeTakeFirst()) !== undefined;

export const setConsentAgreed = (
  db: Transaction<Database>,
  id: string,
  agreed: { agreedAt: Date; agreedByPersonId: PersonId },
) => db.updateTable('agencyConsent').set(agreed).where('id', '=', id).execute();

export const setConsentEnded = (
  db: Transaction<Database>,
  id: string,
  ended: { endedAt: Date; endedByPersonId: PersonId; sunsetAt: Date | null },
) => db.updateTable('agencyConsent').set(ended).where('id', '=', id).execute();

/** Finds the consent of a creator to an agency that is in force. */
export const findConsentInForce = async (
  db: Db,
  { creatorId, agencyId }: { creatorId: WorkspaceId; agencyId: WorkspaceId },
): Promise<string | undefined> =>
  (
    await db
      .selectFrom('agencyConsent')
      .select('id')
      .where('creatorId', '=', creatorId)
      .where('agencyId', '=', agencyId)
      .where('agreedAt', 'is not', null)
      .where('endedAt', 'is', null)
      .executeTakeFirst()
  )?.id;
