import type { WorkspaceId } from '@marquee/contracts';
import { sql } from 'kysely';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const [savedLists, savedSearches] = await Promise.all([
    db
      .selectFrom('savedList')
      .select(['name', 'token', 'showsNotes', 'createdAt'])
      .select(
        sql<{ kind: string; creator: string; package: string | null; note: string; savedAt: string }[]>`coalesce((
          select jsonb_agg(jsonb_build_object('kind', kind, 'creator', username, 'package', package_name, 'note', note,
            'priceCents', price_cents, 'savedAt', saved_at) order by saved_at)
          from saved_item join workspace on workspace.id = creator_id where list_id = saved_list.id), '[]')`.as(
          'entries',
        ),
      )
      .where('workspaceId', '=', workspaceId)
      .orderBy('createdAt')
      .execute(),
    db
      .selectFrom('savedSearch')
      .select(['name', 'search', 'createdAt', 'isMailed'])
      .where('workspaceId', '=', workspaceId)
      .orderBy('createdAt')
      .execute(),
  ]);
  return { savedLists, savedSearches };
}

export async function erasePersonalData(tx: UnitOfWork, workspaceId: WorkspaceId): Promise<void> {
  await tx.db.deleteFrom('savedList').where('workspaceId', '=', workspaceId).execute();
  await tx.db.deleteFrom('savedSearch').where('workspaceId', '=', workspaceId).execute();
}
