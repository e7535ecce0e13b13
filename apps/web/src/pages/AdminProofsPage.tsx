/** /admin/proofs?show=: pictures with which creators show how many follow them, and what was decided about them. */
import { Badge, Group } from '@mantine/core';
import { PLATFORMS } from '@marquee/validation';
import { BadgeCheck } from 'lucide-react';
import { useLoaderData, type LoaderFunctionArgs } from 'react-router-dom';
import { Act } from '../features/admin/Act.tsx';
import { Entry } from '../features/admin/Entry.tsx';
import { ListScreen } from '../features/admin/ListScreen.tsx';
import { Person } from '../features/admin/Person.tsx';
import { ShowChoices, shownOf } from '../features/admin/ShowChoices.tsx';
import { paths } from '../paths.ts';
import { data, FRESH, trpc, trpcClient, type Outputs } from '../trpc.ts';
import { paging } from '../ui/More.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { When } from '../ui/When.tsx';
import classes from './AdminProofsPage.module.css';

const SHOWN = { waiting: 'Waiting', decided: 'Decided' } as const;

export async function loader({ request }: LoaderFunctionArgs) {
  const { show } = shownOf(request, SHOWN);
  await orFail(
    data.admin.proofs.fetchInfinite({ show }, { ...FRESH, ...paging }),
    'Failed to load the follower figures',
  );
  return { show };
}

export function Page() {
  const { show } = useLoaderData<typeof loader>();
  const query = trpc.admin.proofs.useSuspenseInfiniteQuery({ show }, paging);
  return (
    <ListScreen
      title="Follower figures"
      description="Pictures with which creators show how many follow them. The longest waiting stands first."
      filter={<ShowChoices label="Which figures" choices={SHOWN} show={show} to={paths.adminProofs} />}
      query={query}
      empty={{ icon: BadgeCheck, title: show === 'waiting' ? 'No picture waits' : 'Nothing decided yet' }}
    >
      {(proof) => <ProofEntry key={proof.id} proof={proof} />}
    </ListScreen>
  );
}

type Proof = Outputs['admin']['proofs']['items'][number];

function ProofEntry({ proof }: { proof: Proof }) {
  const { platform, handle, followers, pictureUrl, state } = proof;
  const label = `${handle} on ${PLATFORMS[platform]}`;
  return (
    <Entry
      title={label}
      to={paths.profile({ username: proof.creatorUsername })}
      badges={
        state !== 'waiting' && (
          <Badge variant="light" color={state === 'confirmed' ? 'teal' : 'gray'} tt="none">
            {state === 'confirmed' ? 'Confirmed' : 'Refused'}
          </Badge>
        )
      }
      meta={
        <>
          <Person id={proof.creatorId} name={proof.creatorName} /> claims{' '}
          <strong>{followers.toLocaleString('en-US')} followers</strong> · sent <When at={proof.sentAt} />
        </>
      }
      side={state === 'waiting' ? <Decide proof={proof} label={label} /> : undefined}
    >
      {pictureUrl !== null && (
        <a href={pictureUrl} target="_blank" rel="noreferrer" className={classes.link}>
          <img
            src={pictureUrl}
            alt={`What the creator sent of ${label}, in its own window`}
            className={classes.picture}
          />
        </a>
      )}
      {proof.decidedAt !== null && (
        <span>
          {proof.staffName} on <When at={proof.decidedAt} />
          {proof.reason !== null && <span>{`: ${proof.reason}`}</span>}
        </span>
      )}
    </Entry>
  );
}

function Decide({ proof: { id, handle, followers }, label }: { proof: Proof; label: string }) {
  const decide = (outcome: 'confirmed' | 'refused') => (reason: string) =>
    trpcClient.admin.decideProof.mutate({ id, outcome, reason });
  return (
    <Group gap="xs">
      <Act
        label="Confirm"
        subject={label}
        title="Does the picture show it?"
        field="Note"
        done="Figure confirmed"
        act={decide('confirmed')}
      >
        It names {handle} and shows at least {followers.toLocaleString('en-US')} followers. The profile will say that we
        saw it, for a year.
      </Act>
      <Act
        label="Refuse"
        subject={label}
        title="Refuse this picture?"
        field="Reason"
        done="Picture refused"
        act={decide('refused')}
      >
        The creator reads your reason and may send another one. The picture is deleted.
      </Act>
    </Group>
  );
}
