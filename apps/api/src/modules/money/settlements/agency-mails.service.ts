import type { UnitOfWork } from '../../../core/unit-of-work.ts';
import { sendMail } from '../../messaging/mail/mail.service.ts';
import type { AgencyPayoutState } from '../../messaging/mail-texts/identity/agencies.words.ts';
import type { SettlementTransfer } from './settlements.sql.ts';

/**
 * Emails an agency about the payout of its share of a booking, once per state. The booking's own events cannot do this,
 * because they are for its two sides.
 */
export const notifyAgency = (
  tx: UnitOfWork,
  { bookingId, payeeWorkspaceId, amountCents, packageName, creatorName }: SettlementTransfer,
  state: AgencyPayoutState,
  at: Date,
): Promise<void> =>
  sendMail(tx, {
    kind: 'agency_payout',
    subject: `${bookingId}:${state}`,
    to: { workspaceId: payeeWorkspaceId },
    data: { state, amountCents, packageName, creatorName },
    at,
  });
