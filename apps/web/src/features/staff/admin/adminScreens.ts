import { Inbox, Settings, Store, Wallet, type LucideIcon } from 'lucide-react';
import { paths } from '../../../paths.ts';
import type { RouterOutputs } from '../../../trpc.ts';

type OpenWork = RouterOutputs['admin']['overview'];

/** An admin page. `countOpen` returns the number of items on it that need action from staff. */
interface AdminScreen {
  to: string;
  label: string;
  countOpen?: (work: OpenWork) => number;
}

interface AdminArea {
  label: string;
  icon: LucideIcon;
  /** The first screen opens if staff choose the area. */
  screens: readonly [AdminScreen, ...AdminScreen[]];
}

/** The areas of the admin pages. The screens of an area are its tabs. */
export const ADMIN_AREAS: readonly AdminArea[] = [
  {
    label: 'Inbox',
    icon: Inbox,
    screens: [
      { to: paths.admin(), label: 'All' },
      { to: paths.adminReports(), label: 'Reports', countOpen: (work) => work.reports + work.appeals },
      { to: paths.adminProofs(), label: 'Follower counts', countOpen: (work) => work.proofs },
      { to: paths.adminMessages(), label: 'Messages', countOpen: (work) => work.unansweredMessages },
    ],
  },
  {
    label: 'Money',
    icon: Wallet,
    screens: [
      { to: paths.adminPayouts(), label: 'Blocked payouts', countOpen: (work) => work.blockedPayouts },
      { to: paths.adminDisputes(), label: 'Disputes', countOpen: (work) => work.openDisputes },
      { to: paths.adminChargebacks(), label: 'Chargebacks', countOpen: (work) => work.unansweredChargebacks },
      { to: paths.adminExceptions(), label: 'Exceptions', countOpen: (work) => work.exceptions },
      { to: paths.adminRefunds(), label: 'Refunds' },
      { to: paths.adminRevenue(), label: 'Revenue' },
    ],
  },
  {
    label: 'Marketplace',
    icon: Store,
    screens: [
      { to: paths.adminBookings(), label: 'Bookings', countOpen: (work) => work.attention },
      { to: paths.adminUsers(), label: 'Users' },
      { to: paths.adminPackages(), label: 'Packages' },
      { to: paths.adminMarket(), label: 'Market' },
    ],
  },
  {
    label: 'Settings',
    icon: Settings,
    screens: [
      { to: paths.adminTerms(), label: 'Fee and deadlines' },
      { to: paths.adminAudit(), label: 'Audit log' },
      { to: paths.adminHealth(), label: 'Health' },
    ],
  },
];

/** Counts everything in the inbox, which lists an undecided dispute only once. */
export const countOpenWork = (work: OpenWork): number =>
  ADMIN_AREAS.flatMap(({ screens }) => screens).reduce((sum, { countOpen }) => sum + (countOpen?.(work) ?? 0), 0) -
  work.undecidedDisputes;
