/** /admin/disputes/{id}: both statements, the order, the money, and the decision. */
import { Badge, Stack, Text } from '@mantine/core';
import { WANTED_LABELS } from '@marquee/booking';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { BookingColumns } from '../features/admin/BookingColumns.tsx';
import { DecideDispute } from '../features/admin/DecideDispute.tsx';
import { DisputedDeliverables } from '../features/admin/DisputedDeliverables.tsx';
import { DisputedConversation } from '../features/admin/DisputedConversation.tsx';
import { Person } from '../features/admin/Person.tsx';
import { DISPUTE_KINDS, OUTCOMES } from '../features/admin/words.ts';
import { paths } from '../paths.ts';
import { data, FRESH, trpc, type Outputs } from '../trpc.ts';
import { BackLink } from '../ui/BackLink.tsx';
import { Facts } from '../ui/Facts.tsx';
import { Head } from '../ui/Head.tsx';
import { Money } from '../ui/Money.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { Section } from '../ui/Section.tsx';
import { When } from '../ui/When.tsx';

export async function loader({ params }: LoaderFunctionArgs) {
  const id = params['id'] ?? '';
  await orFail(data.admin.dispute.fetch({ id }, FRESH), 'Failed to load the dispute');
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
            {dispute.outcome === null ? 'Open' : OUTCOMES[dispute.outcome]}
          </Badge>
        }
        description={
          <>
            <Person id={dispute.brandId} name={dispute.brandName} /> with{' '}
            <Person id={dispute.creatorId} name={dispute.creatorName} /> · <When at={dispute.openedAt} dateOnly />
          </>
        }
      />
      <BookingColumns booking={dispute.booking}>
        <Statements dispute={dispute} />
        <DisputedDeliverables dispute={dispute} />
        {dispute.closedAt === null && <DisputedConversation disputeId={dispute.id} />}
        {dispute.closedAt === null ? <DecideDispute dispute={dispute} /> : <Decision dispute={dispute} />}
      </BookingColumns>
    </>
  );
}

type Dispute = Outputs['admin']['dispute'];

/** What each side says, in order, and what is wanted. */
function Statements({ dispute }: { dispute: Dispute }) {
  const name = (id: string) => (id === dispute.creatorId ? dispute.creatorName : dispute.brandName);
  return (
    <Section title="What both sides say">
      <Head title="Dispute" />
      <Stack gap="md">
        <Facts
          facts={[
            { label: 'About', value: DISPUTE_KINDS[dispute.kind] },
            { label: 'Opened by', value: name(dispute.openedBy) },
            { label: 'Who wants the booking undone', value: name(dispute.claimantId) },
            ...(dispute.wanted === null ? [] : [{ label: 'Wanted', value: WANTED_LABELS[dispute.wanted] }]),
            ...(dispute.offerCreatorCents === null
              ? []
              : [{ label: 'The creator offers to keep', value: <Money cents={dispute.offerCreatorCents} /> }]),
            {
              label: 'Answer',
              value:
                dispute.answeredAt === null ? (
                  <AnswerBy at={dispute.answerBy} isOver={dispute.closedAt !== null} />
                ) : (
                  <When at={dispute.answeredAt} />
                ),
            },
          ]}
        />
        {dispute.statements.map((statement) => (
          <div key={statement.id}>
            <Text fw={600}>
              {statement.authorName} ({statement.authorId === dispute.creatorId ? 'creator' : 'brand'}) ·{' '}
              <When at={statement.at} />
            </Text>
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{statement.text}</Text>
          </div>
        ))}
      </Stack>
    </Section>
  );
}

const AnswerBy = ({ at, isOver }: { at: string; isOver: boolean }) =>
  isOver ? (
    <span key="closed">Nobody answered</span>
  ) : (
    <span key="open">
      None yet; may come until <When at={at} />
    </span>
  );

const Decision = ({ dispute }: { dispute: Dispute }) => (
  <Section title="How it ended">
    <Facts
      facts={[
        { label: 'Outcome', value: dispute.outcome === null ? null : OUTCOMES[dispute.outcome] },
        { label: 'When', value: dispute.closedAt === null ? null : <When at={dispute.closedAt} /> },
        ...(dispute.deciderName === null
          ? []
          : [
              { label: 'Decided by', value: dispute.deciderName },
              { label: 'Reason', value: dispute.decisionReason },
            ]),
      ]}
    />
  </Section>
);
