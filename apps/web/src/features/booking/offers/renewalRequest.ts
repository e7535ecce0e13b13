import { computeRightsEnd } from '@marquee/booking';
import { formatRights, type UsageRights } from '@marquee/money';
import { createReaderFormatter, getReaderToday } from '../../../lib/readerClock.ts';
import type { OfferRequestFields } from './OfferRequestForm.tsx';

/** The booking whose usage rights the brand wants to extend. */
interface LicensedBooking {
  packageName: string;
  completedAt: string | null;
  chosen: { rights: UsageRights | null } | null;
}

/**
 * Returns a prefilled offer request for usage rights that start when the booking's usage rights end. Returns null if
 * these never end.
 */
export function findRenewalFields({ packageName, completedAt, chosen }: LicensedBooking): OfferRequestFields | null {
  const rights = chosen?.rights ?? null;
  const ends = computeRightsEnd(completedAt === null ? null : new Date(completedAt), rights?.termDays);
  if (rights === null || ends === null) return null;
  const day = ends.toISOString().slice(0, 10);
  return {
    brief: [
      `We would like to keep using “${packageName}”, which you completed for us.`,
      `Our usage rights (${formatRights(rights)}) end on ${RENEWAL_DAY_FORMAT(ends)}.`,
      'Please offer the same rights for another term from that day on. No new work is needed.',
    ].join('\n'),
    budget: '',
    requestedDay: day < getReaderToday() ? '' : day,
    platforms: [],
  };
}

const RENEWAL_DAY_FORMAT = createReaderFormatter({ dateStyle: 'long' });
