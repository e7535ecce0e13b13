/**
 * /appeal#id=…&token=… (a mail's link) or ?id=… (signed in): a decision of staff's as the one reads it whom it is
 * about, and the one appeal.
 */
import { Container, Stack, Text } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { useState } from 'react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { takeMailLink, useReloadOnLink } from '../features/auth/mailLink.ts';
import { DeadLink } from '../features/support/DeadLink.tsx';
import { failureOf } from '../lib/errors.ts';
import { trpc, trpcClient, type Outputs } from '../trpc.ts';
import { Facts } from '../ui/Facts.tsx';
import { Head } from '../ui/Head.tsx';
import { notify } from '../ui/notify.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { Section } from '../ui/Section.tsx';
import { tellFailure } from '../ui/tellFailure.ts';
import { TextForm } from '../ui/TextForm.tsx';
import { When } from '../ui/When.tsx';

type Decision = Outputs['reports']['decision'];

export async function loader({ request }: LoaderFunctionArgs) {
  const { token, id } = takeMailLink();
  const asked = { id: new URL(request.url).searchParams.get('id') ?? id, ...(token !== '' && { token }) };
  try {
    return { asked, decision: await trpcClient.reports.decision.mutate(asked) };
  } catch (error) {
    if (failureOf(error) === 'LINK_INVALID') return { asked, decision: null };
    return orFail(Promise.reject(error), 'Failed to load the decision');
  }
}

export function Page() {
  const { asked, decision } = useLoaderData<typeof loader>();
  useReloadOnLink();
  return decision === null ? (
    <DeadLink
      head="Appeal"
      text="A decision can be appealed for six months, with the link of the mail that told you of it."
    />
  ) : (
    <OpenDecision asked={asked} first={decision} />
  );
}

function OpenDecision({ asked, first }: { asked: { id: string; token?: string }; first: Decision }) {
  const [decision, setDecision] = useState(first);
  return (
    <Container size="sm" py="xl">
      <Head title="Appeal" />
      <PageHeader
        title={decision.outcome === 'hidden' ? `“${decision.label}” is hidden` : 'Your account is suspended'}
        description="What we decided after a report, and what you can do."
      />
      <Stack gap="lg">
        <Section title="The decision">
          <Facts
            facts={[
              { label: 'About', value: decision.label },
              { label: 'Decided on', value: <When at={decision.decidedAt} /> },
              { label: 'Reason', value: decision.reason },
            ]}
          />
        </Section>
        {decision.appeal === null ? (
          <AppealForm asked={asked} onSent={setDecision} />
        ) : (
          <Section title="Your appeal">
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{decision.appeal}</Text>
            <Text mt="md" fw={600}>
              {decision.appealOutcome === null
                ? 'Somebody of our staff looks at it. We write to you.'
                : decision.appealOutcome === 'reversed'
                  ? `We took the decision back: ${decision.appealReason}`
                  : `The decision stays: ${decision.appealReason}`}
            </Text>
          </Section>
        )}
      </Stack>
    </Container>
  );
}

function AppealForm(props: { asked: { id: string; token?: string }; onSent: (decision: Decision) => void }) {
  const send = trpc.reports.appeal.useMutation({
    onSuccess: (decision) => {
      props.onSent(decision);
      notify('Appeal sent', 'We write to you what we decided.');
    },
    onError: (failed) => tellFailure(failed, 'Your appeal could not be sent'),
  });
  return (
    <Section title="Appeal">
      <Text mb="sm">
        You can appeal once. Say why the decision is wrong; somebody of our staff reads it and decides.
      </Text>
      <TextForm
        keptAs="appeal"
        label="Why it is wrong"
        missing="Please say why the decision is wrong"
        maxLength={LIMITS.statement}
        submitLabel="Send appeal"
        loading={send.isPending}
        onSubmit={(text) => send.mutate({ ...props.asked, text })}
      />
    </Section>
  );
}
