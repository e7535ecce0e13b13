import { Button } from '@mantine/core';
import { CalendarCheck, Search } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Panel } from './Panel.tsx';

const ICON = { size: 20, 'aria-hidden': true } as const;

export function YourBookings() {
  return (
    <Panel
      title="Your Bookings"
      icon={<CalendarCheck {...ICON} />}
      text="Where each order stands, what happens next, and completed work that waits for your approval."
    >
      <Button component={Link} to={paths.bookings()} size="sm">
        View Bookings
      </Button>
      <Button component={Link} to={paths.receipts()} size="sm" variant="default">
        Receipts
      </Button>
    </Panel>
  );
}

export function FindCreator() {
  return (
    <Panel
      title="Find a Creator"
      icon={<Search {...ICON} />}
      text="Filter by category, audience, budget and delivery time, and put up to four packages side by side."
    >
      <Button component={Link} to={paths.findInfluencers()} size="sm">
        Find Creators
      </Button>
      <Button component={Link} to={paths.pricingGuide()} size="sm" variant="default">
        Pricing Guide
      </Button>
    </Panel>
  );
}
