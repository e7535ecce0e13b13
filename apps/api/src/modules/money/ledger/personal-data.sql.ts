import type { WorkspaceId } from '@marquee/contracts';
import type { Db } from '../../../db/schema.ts';

/** Returns the documents that were issued to the user, and the ledger entries on the user's account. */
export async function exportPersonalData(db: Db, workspaceId: WorkspaceId) {
  const [documents, ledger] = await Promise.all([
    db
      .selectFrom('ledgerDocument')
      .innerJoin('booking', 'booking.id', 'ledgerDocument.bookingId')
      .innerJoin('ledgerTransaction', 'ledgerTransaction.id', 'ledgerDocument.transactionId')
      .select(['ledgerDocument.kind', 'year', 'number', 'ledgerDocument.bookingId', 'issuedAt', 'code', 'facts'])
      .where((eb) =>
        eb.or([
          eb.and([eb('booking.brandId', '=', workspaceId), eb('ledgerDocument.kind', '<>', 'payout')]),
          eb.and([eb('booking.creatorId', '=', workspaceId), eb('ledgerDocument.kind', '=', 'agreement')]),
          eb.and([eb('ledgerTransaction.creatorId', '=', workspaceId), eb('ledgerDocument.kind', '=', 'payout')]),
        ]),
      )
      .orderBy('issuedAt')
      .execute(),
    db
      .selectFrom('ledgerEntry')
      .innerJoin('ledgerTransaction', 'ledgerTransaction.id', 'ledgerEntry.transactionId')
      .select([
        'ledgerTransaction.kind',
        'ledgerTransaction.bookingId',
        'ledgerEntry.amountCents',
        'ledgerTransaction.at',
      ])
      .where('workspaceId', '=', workspaceId)
      .orderBy('ledgerTransaction.at')
      .execute(),
  ]);
  return { documents, ledger };
}
