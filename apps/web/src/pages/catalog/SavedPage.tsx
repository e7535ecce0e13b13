/** /saved?list=: the user's lists of saved creators and packages, and the user's saved searches. */
import { Button, Container, Group, Title } from '@mantine/core';
import { LIMITS } from '@marquee/validation';
import { Bookmark, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { SavedItemCard } from '../../features/catalog/saved-items/SavedItemCard.tsx';
import { SavedListTools, ListNameDialog } from '../../features/catalog/saved-items/SavedListTools.tsx';
import { SavedSearches } from '../../features/catalog/saved-items/SavedSearches.tsx';
import { invalidateSavedListIds } from '../../features/catalog/saved-items/savedListIds.ts';
import classes from '../../features/catalog/saved-items/SavedItem.module.css';
import { paths } from '../../paths.ts';
import { requireUser } from '../../session.ts';
import { queryUtils, ALWAYS_FRESH, trpc, type RouterOutputs } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { LoadMore, cursorPaging } from '../../ui/LoadMore.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { RowsCard } from '../../ui/RowsCard.tsx';

type OwnSavedLists = RouterOutputs['savedItems']['lists'];

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  const requestedList = new URL(request.url).searchParams.get('list');
  const load = async () => {
    const [lists] = await Promise.all([
      queryUtils.savedItems.lists.fetch(undefined, ALWAYS_FRESH),
      queryUtils.savedItems.searches.fetch(undefined, ALWAYS_FRESH),
    ]);
    const listId = lists.find(({ id }) => id === requestedList)?.id ?? lists[0]?.id ?? null;
    if (listId !== null)
      await queryUtils.savedItems.list.fetchInfinite({ listId }, { ...ALWAYS_FRESH, ...cursorPaging });
    return listId;
  };
  return { listId: await withLoadError(load(), 'Failed to load your saved items') };
}

export function Page() {
  const { listId } = useLoaderData<typeof loader>();
  const [lists] = trpc.savedItems.lists.useSuspenseQuery();
  const [isNaming, setNaming] = useState(false);
  const isFull = lists.length >= LIMITS.savedLists;
  return (
    <Container size="lg" py="xl">
      <PageMeta title="Saved" />
      <PageHeader
        title="Saved"
        description="Your lists of creators and services, and your saved searches."
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
      {listId === null ? <NothingSaved /> : <SavedListView key={listId} listId={listId} lists={lists} />}
      <SavedSearches />
      {isNaming && <ListNameDialog onClose={() => setNaming(false)} />}
    </Container>
  );
}

function SavedListView({ listId, lists }: { listId: string; lists: OwnSavedLists }) {
  const [{ pages }, more] = trpc.savedItems.list.useSuspenseInfiniteQuery({ listId }, cursorPaging);
  const entries = pages.flatMap((page) => page.items);
  const list = lists.find(({ id }) => id === listId);
  const changed = () => Promise.all([more.refetch(), queryUtils.savedItems.lists.refetch(), invalidateSavedListIds()]);
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
        <SavedListTools key={list.id} list={list} />
      </Group>
      {entries.length === 0 ? (
        <NothingSaved />
      ) : (
        <RowsCard>
          {entries.map((entry) => (
            <SavedItemCard key={entry.id} entry={entry} listId={listId} lists={lists} onChanged={changed} />
          ))}
        </RowsCard>
      )}
      <LoadMore list={more} />
    </>
  );
}

const NothingSaved = () => (
  <EmptyState
    icon={<Bookmark size={36} strokeWidth={1.5} aria-hidden />}
    title="Nothing saved here yet"
    text="Click the bookmark on a creator or a service to add it here."
    action={
      <Button component={Link} to={paths.findInfluencers()}>
        Find creators
      </Button>
    }
  />
);
