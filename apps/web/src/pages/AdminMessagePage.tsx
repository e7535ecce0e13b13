/** /admin/messages/{id}: a thread with somebody who wrote through the contact page, and the answer. */
import { LIMITS, threadReference } from '@marquee/validation';
import { Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { Act } from '../features/admin/Act.tsx';
import { Person } from '../features/admin/Person.tsx';
import { THREAD_WORDS } from '../features/admin/words.ts';
import { paths } from '../paths.ts';
import { data, FRESH, trpc, trpcClient } from '../trpc.ts';
import { BackLink } from '../ui/BackLink.tsx';
import { Head } from '../ui/Head.tsx';
import { notify } from '../ui/notify.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Anchor, Badge, Button, Card, Group, Stack, Text } from '../ui/plain.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { useKept } from '../ui/sessionEnd.ts';
import { tellFailure } from '../ui/tellFailure.ts';
import { When } from '../ui/When.tsx';

export { Look } from '../theme/Look.tsx';

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
      <Stack gap="md" component="ol" m={0} p={0} style={{ listStyle: 'none' }}>
        <Said who={thread.name} at={thread.createdAt} text={thread.message} />
        {thread.replies.map((reply) => (
          <Said
            key={reply.id}
            who={reply.staffName === null ? thread.name : `${reply.staffName} (staff)`}
            at={reply.at}
            text={reply.text}
          />
        ))}
      </Stack>
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

const Said = ({ who, at, text }: { who: string; at: string; text: string }) => (
  <Card component="li" p="md">
    <Text size="sm" c="dimmed">
      <strong>{who}</strong> · <When at={at} />
    </Text>
    <Text mt={6} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  </Card>
);

function Answer({ id, name, close }: { id: string; name: string; close: React.ReactNode }) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const send = trpc.admin.answerMessage.useMutation({
    onSuccess: () => {
      setText('');
      notify('Answer sent', `${name} gets it by mail.`);
      void data.admin.invalidate();
    },
    onError: (failed) => tellFailure(failed, 'The answer could not be sent'),
  });
  useKept(`answer ${id}`, { isDirty: text !== '', values: () => text, restore: setText });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') setError('Please write a message');
    else send.mutate({ id, text });
  };
  return (
    <form onSubmit={submit} noValidate style={{ marginTop: 24 }}>
      <Stack gap="sm">
        <Textarea
          label={`Answer ${name}`}
          description="Goes out by mail, with a link to write again."
          autosize
          minRows={5}
          maxRows={16}
          maxLength={LIMITS.contactMessage}
          value={text}
          error={error}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setError(null);
          }}
        />
        <Group gap="sm">
          <Button type="submit" loading={send.isPending}>
            Send answer
          </Button>
          {close}
        </Group>
      </Stack>
    </form>
  );
}
