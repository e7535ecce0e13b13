import type { Platform, PersonId, WorkspaceId } from '@marquee/contracts';
import { sql, type Transaction } from 'kysely';
import type { KeysetCursor } from '../../../core/paging.ts';
import { PAGE_SIZE } from '../../../core/paging.ts';
import type { Database, Db } from '../../../db/schema.ts';

/** Lists a creator's follower proofs, latest first. There are at most three per platform. */
export const listFollowerProofsByCreator = (db: Db, creatorId: WorkspaceId) =>
  db
    .selectFrom('followerProof')
    .select(['id', 'platform', 'handle', 'followers', 'state', 'reason', 'sentAt', 'decidedAt'])
    .where('creatorId', '=', creatorId)
    .orderBy('sentAt', 'desc')
    .orderBy('id')
    .execute();

/**
 * Returns the handle and follower count that a creator states for a platform, or undefined if the profile does not
 * list the platform.
 */
export const findFollowerClaim = (db: Db, { creatorId, platform }: { creatorId: WorkspaceId; platform: Platform }) =>
  db
    .selectFrom('creatorPlatform')
    .select(['handle', 'followers'])
    .where('creatorId', '=', creatorId)
    .where('platform', '=', platform)
    .executeTakeFirst();

export const insertFollowerProof = (
  db: Transaction<Database>,
  proof: {
    creatorId: WorkspaceId;
    platform: Platform;
    handle: string;
    followers: number;
    pictureUrl: string;
    sentAt: Date;
  },
) =>
  db
    .insertInto('followerProof')
    .values({ ...proof, state: 'waiting' })
    .execute();

/** Deletes a creator's follower proofs for a platform in these states. Returns the URLs of their screenshots. */
export const deleteFollowerProofs = async (
  db: Transaction<Database>,
  {
    creatorId,
    platform,
    states,
  }: { creatorId: WorkspaceId; platform: Platform; states: readonly FollowerProofState[] },
): Promise<string[]> =>
  (
    await db
      .deleteFrom('followerProof')
      .where('creatorId', '=', creatorId)
      .where('platform', '=', platform)
      .where('state', 'in', [...states])
      .returning('pictureUrl')
      .execute()
  ).flatMap(({ pictureUrl }) => pictureUrl ?? []);

export type FollowerProofState = 'waiting' | 'confirmed' | 'refused';

/**
 * Deletes at most `limit` follower proofs that were decided before `before`. Returns their number and the URLs of
 * their screenshots.
 */
export const deleteFollowerProofsDecidedBefore = async (
  db: Transaction<Database>,
  before: Date,
  limit: number,
): Promise<{ count: number; pictures: string[] }> => {
  const { rows } = await sql<{ pictureUrl: string | null }>`
    delete from follower_proof where id = any(array(
      select id from follower_proof where state <> 'waiting' and decided_at < ${before} order by decided_at limit ${limit}
    )) returning picture_url`.execute(db);
  return { count: rows.length, pictures: rows.flatMap(({ pictureUrl }) => pictureUrl ?? []) };
};

export const findFollowerProofOwner = (db: Db, id: string) =>
  db.selectFrom('followerProof').select('creatorId').where('id', '=', id).executeTakeFirst();

export const lockFollowerProof = (db: Transaction<Database>, id: string) =>
  db
    .selectFrom('followerProof as proof')
    .innerJoin('workspace as creator', 'creator.id', 'proof.creatorId')
    .select([
      'proof.creatorId',
      'proof.platform',
      'proof.handle',
      'proof.followers',
      'proof.pictureUrl',
      'proof.state',
      'creator.fullName',
    ])
    .where('proof.id', '=', id)
    .forUpdate('proof')
    .executeTakeFirst();

export const updateFollowerProof = (
  db: Transaction<Database>,
  id: string,
  decided: { state: 'confirmed' | 'refused'; reason: string | null; decidedAt: Date; decidedByPersonId: PersonId },
) =>
  db
    .updateTable('followerProof')
    .set({ ...decided, ...(decided.state === 'refused' && { pictureUrl: null }) })
    .where('id', '=', id)
    .execute();

/** Lists waiting follower proofs, oldest first, or decided ones, latest first. */
export const listFollowerProofs = (db: Db, show: 'waiting' | 'decided', after: KeysetCursor | null) => {
  const [at, order] = show === 'waiting' ? (['proof.sentAt', 'asc'] as const) : (['proof.decidedAt', 'desc'] as const);
  const beyond =
    show === 'waiting'
      ? sql<boolean>`(proof.sent_at, proof.id) > (${after?.at}, ${after?.id}::uuid)`
      : sql<boolean>`(proof.decided_at, proof.id) < (${after?.at}, ${after?.id}::uuid)`;
  return db
    .selectFrom('followerProof as proof')
    .innerJoin('workspace as creator', 'creator.id', 'proof.creatorId')
    .leftJoin('person as staff', 'staff.id', 'proof.decidedByPersonId')
    .select([
      'proof.id',
      'proof.platform',
      'proof.handle',
      'proof.followers',
      'proof.pictureUrl',
      'proof.state',
      'proof.reason',
      'proof.sentAt',
      'proof.decidedAt',
      'creator.id as creatorId',
      'creator.fullName as creatorName',
      'creator.username as creatorUsername',
      'staff.fullName as staffName',
    ])
    .where('proof.state', show === 'waiting' ? '=' : '<>', sql.lit('waiting'))
    .$if(after !== null, (query) => query.where(beyond))
    .orderBy(at, order)
    .orderBy('proof.id', order)
    .limit(PAGE_SIZE + 1)
    .execute();
};

export const countWaitingFollowerProofs = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from follower_proof where state = 'waiting'`.execute(db);
  return rows[0]?.count ?? 0;
};
