import type { Transaction } from 'kysely';
import type { Database, Db } from '../../../db/schema.ts';

/** Returns the user's reports, and staff's decisions about the user's own content. */
export async function exportPersonalData(db: Db, userId: string) {
  const [reports, decisions] = await Promise.all([
    db
      .selectFrom('report')
      .select(['subjectKind', 'subjectLabel', 'reason', 'sentence', 'createdAt'])
      .where('reporterId', '=', userId)
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('moderationDecision')
      .select(['subjectKind', 'subjectLabel', 'outcome', 'decidedAt', 'appeal', 'appealedAt', 'appealOutcome'])
      .where('ownerId', '=', userId)
      .orderBy('decidedAt')
      .execute(),
  ]);
  return { reports, decisions };
}

/** Removes the user's name from reports and decisions. Open reports are kept, so that staff can still decide them. */
export async function erasePersonalData(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx.updateTable('report').set({ reporterId: null }).where('reporterId', '=', userId).execute();
  await tx.updateTable('report').set({ subjectLabel: 'Deleted user' }).where('subjectId', '=', userId).execute();
  await tx
    .updateTable('moderationDecision')
    .set({ subjectLabel: 'Deleted user' })
    .where('subjectId', '=', userId)
    .execute();
}
