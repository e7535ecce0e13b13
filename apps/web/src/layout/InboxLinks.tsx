/**
 * Keeps the data on every page up to date with the live stream, and shows the links to messages and notifications
 * with unread counts.
 */
import { ActionIcon } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import type { LiveEvent } from '@marquee/contracts';
import { Bell, MessageCircle, type LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { connectLiveStream, useLiveEvents } from '../liveStream.ts';
import { paths } from '../paths.ts';
import { queryUtils, trpc, trpcClient } from '../trpc.ts';
import { storeTimeZoneCookie } from '../lib/readerClock.ts';
import { CountBadge } from '../ui/CountBadge.tsx';
import classes from './Header.module.css';

/**
 * One change often causes several events. After the first event, the affected queries are refreshed once, after this
 * delay.
 */
const BATCH_DELAY_MS = 150;

/** Refreshes all data that depends on the bookings with these ids. */
const refreshBookings = (ids: readonly string[]) =>
  Promise.all([
    ...ids.flatMap((id) => [
      queryUtils.bookings.byId.invalidate({ id }),
      queryUtils.deliveries.byBooking.invalidate({ id }),
      queryUtils.publications.results.invalidate({ id }),
      queryUtils.shipments.byBooking.invalidate({ id }),
    ]),
    queryUtils.bookings.list.invalidate(),
    queryUtils.bookings.waiting.invalidate(),
    queryUtils.bookings.counts.invalidate(),
    queryUtils.profiles.dashboard.invalidate(),
    queryUtils.profiles.activity.invalidate(),
    queryUtils.payouts.invalidate(),
  ]);

const refreshMessages = () =>
  Promise.all([queryUtils.messages.unreadCount.invalidate(), queryUtils.messages.list.invalidate()]);

const refreshNotifications = () =>
  Promise.all([
    queryUtils.notifications.unreadCount.invalidate(),
    queryUtils.notifications.list.invalidate(),
    // A new offer always creates a notification.
    queryUtils.offers.waitingCount.invalidate(),
  ]);

/** Refreshes the affected queries whenever the live stream reports a change. */
function useLiveQueries(): void {
  const waiting = useRef<{
    bookings: Set<string>;
    messages: boolean;
    notifications: boolean;
    all: boolean;
    timer?: ReturnType<typeof setTimeout>;
  }>({
    bookings: new Set(),
    messages: false,
    notifications: false,
    all: false,
  });
  const refresh = () => {
    const { bookings, messages, notifications, all } = waiting.current;
    waiting.current = { bookings: new Set(), messages: false, notifications: false, all: false };
    if (all)
      void Promise.all([
        queryUtils.deliveries.invalidate(),
        queryUtils.publications.results.invalidate(),
        queryUtils.shipments.byBooking.invalidate(),
        queryUtils.bookings.byId.invalidate(),
        refreshBookings([]),
        refreshMessages(),
        refreshNotifications(),
      ]);
    else {
      if (bookings.size > 0) void refreshBookings([...bookings]);
      if (messages) void refreshMessages();
      if (notifications) void refreshNotifications();
    }
  };
  useLiveEvents(({ kind, id }: LiveEvent) => {
    const updates = waiting.current;
    if (kind === 'booking') updates.bookings.add(id);
    else if (kind === 'message' || kind === 'read') updates.messages = true;
    else if (kind === 'notification') updates.notifications = true;
    else if (kind === 'hello' || kind === 'reload') updates.all = true;
    else return;
    // After a restart of the server, all pages reconnect at once. The random delay spreads their requests.
    updates.timer ??= setTimeout(refresh, kind === 'reload' ? Math.random() * 3_000 : BATCH_DELAY_MS);
  });
  useEffect(() => connectLiveStream(), []);
}

/** Marks the notifications that link to the current page as read. */
function useMarkReadOnVisit(unread: readonly string[]): void {
  const { pathname, search, hash } = useLocation();
  const path = [pathname + search + hash, pathname + search].find((each) => unread.includes(each));
  useEffect(() => {
    if (path === undefined) return;
    // If the request fails, the notifications stay unread, and the user can mark them as read manually.
    trpcClient.notifications.markRead.mutate({ path }).then(refreshNotifications, () => {});
  }, [path]);
}

export function InboxLinks() {
  useLiveQueries();
  const { data: messages } = trpc.messages.unreadCount.useQuery();
  const { data: notifications } = trpc.notifications.unreadCount.useQuery();
  useMarkReadOnVisit(notifications?.paths ?? []);
  useEffect(storeTimeZoneCookie, []);
  return (
    <>
      <UnreadLink to={paths.messages()} label="Messages" icon={MessageCircle} count={messages?.count ?? 0} />
      <UnreadLink to={paths.notifications()} label="Notifications" icon={Bell} count={notifications?.count ?? 0} />
    </>
  );
}

/** Renders a link with its unread count. Counts above `LIMITS.maxUnreadCount` are shown with a plus sign. */
function UnreadLink(props: { to: string; label: string; icon: LucideIcon; count: number }) {
  const { to, label, icon: Icon, count } = props;
  const shownCount = count > LIMITS.maxUnreadCount ? `${LIMITS.maxUnreadCount}+` : String(count);
  return (
    <ActionIcon
      component={Link}
      to={to}
      variant="subtle"
      color="gray"
      className={classes.messages ?? ''}
      aria-label={count === 0 ? label : `${label}, ${shownCount} unread`}
    >
      <Icon size={19} aria-hidden />
      {count > 0 && (
        <span aria-hidden>
          <CountBadge className={classes.count ?? ''}>{shownCount}</CountBadge>
        </span>
      )}
    </ActionIcon>
  );
}
