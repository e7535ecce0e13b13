/** What of any screen follows the live stream, and the way to messages with how many are unread. */
import { LIMITS, type LiveEvent } from '@marquee/validation';
import { MessageCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { openLive, useLive } from '../live.ts';
import { paths } from '../paths.ts';
import { data, trpc } from '../trpc.ts';
import { ActionIcon } from '../ui/plain.tsx';
import classes from './Header.module.css';

/** One thing that happens is often several events; what they change is read once. */
const GATHER_MS = 150;

/** What is read anew when something happened to a booking: open lists and figures, and the booking itself. */
const refreshBookings = (ids: readonly string[]) =>
  Promise.all([
    ...ids.map((id) => data.bookings.byId.invalidate({ id })),
    data.bookings.list.invalidate(),
    data.bookings.waiting.invalidate(),
    data.bookings.counts.invalidate(),
    data.profiles.dashboard.invalidate(),
    data.profiles.activity.invalidate(),
    data.payouts.invalidate(),
  ]);

const refreshMessages = () => Promise.all([data.messages.unread.invalidate(), data.messages.list.invalidate()]);

/** Keeps what is on the screen as it is on the server. */
function useLiveQueries(): void {
  const waiting = useRef<{
    bookings: Set<string>;
    messages: boolean;
    all: boolean;
    timer?: ReturnType<typeof setTimeout>;
  }>({
    bookings: new Set(),
    messages: false,
    all: false,
  });
  const refresh = () => {
    const { bookings, messages, all } = waiting.current;
    waiting.current = { bookings: new Set(), messages: false, all: false };
    if (all) void Promise.all([data.bookings.byId.invalidate(), refreshBookings([]), refreshMessages()]);
    else {
      if (bookings.size > 0) void refreshBookings([...bookings]);
      if (messages) void refreshMessages();
    }
  };
  useLive(({ kind, id }: LiveEvent) => {
    const found = waiting.current;
    if (kind === 'booking') found.bookings.add(id);
    else if (kind === 'message' || kind === 'read') found.messages = true;
    else if (kind === 'hello' || kind === 'reload') found.all = true;
    else return;
    // Many pages that come back together do not ask together.
    found.timer ??= setTimeout(refresh, kind === 'reload' ? Math.random() * 3_000 : GATHER_MS);
  });
  useEffect(() => openLive(), []);
}

/** The way to messages. `LIMITS.unreadCounted` and more are 'more than'. */
export function LiveUpdates() {
  useLiveQueries();
  const { data: unread } = trpc.messages.unread.useQuery();
  const count = unread?.count ?? 0;
  const shown = count > LIMITS.unreadCounted ? `${LIMITS.unreadCounted}+` : String(count);
  return (
    <ActionIcon
      component={Link}
      to={paths.messages()}
      variant="subtle"
      color="gray"
      className={classes.messages ?? ''}
      aria-label={count === 0 ? 'Messages' : `Messages, ${shown} unread`}
    >
      <MessageCircle size={19} aria-hidden />
      {count > 0 && (
        <span className={classes.count} aria-hidden>
          {shown}
        </span>
      )}
    </ActionIcon>
  );
}
