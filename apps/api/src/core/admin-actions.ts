/** The record of what staff did. */
import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import type { UserCtx } from './ctx.ts';

/**
 * Every kind of thing that staff does. What it was done on is the subject; `before` and `after` say what it changed.
 */
type AdminActionKind =
  | 'admin.granted'
  | 'admin.revoked'
  | 'user.suspended'
  | 'user.suspension_lifted'
  | 'package.hidden'
  | 'package.shown'
  | 'review.hidden'
  | 'review.shown'
  | 'list.hidden'
  | 'list.shown'
  | 'contact.answered'
  | 'contact.closed'
  | 'report.decided'
  | 'appeal.decided'
  | 'proof.confirmed'
  | 'proof.refused'
  | 'exception.resolved'
  | 'payout.retried'
  | 'dispute.decided'
  | 'chargeback.answered'
  | 'file.read'
  | 'conversation.read'
  | 'terms.set';

interface AdminAction {
  /** Null: the command line. */
  actorId: string | null;
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
  subjectId: string;
  /** What the subject was called then, for people who read the log. */
  subjectLabel: string;
  reason: string;
  before: object;
  after: object;
  at: Date;
}

/**
 * Writes what staff did, in the transaction that does it: neither
 * is there without the other. The database keeps it as it is.
 */
export async function recordAdminAction(tx: Transaction<Database>, action: AdminAction): Promise<void> {
  await tx
    .insertInto('adminAction')
    .values({ ...action, before: JSON.stringify(action.before), after: JSON.stringify(action.after) })
    .execute();
}

/** Records that staff opened a file to decide a dispute; once, though a player asks for it in many pieces. */
export async function recordFileReading(
  { db, user, now }: Pick<UserCtx, 'db' | 'user' | 'now'>,
  dispute: { id: string; packageName: string },
  file: { id: string; name: string },
): Promise<void> {
  const isKnown = await db
    .selectFrom('adminAction')
    .select('id')
    .where('subjectId', '=', dispute.id)
    .where('action', '=', 'file.read')
    .where('actorId', '=', user.id)
    .where(sql<boolean>`after ->> 'file' = ${file.id}`)
    .limit(1)
    .executeTakeFirst();
  if (isKnown) return;
  await inTransaction(db, (tx) =>
    recordAdminAction(tx, {
      actorId: user.id,
      action: 'file.read',
      subjectKind: 'dispute',
      subjectId: dispute.id,
      subjectLabel: dispute.packageName,
      reason: 'To decide the dispute',
      before: {},
      after: { file: file.id, name: file.name },
      at: now(),
    }),
  );
}
