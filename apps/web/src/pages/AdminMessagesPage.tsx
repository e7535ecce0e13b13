/** /admin/messages?show=: what people wrote through the contact page. */
import { Mail } from 'lucide-react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { Act } from '../features/admin/Act.tsx';
import { Entry } from '../features/admin/Entry.tsx';
import { ListScreen } from '../features/admin/ListScreen.tsx';
import { ShowChoices, shownOf } from '../features/admin/ShowChoices.tsx';
import { paths } from '../paths.ts';
import { data, FRESH, trpc, trpcClient } from '../trpc.ts';
import { paging } from '../ui/More.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { When } from '../ui/When.tsx';
import { Anchor, Badge } from '../ui/plain.tsx';

export { Look } from '../theme/Look.tsx';

const SHOWN = { open: 'Unanswered', done: 'Answered' } as const;

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
      description="What people wrote through the contact page. Answer by e-mail, then note it here."
      filter={<ShowChoices label="Which messages" choices={SHOWN} show={input.show} to={paths.adminMessages} />}
      query={query}
      empty={{ icon: Mail, title: input.show === 'open' ? 'Every message is answered' : 'Nothing answered yet' }}
    >
      {(message) => (
        <Entry
          key={message.id}
          title={message.subject}
          badges={
            <Badge variant="light" color="gray" tt="none">
              {message.category}
            </Badge>
          }
          meta={
            <>
              {message.name}
              {message.company !== '' && `, ${message.company}`} ·{' '}
              <Anchor href={`mailto:${message.email}`} underline="always" inherit>
                {message.email}
              </Anchor>{' '}
              · <When at={message.createdAt} />
            </>
          }
          side={
            message.answeredAt === null ? (
              <Act
                label="Mark as answered"
                subject={message.subject}
                title="Mark this message as answered?"
                field="Note"
                done="Message marked as answered"
                act={(note) => trpcClient.admin.answerMessage.mutate({ id: message.id, note })}
              >
                Say how it was answered. Nothing is sent to {message.name}.
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
          {message.answeredAt !== null && (
            <span>
              Answered by {message.answeredByName} on <When at={message.answeredAt} />: {message.answerNote}
            </span>
          )}
        </Entry>
      )}
    </ListScreen>
  );
}
