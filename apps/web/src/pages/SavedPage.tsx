/** /saved?list=: what somebody has saved, list by list, and the searches. */
import { Button, Container, Group, Title } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { Bookmark, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { EntryCard } from '../features/saved/EntryCard.tsx';
import { ListTools, NameDialog } from '../features/saved/ListTools.tsx';
import { Searches } from '../features/saved/Searches.tsx';
import { forgetMarks } from '../features/saved/marks.ts';
import classes from '../features/saved/Entry.module.css';
import { paths } from '../paths.ts';
import { requireUser } from '../session.ts';
import { data, FRESH, trpc, type Outputs } from '../trpc.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Head } from '../ui/Head.tsx';
import { More, paging } from '../ui/More.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { orFail } from '../ui/RouteError.tsx';
import { Rows } from '../ui/Rows.tsx';

type Lists = Outputs['saved']['lists'];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const wanted = new URL(request.url).searchParams.get('list');
  const load = async () => {
    const [lists] = await Promise.all([
      data.saved.lists.fetch(undefined, FRESH),
      data.saved.searches.fetch(undefined, FRESH),
    ]);
    const listId = lists.find(({ id }) => id === wanted)?.id ?? lists[0]?.id ?? null;
    if (listId !== null) await data.saved.entries.fetchInfinite({ listId }, { ...FRESH, ...paging });
    return listId;
  };
  return { listId: await orFail(load(), 'Failed to load what you saved') };
}

export function Page() {
  const { listId } = useLoaderData<typeof loader>();
  const [lists] = trpc.saved.lists.useSuspenseQuery();
  const [isNaming, setNaming] = useState(false);
  const isFull = lists.length >= LIMITS.savedLists;
  return (
    <Container size="lg" py="xl">
      <Head title="Saved" />
      <PageHeader
        title="Saved"
        description="Creators and services to come back to, in lists of your own."
        actions={
          <Button
            variant="default"
            leftSection={<Plus size={17} aria-hidden />}
            disabled={isFull}
            onClick={() => setNaming(true)}
          >
            {isFull ? `${LIMITS.savedLists} of ${LIMITS.savedLists} lists` : 'New list'}
          </Button>
        }
      />
      {listId === null ? <NothingSaved /> : <OneList key={listId} listId={listId} lists={lists} />}
      <Searches />
      {isNaming && <NameDialog onClose={() => setNaming(false)} />}
    </Container>
  );
}

function OneList({ listId, lists }: { listId: string; lists: Lists }) {
  const [{ pages }, more] = trpc.saved.entries.useSuspenseInfiniteQuery({ listId }, paging);
  const entries = pages.flatMap((page) => page.items);
  const list = lists.find(({ id }) => id === listId);
  const changed = () => Promise.all([more.refetch(), data.saved.lists.refetch(), forgetMarks()]);
  if (list === undefined) return null;
  return (
    <>
      <nav aria-label="Lists" className={classes.lists}>
        {lists.map(({ id, name, count }) => (
          <Link
            key={id}
            to={paths.saved({ list: id })}
            className={classes.list}
            aria-current={id === listId ? 'page' : undefined}
          >
            <span>{name}</span>
            <span>{count}</span>
          </Link>
        ))}
      </nav>
      <Group justify="space-between" gap="sm" mb="md">
        <Title order={2} fz="xl" style={{ overflowWrap: 'anywhere' }}>
          {list.name}
        </Title>
        <ListTools key={list.id} list={list} />
      </Group>
      {entries.length === 0 ? (
        <NothingSaved />
      ) : (
        <Rows>
          {entries.map((entry) => (
            <EntryCard key={entry.id} entry={entry} listId={listId} lists={lists} onChanged={changed} />
          ))}
        </Rows>
      )}
      <More list={more} />
    </>
  );
}

const NothingSaved = () => (
  <EmptyState
    icon={<Bookmark size={36} strokeWidth={1.5} aria-hidden />}
    title="Nothing saved here yet"
    text="Press the bookmark on a creator or a service, and it is here."
    action={
      <Button component={Link} to={paths.findInfluencers()}>
        Find creators
      </Button>
    }
  />
);
