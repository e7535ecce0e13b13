import { Button, Center } from '@mantine/core';
import { messageOf } from '../trpc.ts';
import { notify } from './notify.ts';

/** For infinite lists: the next page comes after the cursor of the last one. */
export const paging = { getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor };

interface List {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<{ error: unknown }>;
}

/** Below a list: its next page, when there is one. */
export function More({ list }: { list: List }) {
  if (!list.hasNextPage) return null;
  const showMore = async () => {
    const { error } = await list.fetchNextPage();
    if (error) notify('Error', messageOf(error, 'The list could not be loaded. Please try again.'));
  };
  return (
    <Center mt="lg">
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void showMore()}>
        Show more
      </Button>
    </Center>
  );
}
