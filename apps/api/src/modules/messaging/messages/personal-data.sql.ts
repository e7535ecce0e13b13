import type { WorkspaceId } from '@marquee/contracts';
import { sql } from 'kysely';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

/** Returns the user's messages and blocks. Messages from other users are not included. */
export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const [messages, blocked] = await Promise.all([
    db
      .selectFrom('message')
      .innerJoin('conversation', 'conversation.id', 'message.conversationId')
      .select(['conversationId', 'conversation.bookingId', 'message.number', 'text', 'at'])
      .select(
        sql<string[]>`array(select name from file where file.conversation_id = message.conversation_id
          and file.number = message.number order by started_at, id)`.as('files'),
      )
      .where('authorWorkspaceId', '=', workspaceId)
      .orderBy('at')
      .execute(),
    db
      .selectFrom('messageBlock')
      .innerJoin('workspace', 'workspace.id', 'blockedId')
      .select(['fullName', 'username', 'at'])
      .where('blockerWorkspaceId', '=', workspaceId)
      .orderBy('at')
      .execute(),
  ]);
  return { messages, blocked };
}

/**
 * Empties the user's messages and removes their blocks. The messages' rows stay, because they belong to
 * the other side's conversation, too.
 */
export async function erasePersonalData(tx: UnitOfWork, workspaceId: WorkspaceId, at: Date): Promise<void> {
  await tx.db
    .updateTable('message')
    .set({ text: '', files: 0, erasedAt: at })
    .where('authorWorkspaceId', '=', workspaceId)
    .where('erasedAt', 'is', null)
    .execute();
  await tx.db
    .deleteFrom('messageBlock')
    .where((eb) => eb.or([eb('blockerWorkspaceId', '=', workspaceId), eb('blockedId', '=', workspaceId)]))
    .execute();
  await tx.db
    .updateTable('report')
    .set({ subjectLabel: 'Deleted message' })
    .where('ownerWorkspaceId', '=', workspaceId)
    .where('subjectKind', '=', 'message')
    .execute();
  await tx.db
    .updateTable('moderationDecision')
    .set({ subjectLabel: 'Deleted message' })
    .where('ownerWorkspaceId', '=', workspaceId)
    .where('subjectKind', '=', 'message')
    .execute();
}
