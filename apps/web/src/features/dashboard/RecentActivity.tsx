import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import type { User } from '../../session.ts';
import { trpc } from '../../trpc.ts';
import { Section } from '../../ui/Section.tsx';
import { When } from '../../ui/When.tsx';
import { eventSentence } from '../bookings/eventSentence.ts';
import { LOADED } from './loadDashboard.ts';
import { Anchor, Text } from '../../ui/plain.tsx';
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
          {events.map((event) => (
            <li key={event.id} className={classes.item}>
              <div>
                <Text>{eventSentence(event, { id: user.id, side })}</Text>
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
