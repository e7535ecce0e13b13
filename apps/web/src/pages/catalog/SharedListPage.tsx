/** /lists/:token: a list that its owner has shared. Search engines must not index it. */
import { Button, Card, Container, Group } from '@mantine/core';
import { PRODUCT_NAME } from '@marquee/brand';
import { ListX } from 'lucide-react';
import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { ReportDialogButton } from '../../features/staff/reports/ReportButton.tsx';
import { SavedItemSummary } from '../../features/catalog/saved-items/SavedItemSummary.tsx';
import { SaveButton } from '../../features/catalog/saved-items/SaveButton.tsx';
import classes from '../../features/catalog/saved-items/SavedItem.module.css';
import { paths } from '../../paths.ts';
import { useUser } from '../../session.ts';
import { queryUtils, ALWAYS_FRESH, trpc } from '../../trpc.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { createNotFoundResponse, withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { RowsCard } from '../../ui/RowsCard.tsx';

/** Like `cursorPaging`, for pages that may be null. */
const SHARED_LIST_PAGING = {
  getNextPageParam: (page: { nextCursor: string | null } | null) => page?.nextCursor ?? null,
};

export async function loader({ params }: LoaderFunctionArgs) {
  const token = (params['token'] ?? '').slice(0, 100);
  const { pages } = await withLoadError(
    queryUtils.savedItems.shared.fetchInfinite({ token }, { ...ALWAYS_FRESH, ...SHARED_LIST_PAGING }),
    'Failed to load the list',
  );
  return pages[0] === null || pages[0] === undefined ? createNotFoundResponse() : { token };
}

export function Page() {
  const loaded = useLoaderData<typeof loader>();
  return loaded === null ? <ListNotShared /> : <SharedList token={loaded.token} />;
}

function SharedList({ token }: { token: string }) {
  const [{ pages }, more] = trpc.savedItems.shared.useSuspenseInfiniteQuery({ token }, SHARED_LIST_PAGING);
  const user = useUser();
  const list = pages[0] ?? null;
  if (list === null) return <ListNotShared />;
  const entries = pages.flatMap((page) => page?.items ?? []);
  return (
    <Container size="md" py="xl">
      <PageMeta title={list.name} />
      <PageHeader title={list.name} description={`A list by ${list.ownerName} on ${PRODUCT_NAME}.`} />
      {entries.length === 0 ? (
        <EmptyState title="This list is empty" text="Creators and services appear here when the owner adds them." />
      ) : (
        <RowsCard>
          {entries.map((entry) => (
            <Card component="li" key={entry.id} p="md">
              <div className={classes.shared}>
                <SavedItemSummary entry={entry} />
                {entry.state === 'there' && (
                  <SaveButton
                    kind={entry.kind}
                    id={entry.packageId ?? entry.creatorId}
                    name={entry.packageName ?? entry.fullName}
                    look="icon"
                  />
                )}
              </div>
              {entry.note !== '' && <p className={classes.note}>{entry.note}</p>}
            </Card>
          ))}
        </RowsCard>
      )}
      <LoadMore list={more} />
      {!list.isOwn && (
        <Group justify="center" mt="xl">
          <ReportDialogButton
            subjects={[{ kind: 'list', id: list.id, label: `The list “${list.name}”` }]}
            isSignedIn={user !== null}
            from={paths.sharedList({ token })}
          />
        </Group>
      )}
    </Container>
  );
}

const ListNotShared = () => (
  <Container size="sm" py="xl">
    <PageMeta title="List not found" />
    <EmptyState
      wholeScreen
      icon={<ListX size={36} strokeWidth={1.5} aria-hidden />}
      title="This list is not shared"
      text="The owner stopped sharing it, or the link is incomplete."
      action={
        <Button component={Link} to={paths.findInfluencers()}>
          Find creators
        </Button>
      }
    />
  </Container>
);
