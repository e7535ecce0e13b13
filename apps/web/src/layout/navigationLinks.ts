/** Computes the results of the command palette: pages, searches for the typed text, and the latest bookings. */
import { LIMITS } from '@marquee/validation';
import { ADMIN_SCREENS } from '../features/admin/adminScreens.ts';
import { paths } from '../paths.ts';
import type { SignedInUser } from '../session.ts';
import { listWorkspaceLinks } from './workspaceLinks.ts';

export interface NavigationLink {
  group: 'Go to' | 'Start' | 'Administration' | 'Search' | 'Bookings';
  label: string;
  /** Additional text next to the label. It is searched as well. */
  detail?: string;
  to: string;
}

export interface LinkableBooking {
  id: string;
  packageName: string;
  otherName: string;
}

const MAX_BOOKING_LINKS = 6;

/**
 * Lists the results for the typed text, grouped by kind. Every typed word has to match the beginning of a word in a
 * result. Links that search for the typed text are always included.
 */
export function listNavigationLinks(
  user: Pick<SignedInUser, 'userType' | 'role' | 'username'>,
  typed: string,
  bookings: readonly LinkableBooking[],
): NavigationLink[] {
  const wanted = toSearchWords(typed);
  const fits = ({ label, detail = '' }: NavigationLink) => {
    const words = toSearchWords(`${label} ${detail}`);
    return wanted.every((word) => words.some((each) => each.startsWith(word)));
  };
  return [
    ...listScreenLinks(user).filter(fits),
    ...bookings.map(toBookingLink).filter(fits).slice(0, MAX_BOOKING_LINKS),
    ...(wanted.length === 0 ? [] : listSearchLinks(user, typed.trim().slice(0, LIMITS.search))),
  ];
}

const toSearchWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const toBookingLink = ({ id, packageName, otherName }: LinkableBooking): NavigationLink => ({
  group: 'Bookings',
  label: packageName,
  detail: otherName,
  to: paths.bookingDetails({ bookingId: id }),
});

function listScreenLinks(user: Pick<SignedInUser, 'userType' | 'role' | 'username'>): NavigationLink[] {
  const isCreator = user.userType === 'influencer';
  const goTo = (label: string, to: string): NavigationLink => ({ group: 'Go to', label, to });
  const start = (label: string, to: string): NavigationLink => ({ group: 'Start', label, to });
  return [
    ...listWorkspaceLinks(user).map(({ label, to }) => goTo(label, to)),
    ...(isCreator ? [goTo('Your profile', paths.profile(user)), goTo('Saved', paths.saved())] : []),
    goTo('Browse creators', paths.findInfluencers()),
    goTo('Pricing guide', paths.pricingGuide()),
    goTo('Notifications', paths.notifications()),
    goTo('Mails and quiet hours', paths.settingsNotifications()),
    goTo('Account and password', paths.settingsAccount()),
    goTo('Billing details', paths.settingsBilling()),
    goTo('How money moves', paths.howMoneyMoves()),
    goTo('Contact', paths.contact()),
    start('See what waits for you', paths.bookings({ show: 'waiting' })),
    ...(isCreator ? [start('Create a package', paths.packages({ new: '1' }))] : []),
    ...(user.role === 'admin'
      ? ADMIN_SCREENS.map(([to, label]): NavigationLink => ({ group: 'Administration', label, to }))
      : []),
  ];
}

function listSearchLinks(user: Pick<SignedInUser, 'userType' | 'role'>, text: string): NavigationLink[] {
  const search = (what: string, to: string): NavigationLink => ({ group: 'Search', label: `${what}: “${text}”`, to });
  return [
    search('Creators', paths.findInfluencers({ q: text })),
    user.userType === 'brand'
      ? search('Receipts', paths.receipts({ search: text }))
      : search('Payouts', paths.payouts({ search: text })),
    ...(user.role === 'admin'
      ? [
          search('All users', paths.adminUsers({ search: text })),
          search('All bookings', paths.adminBookings({ search: text })),
          search('All packages', paths.adminPackages({ search: text })),
        ]
      : []),
  ];
}
