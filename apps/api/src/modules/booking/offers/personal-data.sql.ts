import type { WorkspaceId } from '@marquee/contracts';
import { sql } from 'kysely';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';

/** Returns the offers to which the user is a party, with all versions. */
export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const offers = await db
    .selectFrom('offer')
    .select([
      'id',
      'brief',
      'budgetCents',
      'requestedDay',
      'platforms',
      'requestedAt',
      'endedAt',
      'outcome',
      'endMessage',
    ])
    .select(
      sql<
        { side: string; name: string; scope: string; priceCents: number; deliveryDays: number; createdAt: string }[]
      >`coalesce((
          select jsonb_agg(jsonb_build_object('side', side, 'name', name, 'scope', scope, 'features', features,
            'priceCents', price_cents, 'deliveryDays', delivery_days, 'createdAt', created_at, 'expiresAt', expires_at,
            'acceptedAt', accepted_at) order by created_at)
          from offer_version where offer_id = offer.id), '[]')`.as('versions'),
    )
    .where((eb) => eb.or([eb('brandId', '=', workspaceId), eb('creatorId', '=', workspaceId)]))
    .orderBy('requestedAt')
    .execute();
  return { offers };
}

/** Removes the user's texts from offers. Bookings keep their copy of the order. */
export async function erasePersonalData(tx: UnitOfWork, workspaceId: WorkspaceId): Promise<void> {
  await tx.db.updateTable('offer').set({ brief: '' }).where('brandId', '=', workspaceId).execute();
  await tx.db
    .updateTable('offer')
    .set({ endMessage: '' })
    .where((eb) =>
      eb.or([
        eb.and([eb('brandId', '=', workspaceId), eb('outcome', '=', 'withdrawn')]),
        eb.and([eb('creatorId', '=', workspaceId), eb('outcome', '=', 'declined')]),
      ]),
    )
    .execute();
  for (const side of ['brand', 'creator'] as const) {
    await tx.db
      .updateTable('offerVersion')
      .set({ scope: '', ...(side === 'creator' && { features: [] }) })
      .where(`${side}Id`, '=', workspaceId)
      .where('side', '=', side)
      .execute();
  }
}
