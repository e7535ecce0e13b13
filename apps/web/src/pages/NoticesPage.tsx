/** /notifications: what the reader was told, the newest first. */
import { Button, Container, Group, VisuallyHidden } from '@mantine/core';
import { Bell } from 'lucide-react';
import { Link, type LoaderFunctionArgs } from 'react-router-dom';
import classes from './NoticesPage.module.css';
import { paths } from '../paths.ts';
import { requireUser } from '../session.ts';
import { data, FRESH, trpc, type Outputs } from '../trpc.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Head } from '../ui/Head.tsx';
import { More, paging } from '../ui/More.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { Rows } from '../ui/Rows.tsx';
import { tellFailure } from '../ui/tellFailure.ts';
import { When } from '../ui/When.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  await orFail(
    Promise.all([
      data.notices.list.fetchInfinite({}, { ...FRESH, ...paging }),
      data.notices.unread.fetch(undefined, FRESH),
    ]),
    'Failed to load notifications',
  );
  return null;
}

export function Page() {
  const [{ pages }, list] = trpc.notices.list.useSuspenseInfiniteQuery({}, paging);
  const [{ count }] = trpc.notices.unread.useSuspenseQuery();
  const notices = pages.flatMap((page) => page.items);
  const change = {
    onSuccess: () => data.notices.invalidate(),
    onError: (error: unknown) => tellFailure(error, 'This could not be marked as read'),
  };
  const read = trpc.notices.read.useMutation(change);
  const readAll = trpc.notices.readAll.useMutation(change);
  return (
    <Container size="md" py="xl">
      <Head title="Notifications" />
      <PageHeader
        title="Notifications"
        description="What happened to your bookings, offers and money. Messages have a place of their own."
        actions={
          <Group gap="sm">
            {count > 0 && (
              <Button variant="default" loading={readAll.isPending} onClick={() => readAll.mutate()}>
                Mark all as read
              </Button>
            )}
            <Button component={Link} to={paths.settingsNotices()} variant="subtle">
              Choose your mails
            </Button>
          </Group>
        }
      />
      {notices.length === 0 ? (
        <EmptyState
          icon={<Bell size={36} strokeWidth={1.5} aria-hidden />}
          title="Nothing has happened yet"
          text="What others do with your bookings and offers, and what is due, shows up here."
        />
      ) : (
        <Rows>
          {notices.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} onFollow={() => read.mutate({ id: notice.id })} />
          ))}
        </Rows>
      )}
      <More list={list} failure="Failed to load notifications" />
    </Container>
  );
}

type Notice = Outputs['notices']['list']['items'][number];

function NoticeRow({ notice, onFollow }: { notice: Notice; onFollow: () => void }) {
  const { text, path, at, readAt } = notice;
  const isUnread = readAt === null;
  const words = (
    <>
      <span className={classes.dot} data-unread={isUnread || undefined} aria-hidden />
      <span className={classes.text}>
        {isUnread && <VisuallyHidden>Unread: </VisuallyHidden>}
        <span>{text}</span>
      </span>
      <span className={classes.when}>
        <When at={at} />
      </span>
    </>
  );
  return (
    <li className={classes.row} data-unread={isUnread || undefined}>
      {path === null ? (
        <div className={classes.line}>{words}</div>
      ) : (
        <Link to={path} className={classes.line} {...(isUnread && { onClick: onFollow })}>
          {words}
        </Link>
      )}
    </li>
  );
}
