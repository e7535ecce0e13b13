import type { WorkspaceId } from '@marquee/contracts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import type { Db } from '../../../db/schema.ts';
import { setAllCardsRemoved } from './cards.sql.ts';

/** Returns the brand's saved cards, including those that were removed. */
export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const savedCards = await db
    .selectFrom('savedCard')
    .select(['brand', 'last4', 'expMonth', 'expYear', 'addedAt', 'consentVersion', 'removedAt'])
    .where('brandId', '=', workspaceId)
    .orderBy('addedAt')
    .execute();
  return { savedCards };
}

/**
 * Removes the brand's cards and detaches them at Stripe. The rows stay, because payments refer to them. They contain no
 * more about the card than the receipts do.
 */
export async function erasePersonalData(tx: UnitOfWork, workspaceId: WorkspaceId, at: Date): Promise<void> {
  for (const { stripePaymentMethodId: paymentMethodId } of await setAllCardsRemoved(tx.db, {
    brandId: workspaceId,
    at,
    by: null,
  }))
    tx.enqueue('payments.detach_card', { paymentMethodId });
}
