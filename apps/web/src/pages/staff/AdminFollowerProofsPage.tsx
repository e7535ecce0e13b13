/** /admin/proofs?show=: screenshots of creators' follower counts and the decisions about them. */
import { Badge, Group } from '@mantine/core';
import { PLATFORM_LABELS } from '@marquee/contracts';
import { BadgeCheck } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { StaffActionButton } from '../../features/staff/admin/StaffActionButton.tsx';
import { AdminRow } from '../../features/staff/admin/AdminRow.tsx';
import { AdminListScreen } from '../../features/staff/admin/AdminListScreen.tsx';
import { AdminUserLink } from '../../features/staff/admin/AdminUserLink.tsx';
import { ListFilter, parseListFilter } from '../../features/staff/admin/ListFilter.tsx';
import { paths } from '../../paths.ts';
import { queryUtils, ALWAYS_FRESH, trpc, trpcClient, type RouterOutputs } from '../../trpc.ts';
import { cursorPaging } from '../../ui/LoadMore.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import classes from './AdminFollowerProofsPage.module.css';

const FOLLOWER_PROOF_FILTERS = { waiting: 'Waiting', decided: 'Decided' } as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const { show } = parseListFilter(request, FOLLOWER_PROOF_FILTERS);
  await withLoadError(
    queryUtils.admin.proofs.fetchInfinite({ show }, { ...ALWAYS_FRESH, ...cursorPaging }),
    'Failed to load follower counts',
  );
  return { show };
}

export function Page() {
  const { show } = useLoaderData<typeof loader>();
  const query = trpc.admin.proofs.useSuspenseInfiniteQuery({ show }, cursorPaging);
  return (
    <AdminListScreen
      title="Follower counts"
      description="Screenshots that creators uploaded to verify their follower counts, oldest first."
      filter={
        <ListFilter
          label="Filter follower counts"
          choices={FOLLOWER_PROOF_FILTERS}
          show={show}
          to={paths.adminProofs}
        />
      }
      query={query}
      empty={{ icon: BadgeCheck, title: show === 'waiting' ? 'No screenshots to check' : 'No decisions yet' }}
    >
      {(proof) => <AdminFollowerProofRow key={proof.id} proof={proof} />}
    </AdminListScreen>
  );
}

type AdminFollowerProof = RouterOutputs['admin']['proofs']['items'][number];

function AdminFollowerProofRow({ proof }: { proof: AdminFollowerProof }) {
  const { platform, handle, followers, pictureUrl, state } = proof;
  const label = `${handle} on ${PLATFORM_LABELS[platform]}`;
  return (
    <AdminRow
      title={label}
      to={paths.profile({ username: proof.creatorUsername })}
      badges={
        state !== 'waiting' && (
          <Badge variant="light" color={state === 'confirmed' ? 'teal' : 'gray'} tt="none">
            {state === 'confirmed' ? 'Confirmed' : 'Rejected'}
          </Badge>
        )
      }
      meta={
        <>
          <AdminUserLink id={proof.creatorId} name={proof.creatorName} /> claims{' '}
          <strong>{followers.toLocaleString('en-US')} followers</strong> · sent <DateTime at={proof.sentAt} />
        </>
      }
      side={state === 'waiting' ? <FollowerProofDecisionActions proof={proof} label={label} /> : undefined}
    >
      {pictureUrl !== null && (
        <a href={pictureUrl} target="_blank" rel="noreferrer" className={classes.link}>
          <img src={pictureUrl} alt={`Screenshot of ${label}, opens in a new window`} className={classes.picture} />
        </a>
      )}
      {proof.decidedAt !== null && (
        <span>
          {proof.staffName} on <DateTime at={proof.decidedAt} />
          {proof.reason !== null && <span>{`: ${proof.reason}`}</span>}
        </span>
      )}
    </AdminRow>
  );
}

function FollowerProofDecisionActions({
  proof: { id, handle, followers },
  label,
}: {
  proof: AdminFollowerProof;
  label: string;
}) {
  const decide = (outcome: 'confirmed' | 'refused') => (reason: string) =>
    trpcClient.admin.decideProof.mutate({ id, outcome, reason });
  return (
    <Group gap="xs">
      <StaffActionButton
        label="Confirm"
        subject={label}
        title="Confirm this follower count?"
        field="Note"
        done="Follower count confirmed"
        act={decide('confirmed')}
      >
        Confirm only if the screenshot names {handle} and shows at least {followers.toLocaleString('en-US')} followers.
        The profile shows the count as checked for one year.
      </StaffActionButton>
      <StaffActionButton
        label="Reject"
        subject={label}
        title="Reject this screenshot?"
        field="Reason"
        done="Screenshot rejected"
        act={decide('refused')}
      >
        The creator receives your reason and can upload another screenshot. This one is deleted.
      </StaffActionButton>
    </Group>
  );
}
