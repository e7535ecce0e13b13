import { Button, Center } from '@mantine/core';
import { useRef } from 'react';
import { notifyFailure } from '../lib/notifyFailure.ts';

/** For infinite lists: the next page comes after the cursor of the last one. */
export const cursorPaging = { getNextPageParam: (page: { nextCursor: string | null }) => page.nextCursor };

/** What of an infinite query leads to its next page. */
export interface PagedList {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<{ error: unknown }>;
}

/**
 * Directly below a list: its next page, when there is one. `failure`: what
 * is said when it does not come, unless the server says more.
 */
export function LoadMore({ list, failure = 'The list could not be loaded' }: { list: PagedList; failure?: string }) {
  const place = useRef<HTMLDivElement>(null);
  if (!list.hasNextPage) return null;
  const showMore = async () => {
    const items = place.current?.previousElementSibling;
    const shown = items?.children.length ?? 0;
    const { error } = await list.fetchNextPage();
    if (error) notifyFailure(error, failure);
    // The first that came is next; the button may be gone.
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
