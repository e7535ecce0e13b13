import { paths } from '../../paths.ts';
import type { RouterOutputs } from '../../trpc.ts';

type OpenWork = RouterOutputs['admin']['overview'];

/** The admin pages. `open` returns the number of open items that a page lists. */
export const ADMIN_SCREENS: readonly (readonly [to: string, label: string, open?: (work: OpenWork) => number])[] = [
  [paths.admin(), 'Overview'],
  [paths.adminDisputes(), 'Disputes', (work) => work.openDisputes],
  [paths.adminChargebacks(), 'Chargebacks', (work) => work.unansweredChargebacks],
  [paths.adminPayouts(), 'Blocked payouts', (work) => work.blockedPayouts],
  [paths.adminExceptions(), 'Exceptions', (work) => work.exceptions],
  [paths.adminRefunds(), 'Refunds', (work) => work.refundsInFlight],
  [paths.adminReports(), 'Reports', (work) => work.reports + work.appeals],
  [paths.adminProofs(), 'Follower figures', (work) => work.proofs],
  [paths.adminMessages(), 'Messages', (work) => work.unansweredMessages],
  [paths.adminBookings(), 'Bookings', (work) => work.attention],
  [paths.adminUsers(), 'Users'],
  [paths.adminPackages(), 'Packages'],
  [paths.adminMarket(), 'Market'],
  [paths.adminRevenue(), 'Revenue'],
  [paths.adminTerms(), 'Terms'],
  [paths.adminAudit(), 'Audit log'],
];
