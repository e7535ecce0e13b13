/** Loads the lists that contain each item on a page, with a single request for all save buttons. */
import { LIMITS, type SavedKind } from '@marquee/validation';
import { useQuery } from '@tanstack/react-query';
import { openTabStorage } from '../../../lib/storage.ts';
import { getScope, trpcClient } from '../../../trpc.ts';

interface PendingLookup {
  id: string;
  resolve: (listIds: string[]) => void;
  reject: (error: unknown) => void;
}

let pendingLookups: PendingLookup[] = [];

/** Returns the ids of the lists that contain an item. Calls in the same tick are combined into one request. */
const loadListIds = (id: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    if (pendingLookups.length === 0) setTimeout(() => void loadPendingListIds());
    pendingLookups.push({ id, resolve, reject });
  });

async function loadPendingListIds(): Promise<void> {
  const all = pendingLookups;
  pendingLookups = [];
  for (let from = 0; from < all.length; from += LIMITS.savedMarks) {
    const some = all.slice(from, from + LIMITS.savedMarks);
    try {
      const marks = await trpcClient.savedItems.listIdsByItem.query({ ids: [...new Set(some.map(({ id }) => id))] });
      for (const { id, resolve } of some) resolve(marks.find((mark) => mark.id === id)?.listIds ?? []);
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }
}

const getSavedListsKey = (id: string) => ['saved mark', id];

/** Returns the ids of the lists that contain an item, or undefined while they load. */
export const useSavedListIds = (id: string): string[] | undefined =>
  useQuery({ queryKey: getSavedListsKey(id), queryFn: () => loadListIds(id) }).data;

/** Returns the ids of the lists that contain an item, or an empty array if the request fails. */
export const findSavedListIds = (id: string): Promise<string[]> =>
  getScope()
    .queryClient.fetchQuery({ queryKey: getSavedListsKey(id), queryFn: () => loadListIds(id), staleTime: Infinity })
    .catch(() => []);

export const setSavedListIds = (id: string, listIds: string[]) =>
  getScope().queryClient.setQueryData(getSavedListsKey(id), listIds);

/** Reloads the lists of all items on the page. */
export const invalidateSavedListIds = () => getScope().queryClient.invalidateQueries({ queryKey: ['saved mark'] });

interface PendingSave {
  kind: SavedKind;
  id: string;
  at: number;
}

const PENDING_SAVE_KEY = 'pending save';
/** The visitor's, because the save survives signing in. */
const tabStorage = openTabStorage('visitor');
/** A pending save expires after one hour. */
const PENDING_SAVE_MAX_AGE_MS = 3_600_000;

/** Remembers the item that a visitor wants to save. The item is saved after the visitor has signed in in this tab. */
export const storePendingSave = (kind: SavedKind, id: string): void =>
  void tabStorage.setJson(PENDING_SAVE_KEY, { kind, id, at: Date.now() } satisfies PendingSave);

/**
 * Returns true if the visitor pressed Save on this item before signing in. Then deletes the pending save, so that it
 * is used only once.
 */
export function consumePendingSave(kind: SavedKind, id: string): boolean {
  const pending = tabStorage.getJson(PENDING_SAVE_KEY) as PendingSave | null;
  if (pending === null) return false;
  const isIt = pending.kind === kind && pending.id === id;
  const isOver = Date.now() - pending.at > PENDING_SAVE_MAX_AGE_MS;
  if (isIt || isOver) tabStorage.remove(PENDING_SAVE_KEY);
  return isIt && !isOver;
}
