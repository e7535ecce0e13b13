/** /admin/messages/{id}: the messages between staff and a person who used the contact form, with a reply form. */
import { Anchor, Badge, Box, Text } from '@mantine/core';
import { LIMITS, formatThreadReference } from '@marquee/validation';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { AdminUserLink } from '../../features/staff/admin/AdminUserLink.tsx';
import { THREAD_STATUS_LABELS } from '../../features/staff/admin/admin.words.ts';
import { SupportMessages } from '../../features/messaging/support/SupportMessages.tsx';
import { getMailtoLink } from '../../features/messaging/support/mailto.ts';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { notify } from '../../lib/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { notifyFailure } from '../../lib/notifyFailure.ts';
import { TextForm } from '../../ui/TextForm.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { MESSAGE_MISSING } from '../../features/messaging/support/support.words.ts';
import { CloseThreadButton } from '../../features/staff/admin/CloseThreadButton.tsx';

export async function loader({ params }: LoaderFunctionArgs) {
  const id = params['id'] ?? '';
  await withLoadError(queryUtils.admin.message.fetch({ id }, ALWAYS_FRESH), 'Failed to load the message');
  return { id };
}

export function Page() {
  const { id } = useLoaderData<typeof loader>();
  const [thread] = trpc.admin.message.useSuspenseQuery({ id });
  const reference = formatThreadReference(thread.number);
  return (
    <>
      <PageMeta title={reference} />
      <BackLink to={paths.adminMessages()}>All messages</BackLink>
      <PageHeader
        title={thread.subject}
        badge={
          <Badge variant="light" tt="none" color={thread.status === 'open' ? 'blue' : 'gray'}>
            {THREAD_STATUS_LABELS[thread.status]}
          </Badge>
        }
        description={
          <>
            {reference} · {thread.category} ·{' '}
            {thread.senderWorkspaceId === null ? (
              thread.name
            ) : (
              <AdminUserLink id={thread.senderWorkspaceId} name={thread.name} />
            )}
            {thread.company !== '' && `, ${thread.company}`} ·{' '}
            <Anchor href={getMailtoLink(thread.email)} underline="always" inherit>
              {thread.email}
            </Anchor>
          </>
        }
      />
      <SupportMessages
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
          Closed by {thread.answeredByName} on <DateTime at={thread.answeredAt} />: {thread.answerNote}
        </Text>
      )}
      <AnswerMessageForm
        id={id}
        name={thread.name}
        close={thread.status !== 'closed' && <CloseThreadButton id={id} name={thread.name} subject={thread.subject} />}
      />
    </>
  );
}

function AnswerMessageForm({ id, name, close }: { id: string; name: string; close: React.ReactNode }) {
  const send = trpc.admin.answerMessage.useMutation({
    onSuccess: () => {
      notify('Reply sent', `We emailed it to ${name}.`);
      void queryUtils.admin.invalidate();
    },
    onError: (failed) => notifyFailure(failed, 'The reply could not be sent'),
  });
  return (
    <Box mt="lg">
      <TextForm
        keptAs={`answer ${id}`}
        label={`Reply to ${name}`}
        description="Sent by email, with a link to reply."
        missing={MESSAGE_MISSING}
        limit={LIMITS.contactMessage}
        submitLabel="Send reply"
        loading={send.isPending}
        onSubmit={(text, sent) => send.mutate({ id, text }, { onSuccess: sent })}
      >
        {close}
      </TextForm>
    </Box>
  );
}
