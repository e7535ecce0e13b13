import {
  Bookmark,
  CalendarCheck,
  ChartNoAxesColumn,
  LayoutDashboard,
  MessageCircle,
  Package,
  Wallet,
} from 'lucide-react';
import { paths } from '../paths.ts';
import { mayOpenScreen, type ScreenVisitor } from '../screenAccess.ts';
import type { SectionLink } from '../ui/SectionNav.tsx';

const DASHBOARD: SectionLink = {
  to: paths.dashboard(),
  label: 'Dashboard',
  icon: LayoutDashboard,
  also: [paths.home()],
  isInHeader: true,
};
const BOOKINGS: SectionLink = {
  to: paths.bookings(),
  label: 'Bookings',
  icon: CalendarCheck,
  also: [paths.bookingDetails(), paths.bookingResults(), paths.offers()],
};
const MESSAGES: SectionLink = { to: paths.messages(), label: 'Messages', icon: MessageCircle };
const ANALYTICS: SectionLink = { to: paths.analytics(), label: 'Analytics', icon: ChartNoAxesColumn };

const CREATOR_LINKS: readonly SectionLink[] = [
  DASHBOARD,
  BOOKINGS,
  MESSAGES,
  {
    to: paths.packages(),
    label: 'Packages',
    icon: Package,
    also: [paths.managePackages(), paths.questionnaireBuilder()],
  },
  { to: paths.payouts(), label: 'Money', icon: Wallet, also: [paths.statements()] },
  ANALYTICS,
];

const BRAND_LINKS: readonly SectionLink[] = [
  DASHBOARD,
  BOOKINGS,
  MESSAGES,
  { to: paths.saved(), label: 'Saved', icon: Bookmark },
  { to: paths.receipts(), label: 'Money', icon: Wallet },
  ANALYTICS,
];

/** Lists the links of the workspace navigation that the user may open, at most six. */
export const listWorkspaceLinks = (user: ScreenVisitor): readonly SectionLink[] =>
  (user.userType === 'influencer' ? CREATOR_LINKS : BRAND_LINKS).filter(({ to }) => mayOpenScreen(user, to));
