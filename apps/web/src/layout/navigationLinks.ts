/** Computes the results of the command palette: pages, searches for the typed text, and the latest bookings. */
import { LIMITS } from '@marquee/validation';
import { hasPermission, isStaff } from '@marquee/contracts';
import { ADMIN_AREAS } from '../features/staff/admin/adminScreens.ts';
import { paths } from '../paths.ts';
import { mayOpenScreen, type ScreenVisitor } from '../screenAccess.ts';
import type { SignedInUser } from '../session.ts';

export interface NavigationLink {
  group: 'Go to' | 'Actions' | 'Administration' | 'Search' | 'Bookings';
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

type PaletteUser = ScreenVisitor & Pick<SignedInUser, 'role' | 'hasFactor' | 'username'>;

const MAX_BOOKING_LINKS = 6;

/**
 * Lists the results for the typed text, grouped by kind. Every typed word has to match the beginning of a word in a
 * result. Links that search for the typed text are always included.
 */
export function listNavigationLinks(
  user: PaletteUser,
  typed: string,
  bookings: readonly LinkableBooking[],
): NavigationLink[] {
  const typedWords = toSearchWords(typed);
  const fits = ({ label, detail = '' }: NavigationLink) => {
    const words = toSearchWords(`${label} ${detail}`);
    return typedWords.every((word) => words.some((each) => each.startsWith(word)));
  };
  return [
    ...listScreenLinks(user).filter(fits),
    ...bookings.map(toBookingLink).filter(fits).slice(0, MAX_BOOKING_LINKS),
    ...(typedWords.length === 0 ? [] : listSearchLinks(user, typed.trim().slice(0, LIMITS.search))),
  ];
}

const toSearchWords = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const toBookingLink = ({ id, packageName, otherName }: LinkableBooking): NavigationLink => ({
  group: 'Bookings',
  label: packageName,
  detail: otherName,
  to: paths.bookingDetails({ bookingId: id }),
});

function listScreenLinks(user: PaletteUser): NavigationLink[] {
  const isCreator = user.userType === 'influencer';
  const goTo = (label: string, to: string): NavigationLink => ({ group: 'Go to', label, to });
  const act = (label: string, to: string): NavigationLink => ({ group: 'Actions', label, to });
  const links = [
    goTo('Dashboard', paths.dashboard()),
    goTo('Bookings', paths.bookings()),
    goTo('Offers', paths.offers()),
    goTo('Messages', paths.messages()),
    goTo('Packages', paths.packages()),
    goTo('Questions', paths.questionnaireBuilder()),
    goTo('Payouts', paths.payouts()),
    goTo('Statements', paths.statements()),
    ...(isCreator ? [goTo('Your profile', paths.profile(user))] : []),
    goTo('Receipts', paths.receipts()),
    goTo('Customer Info', paths.customerInfo()),
    goTo('Saved', paths.saved()),
    goTo('Analytics', paths.analytics()),
    goTo('Settings', paths.settings()),
    goTo('Browse creators', paths.findInfluencers()),
    goTo('Pricing guide', paths.pricingGuide()),
    goTo('Notifications', paths.notifications()),
    goTo('Email notifications and quiet hours', paths.settingsNotifications()),
    goTo('Account and password', paths.settingsAccount()),
    goTo('Billing details', paths.settingsBilling()),
    goTo('Members', paths.settingsMembers()),
    goTo('Agency', paths.settingsAgency()),
    goTo('Budgets and clients', paths.settingsBudgets()),
    goTo('How money moves', paths.howMoneyMoves()),
    goTo('Contact', paths.contact()),
    act('Review what needs your action', paths.bookings({ show: 'waiting' })),
    ...(hasPermission(user.memberRole, 'catalog.edit') ? [act('Create a package', paths.packages({ new: '1' }))] : []),
    ...(isStaff(user)
      ? ADMIN_AREAS.flatMap(({ label: area, screens }) =>
          screens.map(({ to, label }): NavigationLink => ({
            group: 'Administration',
            label: to === paths.admin() ? area : label,
            to,
          })),
        )
      : []),
  ];
  return links.filter(({ to }) => mayOpenScreen(user, to));
}

function listSearchLinks(user: PaletteUser, text: string): NavigationLink[] {
  const search = (what: string, to: string): NavigationLink => ({
    group: 'Search',
    label: `Search ${what} for “${text}”`,
    to,
  });
  const links = [
    search('creators', paths.findInfluencers({ q: text })),
    search('receipts', paths.receipts({ search: text })),
    search('payouts', paths.payouts({ search: text })),
    ...(isStaff(user)
      ? [
          search('all users', paths.adminUsers({ search: text })),
          search('all bookings', paths.adminBookings({ search: text })),
          search('all packages', paths.adminPackages({ search: text })),
        ]
      : []),
  ];
  return links.filter(({ to }) => mayOpenScreen(user, to));
}
