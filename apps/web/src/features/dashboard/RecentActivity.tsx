import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import type { User } from '../../session.ts';
import { trpc, type Outputs } from '../../trpc.ts';
import { Section } from '../../ui/Section.tsx';
import { When } from '../../ui/When.tsx';
import { eventSentence } from '../bookings/eventSentence.ts';
import { LOADED } from './loadDashboard.ts';
import classes from './RecentActivity.module.css';

/** The latest things that happened on the user's bookings, newest first. */
export function RecentActivity({ user }: { user: User }) {
  const { data: events } = trpc.profiles.activity.useQuery(undefined, LOADED);
  const side = user.userType === 'brand' ? 'brand' : 'creator';
  return (
    <Section title="Recent Activity">
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
          {together(events).map(([event, ...earlier]) => (
            <li key={event.id} className={classes.item}>
              <div>
                <Text>
                  {[event, ...earlier]
                    .toReversed()
                    .map((each) => eventSentence(each, { id: user.id, side }))
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
              <When at={event.at} fz="sm" c="dimmed" />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

type Event = Outputs['profiles']['activity'][number];

/**
 * What happened to one booking within this belongs together: an order and its payment, an acceptance and its charge.
 */
const TOGETHER_MS = 600_000;

/** Events, newest first, in groups that belong together. */
function together(events: readonly Event[]): [Event, ...Event[]][] {
  const groups: [Event, ...Event[]][] = [];
  for (const event of events) {
    const last = groups.at(-1);
    const isSame =
      last?.[0].bookingId === event.bookingId && Date.parse(last[0].at) - Date.parse(event.at) < TOGETHER_MS;
    if (isSame) last?.push(event);
    else groups.push([event]);
  }
  return groups;
}
