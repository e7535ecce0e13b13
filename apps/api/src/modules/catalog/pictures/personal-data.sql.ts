import type { WorkspaceId } from '@marquee/contracts';
import { sql } from 'kysely';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';

/**
 * Deletes the files of the user's pictures. Must run before other modules erase the rows that contain the file
 * names.
 */
export async function erasePersonalData(tx: UnitOfWork, workspaceId: WorkspaceId): Promise<void> {
  const pictures = await tx.db
    .selectFrom('portfolioPicture')
    .select('url')
    .where('creatorId', '=', workspaceId)
    .union(
      tx.db
        .selectFrom('workspace')
        .select(sql<string>`profile_image_url`.as('url'))
        .where('id', '=', workspaceId)
        .where('profileImageUrl', 'is not', null),
    )
    .union(
      tx.db
        .selectFrom('client')
        .select(sql<string>`logo_url`.as('url'))
        .where('brandId', '=', workspaceId)
        .where('logoUrl', 'is not', null),
    )
    .union(
      tx.db
        .selectFrom('followerProof')
        .select(sql<string>`picture_url`.as('url'))
        .where('creatorId', '=', workspaceId)
        .where('pictureUrl', 'is not', null),
    )
    .execute();
  for (const { url } of pictures) tx.enqueue('pictures.drop', { url });
}
