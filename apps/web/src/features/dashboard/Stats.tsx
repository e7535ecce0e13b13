import { Anchor } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { trpc, type Outputs } from '../../trpc.ts';
import { Figures, type Figure } from '../../ui/Figures.tsx';
import { Money } from '../../ui/Money.tsx';
import type { Side } from '../bookings/booking.ts';
import { LOADED } from './loadDashboard.ts';

type Stats = Outputs['profiles']['dashboard'];

const ZEROS: Stats = {
  totalEarningsCents: 0,
  thisMonthCents: 0,
  lastMonthCents: 0,
  totalSpentCents: 0,
  spentThisMonthCents: 0,
  completedBookings: 0,
  pendingBookings: 0,
  activeBookings: 0,
  profileViews: 0,
};

/** The four stat cards. Spec §8: when they cannot be loaded they show zeros. */
export function Stats({ side }: { side: Side }) {
  const { data: stats = ZEROS } = trpc.profiles.dashboard.useQuery(undefined, LOADED);
  return <Figures label="Your figures" figures={side === 'creator' ? creatorFigures(stats) : brandFigures(stats)} />;
}

const creatorFigures = (stats: Stats): Figure[] => [
  { label: 'Total Earnings', value: <Money cents={stats.totalEarningsCents} />, note: 'From completed bookings' },
  { label: 'This Month', value: <Money cents={stats.thisMonthCents} />, note: changeNote(stats) },
  { label: 'Completed Bookings', value: stats.completedBookings, note: <OpenBookings stats={stats} /> },
  { label: 'Profile Views', value: stats.profileViews, note: 'Last 30 days' },
];

const brandFigures = (stats: Stats): Figure[] => [
  { label: 'Total Spent', value: <Money cents={stats.totalSpentCents} />, note: 'Charged, with fees' },
  { label: 'Spent This Month', value: <Money cents={stats.spentThisMonthCents} />, note: 'So far' },
  { label: 'Active Bookings', value: stats.activeBookings, note: 'Accepted or in progress' },
  { label: 'Completed Bookings', value: stats.completedBookings, note: <OpenBookings stats={stats} /> },
];

/**
 * Spec §9 has a fixed '+12% from last month'; this one is computed, and left out when there is nothing to compare with.
 */
function changeNote({ thisMonthCents, lastMonthCents }: Stats): string {
  if (lastMonthCents === 0) return 'So far';
  const percent = Math.round(((thisMonthCents - lastMonthCents) / lastMonthCents) * 100);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)}% from last month`;
}

const OpenBookings = ({ stats }: { stats: Stats }) => (
  <Anchor component={Link} to={paths.bookings({ status: 'pending' })} size="sm">
    {stats.pendingBookings} pending
  </Anchor>
);
