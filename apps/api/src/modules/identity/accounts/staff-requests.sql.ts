import type { PersonId, WorkspaceId } from '@marquee/contracts';
import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

/** The person or workspace that a request is about. Each has at most one open request of a kind. */
export type StaffRequestSubject =
  | { kind: 'factor_reset'; personId: PersonId }
  | { kind: 'workspace_return'; workspaceId: WorkspaceId };

const isOpen = sql<boolean>`staff_request.done_at is null and staff_request.cancelled_at is null`;
/** The columns of the index of open requests. */
const isAbout = (subject: StaffRequestSubject) =>
  sql<boolean>`staff_request.kind = ${subject.kind} and coalesce(staff_request.workspace_id, staff_request.person_id) =
    ${subject.kind === 'factor_reset' ? subject.personId : subject.workspaceId}`;

/** Inserts a request. Returns its id, or undefined if its subject has an open request. */
export const insertStaffRequest = async (
  db: Transaction<Database>,
  row: Insertable<Database['staffRequest']>,
): Promise<string | undefined> =>
  (
    await db
      .insertInto('staffRequest')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id;

/** Locks an open request by its id or its subject. */
export const lockStaffRequest = (db: Transaction<Database>, which: { id: string } | StaffRequestSubject) =>
  db
    .selectFrom('staffRequest')
    .select(['id', 'personId', 'workspaceId', 'requestedByPersonId', 'requestedAt', 'approvedByPersonId', 'approvedAt'])
    .where('id' in which ? sql<boolean>`id = ${which.id}` : isAbout(which))
    .where(isOpen)
    .forUpdate()
    .executeTakeFirst();

/** Returns whether a person may act in a workspace, or ever owned it. */
export const isInvolved = async (db: Db, workspaceId: WorkspaceId, personId: PersonId): Promise<boolean> => {
  const row = await db
    .selectNoFrom(
      sql<boolean>`exists (select from workspace_person where workspace_id = ${workspaceId} and person_id = ${personId})
        or exists (select from ownership_change where workspace_id = ${workspaceId} and person_id = ${personId})`.as(
        'isInvolved',
      ),
    )
    .executeTakeFirst();
  return row?.isInvolved === true;
};

/** Whether all these people have the staff role and an open account. */
export const areStaff = async (db: Db, personIds: readonly (PersonId | null)[]): Promise<boolean> =>
  (
    await db
      .selectFrom('person')
      .select('id')
      .where(sql<boolean>`id = any(${personIds}::uuid[])`)
      .where('role', '=', 'admin')
      .where('deletedAt', 'is', null)
      .execute()
  ).length === personIds.length;

/** Returns the open request about a subject with the names of the people, or undefined. */
export const findStaffRequest = (db: Db, subject: StaffRequestSubject) =>
  db
    .selectFrom('staffRequest')
    .innerJoin('person', 'person.id', 'staffRequest.personId')
    .innerJoin('person as requester', 'requester.id', 'staffRequest.requestedByPersonId')
    .leftJoin('person as approver', 'approver.id', 'staffRequest.approvedByPersonId')
    .select([
      'staffRequest.id',
      'staffRequest.reason',
      'staffRequest.requestedByPersonId',
      'staffRequest.requestedAt',
      'staffRequest.approvedAt',
      'person.fullName as personName',
      'requester.fullName as requesterName',
      'approver.fullName as approverName',
    ])
    .where(isAbout(subject))
    .where(isOpen)
    .executeTakeFirst();

export const updateStaffRequest = (
  db: Transaction<Database>,
  id: string,
  change: Updateable<Database['staffRequest']>,
) => db.updateTable('staffRequest').set(change).where('id', '=', id).execute();
