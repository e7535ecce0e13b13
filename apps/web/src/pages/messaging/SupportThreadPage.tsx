/** /contact/thread#token=…: a conversation with the platform's staff, opened with the link in an email. */
import { Badge, Box, Container } from '@mantine/core';
import { PRODUCT_NAME } from '@marquee/brand';
import { LIMITS } from '@marquee/validation';
import { useState } from 'react';
import { useLoaderData } from 'react-router-dom';
import { readEmailLink, useReloadOnEmailLink } from '../../features/identity/auth/emailLink.ts';
import { InvalidLinkScreen } from '../../features/messaging/support/InvalidLinkScreen.tsx';
import { SupportMessages } from '../../features/messaging/support/SupportMessages.tsx';
import { getFailureCode } from '../../lib/errors.ts';
import { trpc, trpcClient, type RouterOutputs } from '../../trpc.ts';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { notify } from '../../lib/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { notifyFailure } from '../../lib/notifyFailure.ts';
import { TextForm } from '../../ui/TextForm.tsx';
import { MESSAGE_NOT_SENT, MESSAGE_MISSING } from '../../features/messaging/support/support.words.ts';

type SupportThread = RouterOutputs['support']['thread'];

export async function loader() {
  const { token } = readEmailLink();
  try {
    return { token, thread: await trpcClient.support.thread.mutate({ token }) };
  } catch (error) {
    if (getFailureCode(error) === 'LINK_INVALID') return { token, thread: null };
    return withLoadError(Promise.reject(error), 'Failed to load your message');
  }
}

export function Page() {
  const { token, thread } = useLoaderData<typeof loader>();
  useReloadOnEmailLink();
  return thread === null ? (
    <InvalidLinkScreen
      head="Your message"
      text="Links to messages work for 90 days. You can contact us again at any time."
    />
  ) : (
    <SupportThreadView token={token} first={thread} />
  );
}

const THREAD_STATUS_TEXTS: Record<SupportThread['status'], string> = {
  open: 'Waiting for our reply',
  answered: 'Answered',
  closed: 'Closed',
};

function SupportThreadView({ token, first }: { token: string; first: SupportThread }) {
  const [thread, setThread] = useState(first);
  return (
    <Container size="sm" py="xl">
      <PageMeta title={thread.reference} />
      <PageHeader
        title={thread.subject}
        badge={
          <Badge variant="light" tt="none" color={thread.status === 'answered' ? 'teal' : 'gray'}>
            {THREAD_STATUS_TEXTS[thread.status]}
          </Badge>
        }
        description={`${thread.reference} · ${thread.category}`}
      />
      <SupportMessages
        messages={[
          { id: 'first', author: 'You', at: thread.createdAt, text: thread.message },
          ...thread.replies.map(({ isStaff, ...reply }) => ({ ...reply, author: isStaff ? PRODUCT_NAME : 'You' })),
        ]}
      />
      <SupportReplyForm token={token} onSent={setThread} />
    </Container>
  );
}

function SupportReplyForm({ token, onSent }: { token: string; onSent: (thread: SupportThread) => void }) {
  const send = trpc.support.reply.useMutation({
    onSuccess: (thread) => {
      onSent(thread);
      notify('Message sent', 'We reply by email.');
    },
    onError: (failed) => notifyFailure(failed, MESSAGE_NOT_SENT),
  });
  return (
    <Box mt="lg">
      <TextForm
        keptAs="thread"
        label="Reply"
        missing={MESSAGE_MISSING}
        limit={LIMITS.contactMessage}
        submitLabel="Send"
        loading={send.isPending}
        onSubmit={(text, sent) => send.mutate({ token, text }, { onSuccess: sent })}
      />
    </Box>
  );
}
