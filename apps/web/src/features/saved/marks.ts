/** Whether what a page shows is saved: its buttons ask together, in one call. */
import { LIMITS, type SavedKind } from '@marquee/validation';
import { useQuery } from '@tanstack/react-query';
import { tabStorage } from '../../lib/storage.ts';
import { scope, trpcClient } from '../../trpc.ts';

interface Asking {
  id: string;
  resolve: (listIds: string[]) => void;
  reject: (error: unknown) => void;
}

let asking: Asking[] = [];

/** In which lists something is; what is asked in one turn goes to the server in one call. */
const listIdsOf = (id: string): Promise<string[]> =>
  new Promise((resolve, reject) => {
    if (asking.length === 0) setTimeout(() => void askAll());
    asking.push({ id, resolve, reject });
  });

async function askAll(): Promise<void> {
  const all = asking;
  asking = [];
  for (let from = 0; from < all.length; from += LIMITS.savedMarks) {
    const some = all.slice(from, from + LIMITS.savedMarks);
    try {
      const marks = await trpcClient.saved.marks.query({ ids: [...new Set(some.map(({ id }) => id))] });
      for (const { id, resolve } of some) resolve(marks.find((mark) => mark.id === id)?.listIds ?? []);
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }
}

const keyOf = (id: string) => ['saved mark', id];

/** For who is signed in: the lists in which something is; undefined until it is known. */
export const useMark = (id: string): string[] | undefined =>
  useQuery({ queryKey: keyOf(id), queryFn: () => listIdsOf(id) }).data;

/** The lists in which something is, as soon as it is known; none where that cannot be learned. */
export const findMark = (id: string): Promise<string[]> =>
  scope()
    .queryClient.fetchQuery({ queryKey: keyOf(id), queryFn: () => listIdsOf(id), staleTime: Infinity })
    .catch(() => []);

/** Remembers in which lists something is now. */
export const setMark = (id: string, listIds: string[]) => scope().queryClient.setQueryData(keyOf(id), listIds);

/** Lists or entries changed: what is shown of them is asked anew. */
export const forgetMarks = () => scope().queryClient.invalidateQueries({ queryKey: ['saved mark'] });

interface Wish {
  kind: SavedKind;
  id: string;
  at: number;
}

const WISH = 'marquee wants to save';
/** Whoever takes longer to sign in presses again. */
const WISH_MS = 3_600_000;

/** What a visitor wants to save is saved once signed in, in this tab. */
export const keepWish = (kind: SavedKind, id: string): void =>
  void tabStorage.setJson(WISH, { kind, id, at: Date.now() } satisfies Wish);

/** Whether this is what was wanted before signing in; once. */
export function takeWish(kind: SavedKind, id: string): boolean {
  const wish = tabStorage.getJson(WISH) as Wish | null;
  if (wish === null) return false;
  const isIt = wish.kind === kind && wish.id === id;
  const isOver = Date.now() - wish.at > WISH_MS;
  if (isIt || isOver) tabStorage.remove(WISH);
  return isIt && !isOver;
}
