/** The record of what staff did. */
import type { AdminActionKind, LabeledFields } from '@marquee/validation';
import { sql, type Transaction } from 'kysely';
import type { Database } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import type { UserCtx } from './ctx.ts';

/** Something that staff did. What it was done on is the subject; `before` and `after` say what it changed. */
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
  at: Date;
}

/**
 * Writes what staff did, in the transaction that does it: neither
 * is there without the other. The database keeps it as it is.
 */
export async function recordAdminAction<B extends object, A extends object>(
  tx: Transaction<Database>,
  action: AdminAction & { before: LabeledFields<B>; after: LabeledFields<A> },
): Promise<void> {
  await tx
    .insertInto('adminAction')
    .values({ ...action, before: JSON.stringify(action.before), after: JSON.stringify(action.after) })
    .execute();
}

/** Records that staff opened a file to decide a dispute; once, though a player asks for it in many pieces. */
export async function recordFileAccess(
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
