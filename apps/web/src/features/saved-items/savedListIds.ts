/** Whether what a page shows is saved: its buttons ask together, in one call. */
import { LIMITS, type SavedKind } from '@marquee/validation';
import { useQuery } from '@tanstack/react-query';
import { tabStorage } from '../../lib/storage.ts';
import { getScope, trpcClient } from '../../trpc.ts';

interface PendingLookup {
  id: string;
  resolve: (listIds: string[]) => void;
  reject: (error: unknown) => void;
}

let pendingLookups: PendingLookup[] = [];

/** In which lists something is; what is asked in one turn goes to the server in one call. */
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
      const marks = await trpcClient.savedItems.marks.query({ ids: [...new Set(some.map(({ id }) => id))] });
      for (const { id, resolve } of some) resolve(marks.find((mark) => mark.id === id)?.listIds ?? []);
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }
}

const getSavedListsKey = (id: string) => ['saved mark', id];

/** For who is signed in: the lists in which something is; undefined until it is known. */
export const useSavedListIds = (id: string): string[] | undefined =>
  useQuery({ queryKey: getSavedListsKey(id), queryFn: () => loadListIds(id) }).data;

/** The lists in which something is, as soon as it is known; none where that cannot be learned. */
export const findSavedListIds = (id: string): Promise<string[]> =>
  getScope()
    .queryClient.fetchQuery({ queryKey: getSavedListsKey(id), queryFn: () => loadListIds(id), staleTime: Infinity })
    .catch(() => []);

/** Remembers in which lists something is now. */
export const setSavedListIds = (id: string, listIds: string[]) =>
  getScope().queryClient.setQueryData(getSavedListsKey(id), listIds);

/** Lists or entries changed: what is shown of them is asked anew. */
export const invalidateSavedListIds = () => getScope().queryClient.invalidateQueries({ queryKey: ['saved mark'] });

interface PendingSave {
  kind: SavedKind;
  id: string;
  at: number;
}

const PENDING_SAVE_KEY = 'marquee wants to save';
/** Whoever takes longer to sign in presses again. */
const PENDING_SAVE_MAX_AGE_MS = 3_600_000;

/** What a visitor wants to save is saved once signed in, in this tab. */
export const storePendingSave = (kind: SavedKind, id: string): void =>
  void tabStorage.setJson(PENDING_SAVE_KEY, { kind, id, at: Date.now() } satisfies PendingSave);

/** Whether this is what was wanted before signing in; once. */
export function consumePendingSave(kind: SavedKind, id: string): boolean {
  const wish = tabStorage.getJson(PENDING_SAVE_KEY) as PendingSave | null;
  if (wish === null) return false;
  const isIt = wish.kind === kind && wish.id === id;
  const isOver = Date.now() - wish.at > PENDING_SAVE_MAX_AGE_MS;
  if (isIt || isOver) tabStorage.remove(PENDING_SAVE_KEY);
  return isIt && !isOver;
}
