import { Button, Center } from '@mantine/core';
import { useRef } from 'react';
import { notifyFailure } from '../lib/notifyFailure.ts';

/** Options for infinite queries: the next page starts after the last page's cursor. */
export const cursorPaging = { getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor };

/** The parts of an infinite query that load the next page. */
export interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<{ error: unknown }>;
}

/** Loads the next page of the list above it. `failure` is the error text unless the server has one. */
export function LoadMore({ list, failure = 'The list could not be loaded' }: { list: PagedList; failure?: string }) {
  const place = useRef<HTMLDivElement>(null);
  if (!list.hasNextPage) return null;
  const showMore = async () => {
    const items = place.current?.previousElementSibling;
    const shown = items?.children.length ?? 0;
    const { error } = await list.fetchNextPage();
    if (error) notifyFailure(error, failure);
    // Moves the focus to the first new entry, because the button may be gone.
    else setTimeout(() => items?.children[shown]?.querySelector<HTMLElement>('a, button')?.focus());
  };
  return (
    <Center ref={place} mt="lg">
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void showMore()}>
        Show more
      </Button>
    </Center>
  );
}
