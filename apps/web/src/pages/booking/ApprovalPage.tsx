/** /approvals/:id: a requested order, with the approvers' decisions. */
import { Anchor, Badge, Button, Container, Group, Stack, Text } from '@mantine/core';
import { formatDollars } from '@marquee/money';
import { LIMITS } from '@marquee/validation';
import { formatCardName } from '@marquee/contracts';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import {
  describeProgress,
  REQUEST_STATE_COLORS,
  REQUEST_STATE_LABELS,
} from '../../features/booking/order-requests/order-requests.words.ts';
import { notify } from '../../lib/notify.ts';
import { notifyFailure } from '../../lib/notifyFailure.ts';
import { paths } from '../../paths.ts';
import { requireBrand } from '../../session.ts';
import { ALWAYS_FRESH, queryUtils, trpc, type RouterOutputs } from '../../trpc.ts';
import { BackLink } from '../../ui/BackLink.tsx';
import { ConfirmButton } from '../../ui/ConfirmDialog.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { DescriptionList, type DescriptionItem } from '../../ui/DescriptionList.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { TextDialogButton } from '../../ui/TextDialogButton.tsx';

type Request = RouterOutputs['orderRequests']['byId'];

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireBrand(request);
  const id = params['id'] ?? '';
  await withLoadError(queryUtils.orderRequests.byId.fetch({ id }, ALWAYS_FRESH), 'Failed to load the request');
  return { id };
}

export function Page() {
  const { id } = useLoaderData<typeof loader>();
  const [request] = trpc.orderRequests.byId.useSuspenseQuery({ id });
  const { packageName, creatorName, creatorUsername, state } = request;
  return (
    <Container size="sm" py="xl">
      <PageMeta title={packageName} />
      <BackLink to={paths.approvals()}>All approvals</BackLink>
      <PageHeader
        title={packageName}
        badge={
          <Badge size="lg" tt="none" variant="light" color={REQUEST_STATE_COLORS[state]}>
            {REQUEST_STATE_LABELS[state]}
          </Badge>
        }
        description={
          <>
            by{' '}
            <Anchor component={Link} to={paths.profile({ username: creatorUsername })} inherit underline="always">
              {creatorName}
            </Anchor>
          </>
        }
      />
      <Stack gap="lg">
        <SectionCard title="Order">
          <DescriptionList facts={listFacts(request)} />
        </SectionCard>
        <Decision request={request} />
      </Stack>
    </Container>
  );
}

/** Lists the facts of a request, except those without a value. */
function listFacts(request: Request): DescriptionItem[] {
  const { state, approvals, progress, budgetName, budgetLeftCents, cardBrand: brand, cardLast4: last4 } = request;
  const isOpen = state === 'open';
  return [
    { label: 'Total', value: formatDollars(request.totalCents) },
    { label: 'Client', value: request.clientName },
    {
      label: 'Budget',
      value:
        budgetName !== null && isOpen
          ? `${budgetName}, ${formatDollars(budgetLeftCents ?? 0)} left after this order`
          : budgetName,
    },
    {
      label: 'Card',
      value:
        brand === null || last4 === null ? 'The requester pays after the approval' : formatCardName({ brand, last4 }),
    },
    { label: 'Requested by', value: request.requesterName },
    { label: 'Requested', value: <DateTime at={request.createdAt} /> },
    { label: 'Expires', value: isOpen ? <DateTime at={request.expiresAt} withDistance /> : null },
    { label: 'Approved by', value: (progress?.counted ?? approvals).map(({ name }) => name).join(', ') },
    { label: 'Declined by', value: request.declinerName },
    { label: 'Reason', value: request.reason },
  ].filter(({ value }) => value !== null && value !== '');
}

function Decision({ request }: { request: Request }) {
  const { id, progress, canApprove, canDecline, canWithdraw, bookingId } = request;
  const adopt = (title: string) => (changed: Request) => {
    queryUtils.orderRequests.byId.setData({ id }, changed);
    void queryUtils.orderRequests.waitingCount.invalidate();
    if (changed.state === 'returned') notify('Request sent back', changed.reason ?? undefined);
    // The order is placed only after the last approval.
    else if (changed.progress !== null) notify('Approval saved', describeProgress(changed.progress));
    else notify(title, changed.reason ?? undefined);
  };
  const handleError = (error: unknown) => {
    notifyFailure(error, 'The request could not be changed');
    void queryUtils.orderRequests.byId.refetch({ id });
  };
  const approve = trpc.orderRequests.approve.useMutation({ onSuccess: adopt('Order approved'), onError: handleError });
  const decline = trpc.orderRequests.decline.useMutation({ onSuccess: adopt('Order declined'), onError: handleError });
  const withdraw = trpc.orderRequests.withdraw.useMutation({
    onSuccess: adopt('Request withdrawn'),
    onError: handleError,
  });
  return (
    <>
      {progress !== null && <Text c="dimmed">{describeProgress(progress)}</Text>}
      <Group gap="sm">
        {bookingId !== null && (
          <Button component={Link} to={paths.bookingDetails({ bookingId })}>
            View booking
          </Button>
        )}
        {canApprove && (
          <Button loading={approve.isPending} onClick={() => approve.mutate({ id })}>
            Approve order
          </Button>
        )}
        {canDecline && (
          <TextDialogButton
            button="Decline order"
            title="Decline this order?"
            label="Reason"
            missing="Please enter a reason"
            limit={LIMITS.moveNote}
            submitLabel="Decline order"
            loading={decline.isPending}
            consequence="We email the reason to the member who requested it. Nothing is charged."
            onSubmit={(reason, sent) => decline.mutate({ id, reason }, sent)}
          />
        )}
        {canWithdraw && (
          <ConfirmButton
            label="Withdraw request"
            title="Withdraw this request?"
            confirmLabel="Withdraw request"
            loading={withdraw.isPending}
            onConfirm={() => withdraw.mutate({ id })}
          >
            The order is not placed, and its budget is free again.
          </ConfirmButton>
        )}
      </Group>
    </>
  );
}
