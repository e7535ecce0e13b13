import {
  Bookmark,
  CalendarCheck,
  ChartNoAxesColumn,
  LayoutDashboard,
  MessageCircle,
  Package,
  Wallet,
  type LucideIcon,
} from 'lucide-react';
import { paths } from '../paths.ts';
import type { SignedInUser } from '../session.ts';

interface WorkspaceLink {
  to: string;
  label: string;
  icon: LucideIcon;
  /** Other paths that belong to this link. Paths below `to` and below these belong to it, too. */
  also?: readonly string[];
}

const DASHBOARD: WorkspaceLink = {
  to: paths.dashboard(),
  label: 'Dashboard',
  icon: LayoutDashboard,
  also: [paths.home()],
};
const BOOKINGS: WorkspaceLink = {
  to: paths.bookings(),
  label: 'Bookings',
  icon: CalendarCheck,
  also: [paths.bookingDetails(), paths.bookingResults(), paths.offers()],
};
const MESSAGES: WorkspaceLink = { to: paths.messages(), label: 'Messages', icon: MessageCircle };
const ANALYTICS: WorkspaceLink = { to: paths.analytics(), label: 'Analytics', icon: ChartNoAxesColumn };

const CREATOR_LINKS: readonly WorkspaceLink[] = [
  DASHBOARD,
  BOOKINGS,
  MESSAGES,
  {
    to: paths.packages(),
    label: 'Packages',
    icon: Package,
    also: [paths.managePackages(), paths.questionnaireBuilder()],
  },
  { to: paths.payouts(), label: 'Money', icon: Wallet },
  ANALYTICS,
];

const BRAND_LINKS: readonly WorkspaceLink[] = [
  DASHBOARD,
  BOOKINGS,
  MESSAGES,
  { to: paths.saved(), label: 'Saved', icon: Bookmark },
  { to: paths.receipts(), label: 'Money', icon: Wallet },
  ANALYTICS,
];

/** Lists the links of the workspace navigation. There are at most six, so that all of them fit on a phone. */
export const listWorkspaceLinks = (user: Pick<SignedInUser, 'userType'>): readonly WorkspaceLink[] =>
  user.userType === 'influencer' ? CREATOR_LINKS : BRAND_LINKS;

/** Tells whether a page belongs to a link, for example /offers/new to Bookings. */
export const isInSection = (pathname: string, { to, also = [] }: Pick<WorkspaceLink, 'to' | 'also'>): boolean =>
  [to, ...also].some((path) => pathname === path || pathname.startsWith(`${path}/`));
