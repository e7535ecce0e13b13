import { Button, Center } from '@mantine/core';
import { tellFailure } from './tellFailure.ts';

/** For infinite lists: the next page comes after the cursor of the last one. */
export const paging = { getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor };

/** What of an infinite query leads to its next page. */
export interface List {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<{ error: unknown }>;
}

/**
 * Below a list: its next page, when there is one. `failure`: what
 * is said when it does not come, unless the server says more.
 */
export function More({ list, failure = 'The list could not be loaded' }: { list: List; failure?: string }) {
  if (!list.hasNextPage) return null;
  const showMore = async () => {
    const { error } = await list.fetchNextPage();
    if (error) tellFailure(error, failure);
  };
  return (
    <Center mt="lg">
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void showMore()}>
        Show more
      </Button>
    </Center>
  );
}
