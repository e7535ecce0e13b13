/** /admin/messages/{id}: a thread with somebody who wrote through the contact page, and the answer. */
import { Anchor, Badge, Box, Text } from '@mantine/core';
import { LIMITS, threadReference } from '@marquee/validation';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { Act } from '../features/admin/Act.tsx';
import { Person } from '../features/admin/Person.tsx';
import { THREAD_WORDS } from '../features/admin/words.ts';
import { ThreadMessages } from '../features/support/ThreadMessages.tsx';
import { paths } from '../paths.ts';
import { data, FRESH, trpc, trpcClient } from '../trpc.ts';
import { BackLink } from '../ui/BackLink.tsx';
import { Head } from '../ui/Head.tsx';
import { notify } from '../ui/notify.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { tellFailure } from '../ui/tellFailure.ts';
import { TextForm } from '../ui/TextForm.tsx';
import { When } from '../ui/When.tsx';

export async function loader({ params }: LoaderFunctionArgs) {
  const id = params['id'] ?? '';
  await orFail(data.admin.message.fetch({ id }, FRESH), 'Failed to load the message');
  return { id };
}

export function Page() {
  const { id } = useLoaderData<typeof loader>();
  const [thread] = trpc.admin.message.useSuspenseQuery({ id });
  const reference = threadReference(thread.number);
  return (
    <>
      <Head title={reference} />
      <BackLink to={paths.adminMessages()}>All messages</BackLink>
      <PageHeader
        title={thread.subject}
        badge={
          <Badge variant="light" tt="none" color={thread.status === 'open' ? 'blue' : 'gray'}>
            {THREAD_WORDS[thread.status]}
          </Badge>
        }
        description={
          <>
            {reference} · {thread.category} ·{' '}
            {thread.userId === null ? thread.name : <Person id={thread.userId} name={thread.name} />}
            {thread.company !== '' && `, ${thread.company}`} ·{' '}
            <Anchor href={`mailto:${thread.email}`} underline="always" inherit>
              {thread.email}
            </Anchor>
          </>
        }
      />
      <ThreadMessages
        messages={[
          { id: 'first', author: thread.name, at: thread.createdAt, text: thread.message },
          ...thread.replies.map(({ staffName, ...reply }) => ({
            ...reply,
            author: staffName === null ? thread.name : `${staffName} (staff)`,
          })),
        ]}
      />
      {thread.status === 'closed' && thread.answeredAt !== null && (
        <Text mt="md" size="sm" c="dimmed">
          Closed by {thread.answeredByName} on <When at={thread.answeredAt} />: {thread.answerNote}
        </Text>
      )}
      <Answer
        id={id}
        name={thread.name}
        close={
          thread.status !== 'closed' && (
            <Act
              label="Close"
              subject={thread.subject}
              title="Close this thread?"
              field="Note"
              done="Thread closed"
              act={(note) => trpcClient.admin.closeMessage.mutate({ id, note })}
            >
              Say why. Nothing is sent to {thread.name}, who opens it again by writing.
            </Act>
          )
        }
      />
    </>
  );
}

function Answer({ id, name, close }: { id: string; name: string; close: React.ReactNode }) {
  const send = trpc.admin.answerMessage.useMutation({
    onSuccess: () => {
      notify('Answer sent', `${name} gets it by mail.`);
      void data.admin.invalidate();
    },
    onError: (failed) => tellFailure(failed, 'The answer could not be sent'),
  });
  return (
    <Box mt="lg">
      <TextForm
        keptAs={`answer ${id}`}
        label={`Answer ${name}`}
        description="Goes out by mail, with a link to write again."
        missing="Please write a message"
        maxLength={LIMITS.contactMessage}
        submitLabel="Send answer"
        loading={send.isPending}
        onSubmit={(text, sent) => send.mutate({ id, text }, { onSuccess: sent })}
      >
        {close}
      </TextForm>
    </Box>
  );
}
