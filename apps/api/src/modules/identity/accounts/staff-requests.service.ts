/**
 * Requests of staff that need a second staff member and a waiting time, because they could hand an account or a
 * workspace to a stranger.
 */
import type { PersonId, WorkspaceId } from '@marquee/contracts';
import { HOUR_MS } from '@marquee/time';
import type { Insertable, Transaction } from 'kysely';
import { Failure } from '../../../core/failures.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Database, Db } from '../../../db/schema.ts';
import {
  areStaff,
  findStaffRequest,
  insertStaffRequest,
  isInvolved,
  lockStaffRequest,
  updateStaffRequest,
  type StaffRequestSubject,
} from './staff-requests.sql.ts';

/** The least time from the request and from the approval until it is carried out, in which it can be stopped. */
const REQUEST_DELAY_MS = 72 * HOUR_MS;
const APPROVAL_DELAY_MS = 24 * HOUR_MS;

const computeDueTime = ({ requestedAt, approvedAt }: { requestedAt: Date; approvedAt: Date | null }): Date =>
  new Date(
    Math.max(
      requestedAt.getTime() + REQUEST_DELAY_MS,
      approvedAt === null ? 0 : approvedAt.getTime() + APPROVAL_DELAY_MS,
    ),
  );

/**
 * Throws STAFF_INVOLVED if a staff member may act in a workspace or ever owned it. Another one has to decide about it.
 */
export async function assertUninvolved(db: Db, workspaceId: WorkspaceId, staffId: PersonId): Promise<void> {
  if (await isInvolved(db, workspaceId, staffId)) throw new Failure('STAFF_INVOLVED');
}

/**
 * Returns the open request about a person or a workspace, or null. `dueAt` is the time at which it is carried out. For
 * a request that is not approved yet, it is the time that an approval at `now` would give.
 */
export async function getStaffRequest(db: Db, subject: StaffRequestSubject, now: Date) {
  const request = await findStaffRequest(db, subject);
  if (request === undefined) return null;
  return { ...request, dueAt: computeDueTime({ ...request, approvedAt: request.approvedAt ?? now }) };
}

/** Stores a request. Throws ADMIN_ACTION_STALE if there is an open one about the same person or workspace. */
export async function openStaffRequest(
  tx: UnitOfWork,
  row: Insertable<Database['staffRequest']> & { requestedAt: Date },
): Promise<{ id: string; dueAt: Date }> {
  const id = await insertStaffRequest(tx.db, row);
  if (id === undefined) throw new Failure('ADMIN_ACTION_STALE');
  return { id, dueAt: computeDueTime({ ...row, approvedAt: null }) };
}

/**
 * Approves a request. `isLater` is true if it will be carried out later than announced, because the approval was late.
 * Throws ADMIN_ACTION_STALE (no open request, or already approved) or STAFF_REQUEST_OWN (the same staff member made
 * it).
 */
export async function approveStaffRequest(
  tx: UnitOfWork,
  subject: StaffRequestSubject,
  { by, at }: { by: PersonId; at: Date },
) {
  const request = await lockStaffRequest(tx.db, subject);
  if (!request || request.approvedAt !== null) throw new Failure('ADMIN_ACTION_STALE');
  if (request.requestedByPersonId === by) throw new Failure('STAFF_REQUEST_OWN');
  await updateStaffRequest(tx.db, request.id, { approvedByPersonId: by, approvedAt: at });
  const dueAt = computeDueTime({ ...request, approvedAt: at });
  return { id: request.id, personId: request.personId, dueAt, isLater: dueAt > computeDueTime(request) };
}

/** Stops an open request. `by` is null if the person did. Returns it, or undefined if there is none. */
export async function cancelStaffRequest(
  db: Transaction<Database>,
  subject: StaffRequestSubject,
  { by, at }: { by: PersonId | null; at: Date },
) {
  const request = await lockStaffRequest(db, subject);
  if (request) await updateStaffRequest(db, request.id, { cancelledAt: at, cancelledByPersonId: by });
  return request;
}

/**
 * Marks a request as done if it is approved and its waiting time is over, and returns it. If one of its staff members
 * has lost the role by then, cancels it and returns it with `isCancelled`. Before that, returns the time at which to
 * try again. Returns undefined if it is not open, or not approved: the approval enqueues the job again.
 */
export async function takeDueStaffRequest(tx: UnitOfWork, id: string, at: Date) {
  const request = await lockStaffRequest(tx.db, { id });
  if (request === undefined || request.approvedAt === null) return undefined;
  const dueAt = computeDueTime(request);
  if (dueAt > at) return { dueAt, request: null };
  const isCancelled = !(await areStaff(tx.db, [request.requestedByPersonId, request.approvedByPersonId]));
  await updateStaffRequest(tx.db, id, isCancelled ? { cancelledAt: at } : { doneAt: at });
  return { dueAt, request, isCancelled };
}
