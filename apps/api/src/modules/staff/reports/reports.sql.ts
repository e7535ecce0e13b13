import type { WorkspaceId } from '@marquee/contracts';
import type { ReportListInput, ReportSubject } from '@marquee/validation';
import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import { PAGE_SIZE, type KeysetCursor } from '../../../core/paging.ts';
import type { Database, Db } from '../../../db/schema.ts';

/** Returns a subject that the reporter can see, or undefined. */
export async function findReportableSubject(
  db: Db,
  { kind, id, reporterWorkspaceId }: { kind: ReportSubject; id: string; reporterWorkspaceId: WorkspaceId },
): Promise<{ label: string; ownerWorkspaceId: WorkspaceId } | undefined> {
  if (kind === 'message')
    // Reports only this message. Staff do not get access to the rest of the conversation.
    return db
      .selectFrom('message')
      .innerJoin('conversationParticipant as member', 'member.conversationId', 'message.conversationId')
      .select([
        sql<string>`left(message.text, 1000)`.as('label'),
        sql<string>`message.author_workspace_id`.as('ownerWorkspaceId'),
      ])
      .where('message.id', '=', id)
      .where('member.workspaceId', '=', reporterWorkspaceId)
      .where((eb) =>
        eb.or([eb('message.isDelivered', '=', true), eb('message.authorWorkspaceId', '=', reporterWorkspaceId)]),
      )
      .where('message.authorWorkspaceId', 'is not', null)
      .where('message.erasedAt', 'is', null)
      .executeTakeFirst();
  if (kind === 'profile')
    return db
      .selectFrom('workspace')
      .select(['fullName as label', 'id as ownerWorkspaceId'])
      .where('id', '=', id)
      .where('userType', '=', 'influencer')
      .where('deletedAt', 'is', null)
      .executeTakeFirst();
  if (kind === 'review')
    return db
      .selectFrom('review')
      .innerJoin('booking', 'booking.id', 'review.bookingId')
      .select(['booking.packageName as label', 'authorWorkspaceId as ownerWorkspaceId'])
      .where('review.id', '=', id)
      .where('review.shownAt', 'is not', null)
      .where('review.hiddenAt', 'is', null)
      .executeTakeFirst();
  if (kind === 'list')
    return db
      .selectFrom('savedList')
      .select(['name as label', 'workspaceId as ownerWorkspaceId'])
      .where('id', '=', id)
      .where('token', 'is not', null)
      .where('hiddenAt', 'is', null)
      .executeTakeFirst();
  return db
    .selectFrom('package')
    .select(['name as label', 'creatorId as ownerWorkspaceId'])
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Inserts a report. Returns false if the user already has an open one about this subject. */
export async function insertReport(db: Db, row: Insertable<Database['report']>): Promise<boolean> {
  const inserted = await db
    .insertInto('report')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['reporterWorkspaceId', 'subjectId']).where('decisionId', 'is', null).doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Lists reports with their decisions. Open reports are sorted oldest first, decided ones latest first. */
export const listReports = (db: Db, { show }: ReportListInput, after: KeysetCursor | null) => {
  const order = show === 'open' ? 'asc' : 'desc';
  return db
    .selectFrom('report')
    .innerJoin('workspace as owner', 'owner.id', 'report.ownerWorkspaceId')
    .leftJoin('workspace as reporter', 'reporter.id', 'report.reporterWorkspaceId')
    .leftJoin('moderationDecision as decision', 'decision.id', 'report.decisionId')
    .leftJoin('person as decider', 'decider.id', 'decision.decidedByPersonId')
    .leftJoin('review', (join) =>
      join.onRef('review.id', '=', 'report.subjectId').on('report.subjectKind', '=', 'review'),
    )
    .leftJoin('savedList', (join) =>
      join.onRef('savedList.id', '=', 'report.subjectId').on('report.subjectKind', '=', 'list'),
    )
    .select([
      'report.id',
      'savedList.token as listToken',
      'review.bookingId as reviewBookingId',
      'review.stars as reviewStars',
      'review.text as reviewText',
      'report.subjectKind',
      'report.subjectId',
      'report.subjectLabel',
      'report.ownerWorkspaceId',
      'report.reporterWorkspaceId',
      'report.reason',
      'report.sentence',
      'report.createdAt',
      'owner.fullName as ownerName',
      'owner.username as ownerUsername',
      'reporter.fullName as reporterName',
      'decision.outcome',
      'decision.appealOutcome',
      'decision.reason as decisionReason',
      'decision.decidedAt',
      'decider.fullName as deciderName',
    ])
    .where('report.decisionId', show === 'open' ? 'is' : 'is not', null)
    .$if(after !== null, (query) =>
      query.where(
        show === 'open'
          ? sql<boolean>`(report.created_at, report.id) > (${after?.at}, ${after?.id}::uuid)`
          : sql<boolean>`(report.created_at, report.id) < (${after?.at}, ${after?.id}::uuid)`,
      ),
    )
    .orderBy('report.createdAt', order)
    .orderBy('report.id', order)
    .limit(PAGE_SIZE + 1)
    .execute();
};

/** Lists undecided appeals, latest first. */
export const listAppeals = (db: Db, after: KeysetCursor | null) =>
  selectDecisions(db)
    .where('decision.appealedAt', 'is not', null)
    .where('decision.appealOutcome', 'is', null)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(decision.appealed_at, decision.id) < (${after?.at}, ${after?.id}::uuid)`),
    )
    .orderBy('decision.appealedAt', 'desc')
    .orderBy('decision.id', 'desc')
    .limit(PAGE_SIZE + 1)
    .execute();

export const findModerationDecision = (db: Db, id: string) =>
  selectDecisions(db).where('decision.id', '=', id).executeTakeFirst();

const selectDecisions = (db: Db) =>
  db
    .selectFrom('moderationDecision as decision')
    .innerJoin('workspace as owner', 'owner.id', 'decision.ownerWorkspaceId')
    .select([
      'decision.id',
      'decision.subjectKind',
      'decision.subjectId',
      'decision.subjectLabel',
      'decision.ownerWorkspaceId',
      'decision.outcome',
      'decision.reason',
      'decision.decidedAt',
      'decision.appeal',
      'decision.appealedAt',
      'decision.appealOutcome',
      'decision.appealReason',
      'owner.fullName as ownerName',
    ]);

/** Lists the latest decisions that affected a user's content. */
export const listDecisionsByOwner = (db: Db, ownerWorkspaceId: WorkspaceId) =>
  selectDecisions(db)
    .where('decision.ownerWorkspaceId', '=', ownerWorkspaceId)
    .where('decision.outcome', '<>', 'none')
    .orderBy('decision.decidedAt', 'desc')
    .limit(PAGE_SIZE)
    .execute();

export const lockReport = (db: Transaction<Database>, id: string) =>
  db
    .selectFrom('report')
    .select(['id', 'subjectKind', 'subjectId', 'subjectLabel', 'ownerWorkspaceId', 'decisionId'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const insertModerationDecision = (
  db: Transaction<Database>,
  row: Insertable<Database['moderationDecision']>,
): Promise<{ id: string }> => db.insertInto('moderationDecision').values(row).returning('id').executeTakeFirstOrThrow();

/** Closes all open reports about a subject with one decision. Returns the reporters. */
export const setReportsDecision = async (
  db: Transaction<Database>,
  subjectId: string,
  decisionId: string,
): Promise<{ reporterWorkspaceId: WorkspaceId; fullName: string }[]> => {
  const { rows } = await sql<{ reporterWorkspaceId: WorkspaceId; fullName: string }>`
    with closed as (
      update report set decision_id = ${decisionId} where subject_id = ${subjectId} and decision_id is null returning reporter_workspace_id
    )
    select workspace.id as reporter_workspace_id, workspace.full_name from closed join workspace on workspace.id = closed.reporter_workspace_id`.execute(
    db,
  );
  return rows;
};

/** Lists the users whose reports led to a decision. */
export const listReporters = (db: Transaction<Database>, decisionId: string) =>
  db
    .selectFrom('report')
    .innerJoin('workspace as reporter', 'reporter.id', 'report.reporterWorkspaceId')
    .select(['reporter.id', 'reporter.fullName'])
    .where('report.decisionId', '=', decisionId)
    .execute();

export const lockModerationDecision = (db: Transaction<Database>, id: string) =>
  db
    .selectFrom('moderationDecision')
    .innerJoin('workspace as owner', 'owner.id', 'moderationDecision.ownerWorkspaceId')
    .select([
      'moderationDecision.id',
      'subjectKind',
      'subjectId',
      'subjectLabel',
      'ownerWorkspaceId',
      'outcome',
      'decidedAt',
      'appealedAt',
      'appealOutcome',
      'owner.fullName as ownerName',
    ])
    .where('moderationDecision.id', '=', id)
    .forUpdate('moderationDecision')
    .executeTakeFirst();

export const updateModerationDecision = (
  db: Transaction<Database>,
  id: string,
  change: Updateable<Database['moderationDecision']>,
) => db.updateTable('moderationDecision').set(change).where('id', '=', id).execute();

export async function countOpenReportsAndAppeals(db: Db): Promise<{ reports: number; appeals: number }> {
  const { rows } = await sql<{ reports: number; appeals: number }>`
    select (select count(*)::int from report where decision_id is null) as reports,
      (select count(*)::int from moderation_decision where appealed_at is not null and appeal_outcome is null) as appeals`.execute(
    db,
  );
  return rows[0] ?? { reports: 0, appeals: 0 };
}

/** Returns whether staff have done `action` to a subject after `since`. */
export async function hasAdminActionSince(
  db: Transaction<Database>,
  {
    action,
    subjectId,
    since,
  }: { action: 'package.hidden' | 'review.hidden' | 'list.hidden' | 'user.suspended'; subjectId: string; since: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('adminAction')
    .select('id')
    .where('subjectId', '=', subjectId)
    .where('action', '=', action)
    .where('at', '>', since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
