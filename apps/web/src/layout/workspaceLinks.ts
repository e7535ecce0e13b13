import { paths } from '../paths.ts';
import type { SignedInUser } from '../session.ts';

interface WorkspaceLink {
  to: string;
  label: string;
  /** Other paths on which this link is shown as the current page. */
  also?: readonly string[];
}

const DASHBOARD: WorkspaceLink = { to: paths.dashboard(), label: 'Dashboard', also: [paths.home()] };
const BOOKINGS: WorkspaceLink = {
  to: paths.bookings(),
  label: 'Bookings',
  also: [paths.bookingDetails(), paths.bookingResults()],
};
const OFFERS: WorkspaceLink = { to: paths.offers(), label: 'Offers' };
const MESSAGES: WorkspaceLink = { to: paths.messages(), label: 'Messages' };
const ANALYTICS: WorkspaceLink = { to: paths.analytics(), label: 'Analytics' };
const SETTINGS: WorkspaceLink = { to: paths.settings(), label: 'Settings' };

const CREATOR_LINKS: readonly WorkspaceLink[] = [
  DASHBOARD,
  BOOKINGS,
  OFFERS,
  MESSAGES,
  { to: paths.packages(), label: 'Packages', also: [paths.managePackages()] },
  { to: paths.questionnaireBuilder(), label: 'Questions' },
  { to: paths.payouts(), label: 'Payouts' },
  ANALYTICS,
  SETTINGS,
];

const BRAND_LINKS: readonly WorkspaceLink[] = [
  DASHBOARD,
  BOOKINGS,
  OFFERS,
  MESSAGES,
  { to: paths.saved(), label: 'Saved' },
  { to: paths.receipts(), label: 'Receipts' },
  ANALYTICS,
  { to: paths.customerInfo(), label: 'Customer Info' },
  SETTINGS,
];

export const listWorkspaceLinks = (user: Pick<SignedInUser, 'userType'>): readonly WorkspaceLink[] =>
  user.userType === 'influencer' ? CREATOR_LINKS : BRAND_LINKS;
