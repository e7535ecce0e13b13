/** /notifications: the user's notifications, newest first. */
import { Button, Group, VisuallyHidden } from '@mantine/core';
import { getWorkspacePath } from '@marquee/contracts';
import { Bell } from 'lucide-react';
import { Link, type LoaderFunctionArgs } from 'react-router-dom';
import classes from './NotificationsPage.module.css';
import { paths } from '../../paths.ts';
import { requireUser } from '../../session.ts';
import { getScope, queryUtils, ALWAYS_FRESH, trpc, type RouterOutputs } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NarrowContainer } from '../../ui/NarrowContainer.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { LoadMore, cursorPaging } from '../../ui/LoadMore.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { RowsCard } from '../../ui/RowsCard.tsx';
import { notifyFailure } from '../../lib/notifyFailure.ts';
import { DateTime } from '../../ui/DateTime.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  await withLoadError(
    Promise.all([
      queryUtils.notifications.list.fetchInfinite({}, { ...ALWAYS_FRESH, ...cursorPaging }),
      queryUtils.notifications.unreadCount.fetch(undefined, ALWAYS_FRESH),
    ]),
    'Failed to load notifications',
  );
  return null;
}

export function Page() {
  const [{ pages }, list] = trpc.notifications.list.useSuspenseInfiniteQuery({}, cursorPaging);
  const [{ count }] = trpc.notifications.unreadCount.useSuspenseQuery();
  const notifications = pages.flatMap((page) => page.items);
  const change = {
    onSuccess: () => queryUtils.notifications.invalidate(),
    onError: (error: unknown) => notifyFailure(error, 'The notification could not be marked as read'),
  };
  const read = trpc.notifications.markRead.useMutation(change);
  const readAll = trpc.notifications.markAllRead.useMutation(change);
  return (
    <NarrowContainer>
      <PageMeta title="Notifications" />
      <PageHeader
        title="Notifications"
        description="Updates about your bookings, offers and payments."
        actions={
          <Group gap="sm">
            {count > 0 && (
              <Button variant="default" loading={readAll.isPending} onClick={() => readAll.mutate()}>
                Mark all as read
              </Button>
            )}
            <Button component={Link} to={paths.settingsNotifications()} variant="subtle">
              Email settings
            </Button>
          </Group>
        }
      />
      {notifications.length === 0 ? (
        <EmptyState
          icon={<Bell size={36} strokeWidth={1.5} aria-hidden />}
          title="No notifications yet"
          text="Updates to your bookings and offers, and upcoming deadlines, appear here."
        />
      ) : (
        <RowsCard>
          {notifications.map((notification) => (
            <NotificationRow
              key={notification.id}
              notification={notification}
              onFollow={() => read.mutate({ id: notification.id })}
            />
          ))}
        </RowsCard>
      )}
      <LoadMore list={list} failure="Failed to load notifications" />
    </NarrowContainer>
  );
}

type ListedNotification = RouterOutputs['notifications']['list']['items'][number];

function NotificationRow({ notification, onFollow }: { notification: ListedNotification; onFollow: () => void }) {
  const { text, path, packageName, at, readAt, workspaceUsername } = notification;
  const isUnread = readAt === null;
  const workspacePath = getWorkspacePath(workspaceUsername);
  const follow = { className: classes.line, ...(isUnread && { onClick: onFollow }) };
  const words = (
    <>
      <span className={classes.dot} data-unread={isUnread || undefined} aria-hidden />
      <span className={classes.text}>
        {isUnread && <VisuallyHidden>Unread: </VisuallyHidden>}
        <span>{text}</span>
        {/* Two bookings of the same brand would otherwise read the same. */}
        {packageName !== null && !text.includes(packageName) && <span className={classes.about}>{packageName}</span>}
      </span>
      <span className={classes.when}>
        <DateTime at={at} />
      </span>
    </>
  );
  return (
    <li className={classes.row} data-unread={isUnread || undefined}>
      {path === null ? (
        <div className={classes.line}>{words}</div>
      ) : workspacePath === getScope().workspacePath ? (
        <Link to={path} {...follow}>
          {words}
        </Link>
      ) : (
        // A full page load discards the data of this workspace.
        <a href={workspacePath + path} {...follow}>
          {words}
        </a>
      )}
    </li>
  );
}
