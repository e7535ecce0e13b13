/** /admin/disputes/{id}: the statements, order and money of a dispute, and the decision form. */
import { Badge, Stack, Text } from '@mantine/core';
import { DESIRED_OUTCOME_LABELS } from '@marquee/booking';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { AdminBookingDetails } from '../../features/staff/admin/AdminBookingDetails.tsx';
import { DisputeDecisionForm } from '../../features/staff/admin/DisputeDecisionForm.tsx';
import { DisputedDeliverables } from '../../features/staff/admin/DisputedDeliverables.tsx';
import { DisputedConversation } from '../../features/staff/admin/DisputedConversation.tsx';
import { AdminUserLink } from '../../features/staff/admin/AdminUserLink.tsx';
import { DISPUTE_KIND_LABELS, DISPUTE_OUTCOME_LABELS } from '../../features/staff/admin/admin.words.ts';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc, type RouterOutputs } from '../../trpc.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { Money } from '../../ui/Money.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { DateTime } from '../../ui/DateTime.tsx';

export async function loader({ params }: LoaderFunctionArgs) {
  const id = params['id'] ?? '';
  await withLoadError(queryUtils.admin.dispute.fetch({ id }, ALWAYS_FRESH), 'Failed to load the dispute');
  return { id };
}

export function Page() {
  const { id } = useLoaderData<typeof loader>();
  const [dispute] = trpc.admin.dispute.useSuspenseQuery({ id });
  return (
    <>
      <BackLink to={paths.adminDisputes()}>All disputes</BackLink>
      <PageHeader
        title={dispute.packageName}
        badge={
          <Badge variant="light" color={dispute.outcome === null ? 'blue' : 'gray'} tt="none">
            {dispute.outcome === null ? 'Open' : DISPUTE_OUTCOME_LABELS[dispute.outcome]}
          </Badge>
        }
        description={
          <>
            <AdminUserLink id={dispute.brandId} name={dispute.brandName} /> with{' '}
            <AdminUserLink id={dispute.creatorId} name={dispute.creatorName} /> ·{' '}
            <DateTime at={dispute.openedAt} dateOnly />
          </>
        }
      />
      <AdminBookingDetails booking={dispute.booking}>
        <DisputeStatements dispute={dispute} />
        <DisputedDeliverables dispute={dispute} />
        {dispute.closedAt === null && <DisputedConversation disputeId={dispute.id} />}
        {dispute.closedAt === null ? <DisputeDecisionForm dispute={dispute} /> : <DisputeResult dispute={dispute} />}
      </AdminBookingDetails>
    </>
  );
}

type AdminDispute = RouterOutputs['admin']['dispute'];

/** Shows both parties' statements, oldest first, and the outcome that the brand asked for. */
function DisputeStatements({ dispute }: { dispute: AdminDispute }) {
  const name = (id: string) => (id === dispute.creatorId ? dispute.creatorName : dispute.brandName);
  return (
    <SectionCard title="Statements">
      <PageMeta title="Dispute" />
      <Stack gap="md">
        <DescriptionList
          facts={[
            { label: 'Type', value: DISPUTE_KIND_LABELS[dispute.kind] },
            { label: 'Opened by', value: name(dispute.openedByWorkspaceId) },
            { label: 'Claimant', value: name(dispute.claimantWorkspaceId) },
            ...(dispute.desiredOutcome === null
              ? []
              : [{ label: 'Requested outcome', value: DESIRED_OUTCOME_LABELS[dispute.desiredOutcome] }]),
            ...(dispute.offerCreatorCents === null
              ? []
              : [{ label: 'The creator offers to keep', value: <Money cents={dispute.offerCreatorCents} /> }]),
            {
              label: 'Response',
              value:
                dispute.answeredAt === null ? (
                  <AnswerDeadline at={dispute.answerBy} isOver={dispute.closedAt !== null} />
                ) : (
                  <DateTime at={dispute.answeredAt} />
                ),
            },
          ]}
        />
        {dispute.statements.map((statement) => (
          <div key={statement.id}>
            <Text fw={600}>
              {statement.authorName} ({statement.authorWorkspaceId === dispute.creatorId ? 'creator' : 'brand'}) ·{' '}
              <DateTime at={statement.at} />
            </Text>
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{statement.text}</Text>
          </div>
        ))}
      </Stack>
    </SectionCard>
  );
}

const AnswerDeadline = ({ at, isOver }: { at: string; isOver: boolean }) =>
  isOver ? (
    <span key="closed">No response</span>
  ) : (
    <span key="open">
      None yet, due by <DateTime at={at} />
    </span>
  );

const DisputeResult = ({ dispute }: { dispute: AdminDispute }) => (
  <SectionCard title="Outcome">
    <DescriptionList
      facts={[
        { label: 'Outcome', value: dispute.outcome === null ? null : DISPUTE_OUTCOME_LABELS[dispute.outcome] },
        { label: 'Closed', value: dispute.closedAt === null ? null : <DateTime at={dispute.closedAt} /> },
        ...(dispute.deciderName === null
          ? []
          : [
              { label: 'Decided by', value: dispute.deciderName },
              { label: 'Reason', value: dispute.decisionReason },
            ]),
      ]}
    />
  </SectionCard>
);
