/** /admin/messages?show=: messages from the contact page. */
import { Anchor, Badge } from '@mantine/core';
import { formatThreadReference } from '@marquee/validation';
import { Mail } from 'lucide-react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { AdminRow } from '../../features/staff/admin/AdminRow.tsx';
import { AdminListScreen } from '../../features/staff/admin/AdminListScreen.tsx';
import { ListFilter, parseListFilter } from '../../features/staff/admin/ListFilter.tsx';
import { THREAD_STATUS_LABELS } from '../../features/staff/admin/admin.words.ts';
import { getMailtoLink } from '../../features/messaging/support/mailto.ts';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { cursorPaging } from '../../ui/LoadMore.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { CloseThreadButton } from '../../features/staff/admin/CloseThreadButton.tsx';

const MESSAGE_FILTERS = THREAD_STATUS_LABELS;

export async function loader({ request }: LoaderFunctionArgs) {
  const input = parseListFilter(request, MESSAGE_FILTERS);
  await withLoadError(
    queryUtils.admin.messages.fetchInfinite(input, { ...ALWAYS_FRESH, ...cursorPaging }),
    'Failed to load messages',
  );
  return input;
}

export function Page() {
  const input = useLoaderData<typeof loader>();
  const query = trpc.admin.messages.useSuspenseInfiniteQuery(input, cursorPaging);
  return (
    <AdminListScreen
      title="Messages"
      description="Messages from the contact page. Open a message to reply by email."
      filter={
        <ListFilter label="Filter messages" choices={MESSAGE_FILTERS} show={input.show} to={paths.adminMessages} />
      }
      query={query}
      empty={{ icon: Mail, title: input.show === 'open' ? 'No unanswered messages' : 'No messages here yet' }}
    >
      {(message) => (
        <AdminRow
          key={message.id}
          title={message.subject}
          to={paths.adminMessage({ id: message.id })}
          badges={
            <Badge variant="light" color="gray" tt="none">
              {message.category}
            </Badge>
          }
          meta={
            <>
              {formatThreadReference(message.number)} · {message.name}
              {message.company !== '' && `, ${message.company}`} ·{' '}
              <Anchor href={getMailtoLink(message.email)} underline="always" inherit>
                {message.email}
              </Anchor>{' '}
              · <DateTime at={message.createdAt} />
            </>
          }
          side={
            message.status !== 'closed' ? (
              <CloseThreadButton id={message.id} name={message.name} subject={message.subject} />
            ) : undefined
          }
        >
          <span style={{ whiteSpace: 'pre-wrap' }}>{message.message}</span>
          {message.senderWorkspaceId !== null && (
            <span>
              <Anchor
                component={Link}
                to={paths.adminUser({ id: message.senderWorkspaceId })}
                underline="always"
                inherit
              >
                Sender’s account
              </Anchor>
            </span>
          )}
          {message.status === 'closed' && message.answeredAt !== null && (
            <span>
              Closed by {message.answeredByName} on <DateTime at={message.answeredAt} />: {message.answerNote}
            </span>
          )}
        </AdminRow>
      )}
    </AdminListScreen>
  );
}
