/**
 * /appeal#id=…&token=… (the link in an email) or ?id=… (for a signed-in user): shows a staff decision to the user it
 * affects, with a form to appeal.
 */
import { Container, Stack, Text } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { useState } from 'react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { readEmailLink, useReloadOnEmailLink } from '../../features/identity/auth/emailLink.ts';
import { InvalidLinkScreen } from '../../features/messaging/support/InvalidLinkScreen.tsx';
import { getFailureCode } from '../../lib/errors.ts';
import { trpc, trpcClient, type RouterOutputs } from '../../trpc.ts';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { notify } from '../../lib/notify.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { notifyFailure } from '../../lib/notifyFailure.ts';
import { TextForm } from '../../ui/TextForm.tsx';
import { DateTime } from '../../ui/DateTime.tsx';

type AppealableDecision = RouterOutputs['reports']['decision'];

export async function loader({ request }: LoaderFunctionArgs) {
  const { token, id } = readEmailLink();
  const asked = { id: new URL(request.url).searchParams.get('id') ?? id, ...(token !== '' && { token }) };
  try {
    return { asked, decision: await trpcClient.reports.decision.mutate(asked) };
  } catch (error) {
    if (getFailureCode(error) === 'LINK_INVALID') return { asked, decision: null };
    return withLoadError(Promise.reject(error), 'Failed to load the decision');
  }
}

export function Page() {
  const { asked, decision } = useLoaderData<typeof loader>();
  useReloadOnEmailLink();
  return decision === null ? (
    <InvalidLinkScreen
      head="Appeal"
      text="You can appeal within six months with the link in the email about our decision."
    />
  ) : (
    <DecisionView asked={asked} first={decision} />
  );
}

function DecisionView({ asked, first }: { asked: { id: string; token?: string }; first: AppealableDecision }) {
  const [decision, setDecision] = useState(first);
  return (
    <Container size="sm" py="xl">
      <PageMeta title="Appeal" />
      <PageHeader
        title={decision.outcome === 'hidden' ? `“${decision.label}” is hidden` : 'Your account is suspended'}
        description="Our decision about a report, and how to appeal it."
      />
      <Stack gap="lg">
        <SectionCard title="The decision">
          <DescriptionList
            facts={[
              { label: 'About', value: decision.label },
              { label: 'Decided on', value: <DateTime at={decision.decidedAt} /> },
              { label: 'Reason', value: decision.reason },
            ]}
          />
        </SectionCard>
        {decision.appeal === null ? (
          <SendAppealForm asked={asked} onSent={setDecision} />
        ) : (
          <SectionCard title="Your appeal">
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{decision.appeal}</Text>
            <Text mt="md" fw={600}>
              {decision.appealOutcome === null
                ? 'Our staff is reviewing your appeal. We will email you the result.'
                : decision.appealOutcome === 'reversed'
                  ? `We reversed the decision: ${decision.appealReason}`
                  : `We upheld the decision: ${decision.appealReason}`}
            </Text>
          </SectionCard>
        )}
      </Stack>
    </Container>
  );
}

function SendAppealForm(props: {
  asked: { id: string; token?: string };
  onSent: (decision: AppealableDecision) => void;
}) {
  const send = trpc.reports.appeal.useMutation({
    onSuccess: (decision) => {
      props.onSent(decision);
      notify('Appeal sent', 'We will email you the result.');
    },
    onError: (failed) => notifyFailure(failed, 'Your appeal could not be sent'),
  });
  return (
    <SectionCard title="Appeal">
      <Text mb="sm">Tell us why the decision is wrong. You can appeal once, and our staff reviews your appeal.</Text>
      <TextForm
        keptAs="appeal"
        label="Why the decision is wrong"
        missing="Please tell us why the decision is wrong"
        limit={LIMITS.statement}
        submitLabel="Send appeal"
        loading={send.isPending}
        onSubmit={(text) => send.mutate({ ...props.asked, text })}
      />
    </SectionCard>
  );
}
