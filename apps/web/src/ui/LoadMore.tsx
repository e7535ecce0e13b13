import { Button, Center } from '@mantine/core';
import { useRef } from 'react';
import { notifyFailure } from '../lib/notifyFailure.ts';

/** Options for infinite queries. Each page that the API returns contains the cursor of the next page. */
export const cursorPaging = { getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor };

/** The properties of an infinite query that are needed to load the next page. */
export interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<{ error: unknown }>;
}

/**
 * Renders a button that loads the next page of the list above it. `failure` is the error message, used unless the
 * server returns a message of its own.
 */
export function LoadMore({ list, failure = 'The list could not be loaded' }: { list: PagedList; failure?: string }) {
  const place = useRef<HTMLDivElement>(null);
  if (!list.hasNextPage) return null;
  const showMore = async () => {
    const items = place.current?.previousElementSibling;
    const shownCount = items?.children.length ?? 0;
    const { error } = await list.fetchNextPage();
    if (error) notifyFailure(error, failure);
    // Moves the focus to the first added entry, because the button may have been removed.
    else setTimeout(() => items?.children[shownCount]?.querySelector<HTMLElement>('a, button')?.focus());
  };
  return (
    <Center ref={place} mt="lg">
      <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void showMore()}>
        Show more
      </Button>
    </Center>
  );
}
