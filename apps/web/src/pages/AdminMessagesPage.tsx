/** /admin/messages?show=: what people wrote through the contact page. */
import { Anchor, Badge } from '@mantine/core';
import { Mail } from 'lucide-react';
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { Act } from '../features/admin/Act.tsx';
import { Entries, Entry } from '../features/admin/Entry.tsx';
import { openOrDone } from '../features/admin/openOrDone.ts';
import { FRESH } from '../features/bookings/booking.ts';
import { paths } from '../paths.ts';
import { data, trpc, trpcClient } from '../trpc.ts';
import { Choices } from '../ui/Choices.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Head } from '../ui/Head.tsx';
import { More, paging } from '../ui/More.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { When } from '../ui/When.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  const input = openOrDone(request);
  await orFail(data.admin.messages.fetchInfinite(input, { ...FRESH, ...paging }), 'Failed to load messages');
  return input;
}

export function Page() {
  const input = useLoaderData<typeof loader>();
  const [{ pages }, list] = trpc.admin.messages.useSuspenseInfiniteQuery(input, paging);
  const messages = pages.flatMap((page) => page.items);
  return (
    <>
      <Head title="Messages" />
      <PageHeader title="Messages" description="What people wrote through the contact page. Answer by e-mail, then note it here." />
      <Choices
        label="Which messages"
        choices={[
          { label: 'Unanswered', to: paths.adminMessages(), chosen: input.show === 'open' },
          { label: 'Answered', to: paths.adminMessages({ show: 'done' }), chosen: input.show === 'done' },
        ]}
      />
      {messages.length === 0 ? (
        <EmptyState icon={<Mail size={36} strokeWidth={1.5} aria-hidden />} title={input.show === 'open' ? 'Every message is answered' : 'Nothing answered yet'} />
      ) : (
        <Entries>
          {messages.map((message) => (
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
          ))}
        </Entries>
      )}
      <More list={list} />
    </>
  );
}
