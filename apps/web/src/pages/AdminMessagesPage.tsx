/** /admin/messages?show=: what people wrote through the contact page. */
import { Anchor, Badge } from '@mantine/core';
import { threadReference } from '@marquee/validation';
import { Mail } from 'lucide-react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { Act } from '../features/admin/Act.tsx';
import { Entry } from '../features/admin/Entry.tsx';
import { ListScreen } from '../features/admin/ListScreen.tsx';
import { ShowChoices, shownOf } from '../features/admin/ShowChoices.tsx';
import { THREAD_WORDS } from '../features/admin/words.ts';
import { paths } from '../paths.ts';
import { data, FRESH, trpc, trpcClient } from '../trpc.ts';
import { paging } from '../ui/More.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { When } from '../ui/When.tsx';

const SHOWN = THREAD_WORDS;

export async function loader({ request }: LoaderFunctionArgs) {
  const input = shownOf(request, SHOWN);
  await orFail(data.admin.messages.fetchInfinite(input, { ...FRESH, ...paging }), 'Failed to load messages');
  return input;
}

export function Page() {
  const input = useLoaderData<typeof loader>();
  const query = trpc.admin.messages.useSuspenseInfiniteQuery(input, paging);
  return (
    <ListScreen
      title="Messages"
      description="What people wrote through the contact page. Open one to answer it; the answer goes out by mail."
      filter={<ShowChoices label="Which messages" choices={SHOWN} show={input.show} to={paths.adminMessages} />}
      query={query}
      empty={{ icon: Mail, title: input.show === 'open' ? 'Every message is answered' : 'Nothing here' }}
    >
      {(message) => (
        <Entry
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
              {threadReference(message.number)} · {message.name}
              {message.company !== '' && `, ${message.company}`} ·{' '}
              <Anchor href={`mailto:${message.email}`} underline="always" inherit>
                {message.email}
              </Anchor>{' '}
              · <When at={message.createdAt} />
            </>
          }
          side={
            message.status !== 'closed' ? (
              <Act
                label="Close"
                subject={message.subject}
                title="Close this thread?"
                field="Note"
                done="Thread closed"
                act={(note) => trpcClient.admin.closeMessage.mutate({ id: message.id, note })}
              >
                Say why. Nothing is sent to {message.name}, who opens it again by writing.
              </Act>
            ) : undefined
          }
        >
          <span style={{ whiteSpace: 'pre-wrap' }}>{message.message}</span>
          {message.userId !== null && (
            <span>
              <Anchor component={Link} to={paths.adminUser({ id: message.userId })} underline="always" inherit>
                Account of the sender
              </Anchor>
            </span>
          )}
          {message.status === 'closed' && message.answeredAt !== null && (
            <span>
              Closed by {message.answeredByName} on <When at={message.answeredAt} />: {message.answerNote}
            </span>
          )}
        </Entry>
      )}
    </ListScreen>
  );
}
