import { Anchor, Button, Text } from '@mantine/core';
import { listActivity } from '@marquee/booking';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import type { SignedInUser } from '../../../session.ts';
import { trpc, type RouterOutputs } from '../../../trpc.ts';
import { SectionCard } from '../../../ui/SectionCard.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { describeEventInReaderZone } from '../bookings/describeEvent.ts';
import { LOADED_BY_ROUTE } from './loadDashboard.ts';
import classes from './RecentActivity.module.css';

/** The number of events that are shown at first. */
const MAX_SHOWN = 3;

export function RecentActivity({ user }: { user: SignedInUser }) {
  const { data: events } = trpc.profiles.activity.useQuery(undefined, LOADED_BY_ROUTE);
  const [showsAll, setShowsAll] = useState(false);
  const side = user.userType === 'brand' ? 'brand' : 'creator';
  const activity = listNews(events ?? []);
  return (
    <SectionCard title="Recent Activity">
      {events === undefined ? (
        <Text c="dimmed">Recent activity could not be loaded. Reload the page to try again.</Text>
      ) : activity.length === 0 ? (
        <Text c="dimmed">Updates to your bookings appear here.</Text>
      ) : (
        <ul className={classes.list}>
          {activity.slice(0, showsAll ? undefined : MAX_SHOWN).map((event) => (
            <li key={event.id} className={classes.item}>
              <div>
                <Text>{describeEventInReaderZone(event, { id: user.workspaceId, side })}</Text>
                <Anchor
                  component={Link}
                  to={paths.bookingDetails({ bookingId: event.bookingId })}
                  size="sm"
                  display="inline-block"
                  py={2}
                >
                  {event.packageName}
                </Anchor>
              </div>
              <DateTime at={event.at} fz="sm" c="dimmed" />
            </li>
          ))}
        </ul>
      )}
      {activity.length > MAX_SHOWN && !showsAll && (
        <Button
          variant="default"
          size="sm"
          mt="sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setShowsAll(true)}
        >
          Show more activity
        </Button>
      )}
    </SectionCard>
  );
}

type ActivityEvent = RouterOutputs['profiles']['activity'][number];

/** Leaves out events that repeat the preceding event of the same booking. `events` is sorted newest first. */
function listNews(events: readonly ActivityEvent[]): ActivityEvent[] {
  const shownEvents = new Set(
    events.flatMap(({ bookingId }) => listActivity(events.filter((each) => each.bookingId === bookingId).toReversed())),
  );
  return events.filter((event) => shownEvents.has(event));
}
