import type { WorkspaceId } from '@marquee/contracts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

/** Returns the user's reports, and staff's decisions about the user's own content. */
export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const [reports, decisions] = await Promise.all([
    db
      .selectFrom('report')
      .select(['subjectKind', 'subjectLabel', 'reason', 'sentence', 'createdAt'])
      .where('reporterWorkspaceId', '=', workspaceId)
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('moderationDecision')
      .select([
        'subjectKind',
        'subjectLabel',
        'outcome',
        'reason',
        'decidedAt',
        'appeal',
        'appealedAt',
        'appealOutcome',
        'appealReason',
        'appealDecidedAt',
      ])
      .where('ownerWorkspaceId', '=', workspaceId)
      .orderBy('decidedAt')
      .execute(),
  ]);
  return { reports, decisions };
}

/** Removes the user's name from reports and decisions. Open reports are kept, so that staff can still decide them. */
export async function erasePersonalData(tx: UnitOfWork, workspaceId: WorkspaceId): Promise<void> {
  await tx.db
    .updateTable('report')
    .set({ reporterWorkspaceId: null })
    .where('reporterWorkspaceId', '=', workspaceId)
    .execute();
  await tx.db
    .updateTable('report')
    .set({ subjectLabel: 'Deleted user' })
    .where('subjectId', '=', workspaceId)
    .execute();
  await tx.db
    .updateTable('moderationDecision')
    .set({ subjectLabel: 'Deleted user' })
    .where('subjectId', '=', workspaceId)
    .execute();
}
