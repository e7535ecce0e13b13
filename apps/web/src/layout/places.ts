/** Where the command palette leads: screens, searches for what was typed, and the latest bookings. */
import { LIMITS } from '@marquee/validation';
import { ADMIN_SCREENS } from '../features/admin/screens.ts';
import { paths } from '../paths.ts';
import type { User } from '../session.ts';
import { workspaceOf } from './workspace.ts';

export interface Place {
  group: 'Go to' | 'Start' | 'Administration' | 'Search' | 'Bookings';
  label: string;
  /** Beside the label; found as well. */
  detail?: string;
  to: string;
}

/** What of a booking says which one it is. */
export interface KnownBooking {
  id: string;
  packageName: string;
  otherName: string;
}

/** How many bookings are offered at once. */
const MOST_BOOKINGS = 6;

/**
 * The places that fit what was typed, in the order of their groups: each word of it begins a word of the place.
 * Searches are offered for anything that was typed.
 */
export function placesFor(
  user: Pick<User, 'userType' | 'role' | 'username'>,
  typed: string,
  bookings: readonly KnownBooking[],
): Place[] {
  const wanted = wordsOf(typed);
  const fits = ({ label, detail = '' }: Place) => {
    const words = wordsOf(`${label} ${detail}`);
    return wanted.every((word) => words.some((each) => each.startsWith(word)));
  };
  return [
    ...screensOf(user).filter(fits),
    ...bookings.map(placeOf).filter(fits).slice(0, MOST_BOOKINGS),
    ...(wanted.length === 0 ? [] : searchesFor(user, typed.trim().slice(0, LIMITS.search))),
  ];
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const placeOf = ({ id, packageName, otherName }: KnownBooking): Place => ({
  group: 'Bookings',
  label: packageName,
  detail: otherName,
  to: paths.bookingDetails({ bookingId: id }),
});

function screensOf(user: Pick<User, 'userType' | 'role' | 'username'>): Place[] {
  const isCreator = user.userType === 'influencer';
  const goTo = (label: string, to: string): Place => ({ group: 'Go to', label, to });
  const start = (label: string, to: string): Place => ({ group: 'Start', label, to });
  return [
    ...workspaceOf(user).map(({ label, to }) => goTo(label, to)),
    ...(isCreator ? [goTo('Your profile', paths.profile(user)), goTo('Saved', paths.saved())] : []),
    goTo('Browse creators', paths.findInfluencers()),
    goTo('Pricing guide', paths.pricingGuide()),
    goTo('Notifications', paths.notices()),
    goTo('Mails and quiet hours', paths.settingsNotices()),
    goTo('Account and password', paths.settingsAccount()),
    goTo('Billing details', paths.settingsBilling()),
    goTo('How money moves', paths.howMoneyMoves()),
    goTo('Contact', paths.contact()),
    start('See what waits for you', paths.bookings({ show: 'waiting' })),
    ...(isCreator ? [start('Create a package', paths.packages({ new: '1' }))] : []),
    ...(user.role === 'admin'
      ? ADMIN_SCREENS.map(([to, label]): Place => ({ group: 'Administration', label, to }))
      : []),
  ];
}

function searchesFor(user: Pick<User, 'userType' | 'role'>, text: string): Place[] {
  const search = (what: string, to: string): Place => ({ group: 'Search', label: `${what}: “${text}”`, to });
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
