/** /contact/thread#token=…: what somebody wrote to the operator and was answered, by the link of a mail. */
import { Badge, Box, Container } from '@mantine/core';
import { PRODUCT_NAME } from '@marquee/booking';
import { LIMITS } from '@marquee/validation';
import { useState } from 'react';
import { useLoaderData } from 'react-router-dom';
import { takeMailLink, useReloadOnLink } from '../features/auth/mailLink.ts';
import { DeadLink } from '../features/support/DeadLink.tsx';
import { ThreadMessages } from '../features/support/ThreadMessages.tsx';
import { failureOf } from '../lib/errors.ts';
import { trpc, trpcClient, type Outputs } from '../trpc.ts';
import { Head } from '../ui/Head.tsx';
import { notify } from '../ui/notify.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { tellFailure } from '../ui/tellFailure.ts';
import { TextForm } from '../ui/TextForm.tsx';

type Thread = Outputs['support']['thread'];

export async function loader() {
  const { token } = takeMailLink();
  try {
    return { token, thread: await trpcClient.support.thread.mutate({ token }) };
  } catch (error) {
    if (failureOf(error) === 'LINK_INVALID') return { token, thread: null };
    return orFail(Promise.reject(error), 'Failed to load your message');
  }
}

export function Page() {
  const { token, thread } = useLoaderData<typeof loader>();
  useReloadOnLink();
  return thread === null ? (
    <DeadLink head="Your message" text="Links to a message work for 90 days. You can write to us again at any time." />
  ) : (
    <OpenThread token={token} first={thread} />
  );
}

const STATUS: Record<Thread['status'], string> = {
  open: 'Waiting for our answer',
  answered: 'Answered',
  closed: 'Closed',
};

function OpenThread({ token, first }: { token: string; first: Thread }) {
  const [thread, setThread] = useState(first);
  return (
    <Container size="sm" py="xl">
      <Head title={thread.reference} />
      <PageHeader
        title={thread.subject}
        badge={
          <Badge variant="light" tt="none" color={thread.status === 'answered' ? 'teal' : 'gray'}>
            {STATUS[thread.status]}
          </Badge>
        }
        description={`${thread.reference} · ${thread.category}`}
      />
      <ThreadMessages
        messages={[
          { id: 'first', author: 'You', at: thread.createdAt, text: thread.message },
          ...thread.replies.map(({ isStaff, ...reply }) => ({ ...reply, author: isStaff ? PRODUCT_NAME : 'You' })),
        ]}
      />
      <WriteAgain token={token} onSent={setThread} />
    </Container>
  );
}

function WriteAgain({ token, onSent }: { token: string; onSent: (thread: Thread) => void }) {
  const send = trpc.support.writeAgain.useMutation({
    onSuccess: (thread) => {
      onSent(thread);
      notify('Message sent', 'We answer by mail.');
    },
    onError: (failed) => tellFailure(failed, 'Your message could not be sent'),
  });
  return (
    <Box mt="lg">
      <TextForm
        keptAs="thread"
        label="Write again"
        missing="Please write a message"
        maxLength={LIMITS.contactMessage}
        submitLabel="Send"
        loading={send.isPending}
        onSubmit={(text, sent) => send.mutate({ token, text }, { onSuccess: sent })}
      />
    </Box>
  );
}
