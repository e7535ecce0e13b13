import { sql, type Transaction } from 'kysely';
import { enqueueJob } from '../../../core/queue.ts';
import type { Database } from '../../../db/schema.ts';

/**
 * Deletes the files of the user's pictures. Must run before other modules erase the rows that contain the file
 * names.
 */
export async function erasePersonalData(tx: Transaction<Database>, workspaceId: string): Promise<void> {
  const pictures = await tx
    .selectFrom('portfolioPicture')
    .select('url')
    .where('creatorId', '=', workspaceId)
    .union(
      tx
        .selectFrom('workspace')
        .select(sql<string>`profile_image_url`.as('url'))
        .where('id', '=', workspaceId)
        .where('profileImageUrl', 'is not', null),
    )
    .union(
      tx
        .selectFrom('client')
        .select(sql<string>`logo_url`.as('url'))
        .where('brandId', '=', workspaceId)
        .where('logoUrl', 'is not', null),
    )
    .union(
      tx
        .selectFrom('followerProof')
        .select(sql<string>`picture_url`.as('url'))
        .where('creatorId', '=', workspaceId)
        .where('pictureUrl', 'is not', null),
    )
    .execute();
  for (const { url } of pictures) await enqueueJob(tx, 'pictures.drop', { url });
}
