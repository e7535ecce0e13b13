/** Emails the sides of offers. */
import type { Side } from '@marquee/booking';
import type { WorkspaceId } from '@marquee/contracts';
import type { EventActor } from '../../../core/events.ts';
import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import { findOfferSideNames, type OfferVersionRow } from './offers.sql.ts';

type OfferMailKind =
  | 'offer_requested'
  | 'offer_answered'
  | 'offer_countered'
  | 'offer_accepted'
  | 'offer_ended'
  | 'offer_expired'
  | 'offer_gone';

/** Notifies one side of an offer about what `actor` did, at most once per `subject`. */
export async function sendOfferMail(
  tx: UnitOfWork,
  kind: OfferMailKind,
  offer: { id: string; brandId: WorkspaceId; creatorId: WorkspaceId },
  reader: Side,
  subject: string,
  at: Date,
  {
    actor = null,
    version,
    until,
    endMessage = '',
  }: { actor?: EventActor | null; version?: OfferVersionRow; until?: Date; endMessage?: string } = {},
): Promise<void> {
  const names = await findOfferSideNames(tx.db, offer, actor);
  await sendMail(tx, {
    kind,
    subject,
    to: { workspaceId: reader === 'brand' ? offer.brandId : offer.creatorId },
    at,
    data: {
      ...names,
      offerId: offer.id,
      reader,
      offerName: version?.name ?? '',
      endMessage,
      priceCents: version?.priceCents ?? null,
      deliveryDays: version?.deliveryDays ?? null,
      until: until?.toISOString() ?? null,
    },
  });
}
