import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import type { SignedInUser } from '../../session.ts';
import { trpc, type RouterOutputs } from '../../trpc.ts';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { describeEventInReaderZone } from '../bookings/describeEvent.ts';
import { LOADED_BY_ROUTE } from './loadDashboard.ts';
import classes from './RecentActivity.module.css';

export function RecentActivity({ user }: { user: SignedInUser }) {
  const { data: events } = trpc.profiles.activity.useQuery(undefined, LOADED_BY_ROUTE);
  const side = user.userType === 'brand' ? 'brand' : 'creator';
  return (
    <SectionCard title="Recent Activity">
      {events === undefined ? (
        <Text c="dimmed">Recent activity could not be loaded.</Text>
      ) : events.length === 0 ? (
        <Text c="dimmed">
          {side === 'brand'
            ? 'No activity yet. What happens on your bookings shows up here.'
            : 'No activity yet. Orders and payments show up here.'}
        </Text>
      ) : (
        <ul className={classes.list}>
          {groupEvents(events).map(([event, ...earlier]) => (
            <li key={event.id} className={classes.item}>
              <div>
                <Text>
                  {[event, ...earlier]
                    .toReversed()
                    .map((each) => describeEventInReaderZone(each, { id: user.id, side }))
                    .join(' ')}
                </Text>
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
    </SectionCard>
  );
}

type ActivityEvent = RouterOutputs['profiles']['activity'][number];

/** Maximum time between events of the same booking that are shown as one group, such as an order and its payment. */
const GROUP_WINDOW_MS = 600_000;

/**
 * Groups consecutive events of the same booking that happened within `GROUP_WINDOW_MS`. `events` and the returned
 * groups are sorted newest first.
 */
function groupEvents(events: readonly ActivityEvent[]): [ActivityEvent, ...ActivityEvent[]][] {
  const groups: [ActivityEvent, ...ActivityEvent[]][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    const isSame =
      last?.[0].bookingId === event.bookingId && Date.parse(last[0].at) - Date.parse(event.at) < GROUP_WINDOW_MS;
    if (isSame) last?.push(event);
    else groups.push([event]);
  }
  return groups;
}
