import type { WorkspaceId } from '@marquee/contracts';
import type { Db } from '../../../db/schema.ts';

/**
 * Returns the creator's packages with their questionnaires. They are not erased with the account, because bookings
 * refer to them.
 */
export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const packages = await db
    .selectFrom('package')
    .leftJoin('questionnaire', 'questionnaire.packageId', 'package.id')
    .select([
      'id',
      'name',
      'description',
      'priceCents',
      'deliveryDays',
      'features',
      'options',
      'isPopular',
      'needsProduct',
      'isActive',
      'createdAt',
      'hiddenAt',
      'hiddenReason',
      'package.updatedAt',
      'questions',
    ])
    .where('creatorId', '=', workspaceId)
    .orderBy('createdAt')
    .execute();
  return { packages };
}
