/** The audit log of staff actions. */
import type { Actor } from './actor.ts';
import type { Deps } from './deps.ts';
import type { AdminActionKind, LabeledFields, PersonId } from '@marquee/contracts';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { Failure } from './failures.ts';
import { inTransaction, type TransactionDeps } from './unit-of-work.ts';

/** A staff action on a subject, such as a user, package or booking. */
interface AdminAction {
  /** Null for an action on the command line. */
  actorPersonId: PersonId | null;
  action: AdminActionKind;
  subjectKind:
    | 'user'
    | 'package'
    | 'review'
    | 'list'
    | 'contact_message'
    | 'exception'
    | 'booking'
    | 'dispute'
    | 'terms';
  /** For a user, the id of the workspace on whose page staff find them. */
  subjectId: string;
  /** The subject's name at the time of the action, for display in the log. */
  subjectLabel: string;
  reason: string;
  at: Date;
}

/**
 * Records a staff action in the transaction that performs it. `before` and `after` are the changed values. Database
 * triggers prevent changes and deletion.
 */
export async function recordAdminAction<B extends object, A extends object>(
  db: Transaction<Database>,
  action: AdminAction & { before: LabeledFields<B>; after: LabeledFields<A> },
): Promise<void> {
  await db
    .insertInto('adminAction')
    .values({ ...action, before: JSON.stringify(action.before), after: JSON.stringify(action.after) })
    .execute();
}

/** The columns of a subject that staff can hide. */
interface Visibility {
  hiddenAt: Date | null;
  hiddenReason: string | null;
}

/**
 * Hides a package, review or list whose row the caller has locked, or makes it visible again, and records the
 * action. `update` is a function of the module that owns the row and writes the new values. Throws
 * ADMIN_ACTION_STALE if the subject is already in the requested state.
 */
export async function changeVisibility<Kind extends 'package' | 'review' | 'list'>(
  db: Transaction<Database>,
  { now }: Pick<Deps, 'now'>,
  user: Actor,
  subject: { kind: Kind; id: string; label: string; hiddenAt: Date | null },
  { action, reason }: { action: `${Kind}.${'hidden' | 'shown'}`; reason: string },
  update: (change: Visibility) => Promise<unknown>,
): Promise<void> {
  const isHidden = subject.hiddenAt !== null;
  if (isHidden === action.endsWith('.hidden')) throw new Failure('ADMIN_ACTION_STALE');
  const at = now();
  await update(isHidden ? { hiddenAt: null, hiddenReason: null } : { hiddenAt: at, hiddenReason: reason });
  await recordAdminAction(db, {
    actorPersonId: user.id,
    action,
    subjectKind: subject.kind,
    subjectId: subject.id,
    subjectLabel: subject.label,
    reason,
    before: { hiddenAt: subject.hiddenAt },
    after: { hiddenAt: isHidden ? null : at },
    at,
  });
}

/** The documents whose reading by staff is recorded. */
export type RecordedDocument = 'agreement' | 'credit note' | 'payout statement' | 'receipt';

/** Records that staff opened a document to which their own workspace is no party. Each access is recorded. */
export const recordDocumentAccess = (
  deps: TransactionDeps & Pick<Deps, 'now'>,
  user: Actor,
  subject: Pick<AdminAction, 'subjectKind' | 'subjectId' | 'subjectLabel'>,
  document: { kind: RecordedDocument; name?: string },
): Promise<void> =>
  inTransaction(deps, (tx) =>
    recordAdminAction(tx.db, {
      actorPersonId: user.id,
      action: 'document.read',
      ...subject,
      reason: 'Read by staff',
      before: {},
      after: document,
      at: deps.now(),
    }),
  );

/**
 * Records that staff opened a file to decide a dispute. Only the first access by each staff member is recorded,
 * because video players request a file in many pieces.
 */
export async function recordFileAccess(
  deps: TransactionDeps & Pick<Deps, 'now'>,
  user: Actor,
  dispute: { id: string; packageName: string },
  file: { id: string; name: string },
): Promise<void> {
  const isKnown = await deps.db
    .selectFrom('adminAction')
    .select('id')
    .where('subjectId', '=', dispute.id)
    .where('action', '=', 'file.read')
    .where('actorPersonId', '=', user.id)
    .where(sql<boolean>`after ->> 'file' = ${file.id}`)
    .limit(1)
    .executeTakeFirst();
  if (isKnown) return;
  await inTransaction(deps, (tx) =>
    recordAdminAction(tx.db, {
      actorPersonId: user.id,
      action: 'file.read',
      subjectKind: 'dispute',
      subjectId: dispute.id,
      subjectLabel: dispute.packageName,
      reason: 'To decide the dispute',
      before: {},
      after: { file: file.id, name: file.name },
      at: deps.now(),
    }),
  );
}
