/** The typed calls: hooks for components, and the same queries for route loaders. */
import type { AppRouter } from '@marquee/api/router';
import type { PictureCrop, PictureKind, Platform } from '@marquee/validation';
import {
  QueryClient,
  useMutation,
  useQuery,
  useSuspenseInfiniteQuery,
  useSuspenseQuery,
  type QueryKey,
  type UseMutationOptions,
  type UseQueryOptions,
  type UseSuspenseInfiniteQueryOptions,
  type UseSuspenseQueryOptions,
} from '@tanstack/react-query';
import {
  createTRPCClient,
  getUntypedClient,
  httpBatchLink,
  TRPCClientError,
  type TRPCClient,
  type TRPCLink,
} from '@trpc/client';
import type { CreateTRPCReact, createTRPCQueryUtils } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';

export type Outputs = inferRouterOutputs<AppRouter>;

type Path = readonly string[];

/** Where React Query keeps what a procedure answered, in tRPC's own way; without `type`, all that it or a router did. */
const keyOf = (path: Path, input: unknown, type?: 'query' | 'infinite'): QueryKey =>
  input === undefined && type === undefined
    ? [path]
    : [path, { ...(input !== undefined && { input }), ...(type && { type }) }];

/** A procedure, as React Query asks for it. */
const queryOf = (path: Path, input: unknown, options?: object) => ({
  ...options,
  queryKey: keyOf(path, input, 'query'),
  queryFn: () => scope().ask(path.join('.'), input),
});

/** One that answers page by page; `options` say how the next page is asked for. */
const pagesOf = (path: Path, input: unknown, options?: object) => ({
  ...(options as Pick<UseSuspenseInfiniteQueryOptions, 'getNextPageParam'>),
  initialPageParam: null,
  queryKey: keyOf(path, input, 'infinite'),
  // The first page is asked for without one.
  queryFn: ({ pageParam }: { pageParam: unknown }) =>
    scope().ask(path.join('.'), { ...(input as object), cursor: pageParam ?? undefined }),
});

/** The hooks of `trpc`: what each does with the path of a procedure, and what it is called with. */
const HOOKS = {
  useQuery: (path, input, options) => useQuery(queryOf(path, input, options) as UseQueryOptions),
  useSuspenseQuery: (path, input, options) => {
    const query = useSuspenseQuery(queryOf(path, input, options) as UseSuspenseQueryOptions);
    return [query.data, query];
  },
  useSuspenseInfiniteQuery: (path, input, options) => {
    const query = useSuspenseInfiniteQuery(pagesOf(path, input, options) as UseSuspenseInfiniteQueryOptions);
    return [query.data, query];
  },
  useMutation: (path, options) =>
    useMutation({
      mutationFn: (input) => getUntypedClient(scope().client).mutation(path.join('.'), input),
      ...(options as UseMutationOptions),
    }),
} satisfies Record<string, Act>;

/** What can be done with a procedure, by its path. */
type Act = (path: Path, input?: unknown, options?: object) => unknown;

/** `bookings.byId.act(input, options)` for each of these acts. */
const actsAt = (acts: Record<string, Act>, path: Path = []): unknown => {
  const below = new Map<string, unknown>();
  return new Proxy(() => undefined, {
    get: (_, name) => {
      const part = String(name);
      if (!below.has(part)) below.set(part, actsAt(acts, [...path, part]));
      return below.get(part);
    },
    apply: (_, __, [input, options]: [unknown, object | undefined]) =>
      acts[path.at(-1) ?? '']?.(path.slice(0, -1), input, options),
  });
};

/** tRPC's other hooks, which are not in `HOOKS`. */
type Absent =
  | 'useInfiniteQuery'
  | 'usePrefetchQuery'
  | 'usePrefetchInfiniteQuery'
  | 'useQueries'
  | 'useSuspenseQueries'
  | 'useSubscription'
  | 'useUtils'
  | 'useContext'
  | 'Provider'
  | 'createClient';

type HooksOf<T> = T extends (...args: never[]) => unknown
  ? T
  : { [name in keyof T as Exclude<name, Absent>]: HooksOf<T[name]> };

/**
 * `trpc.bookings.byId.useQuery({ id })`: tRPC's hooks by their own types, over React Query's. Its `createTRPCReact`
 * would do the same with every hook there is, which each page would fetch.
 */
export const trpc = actsAt(HOOKS) as HooksOf<CreateTRPCReact<AppRouter, unknown>>;

/** Whether what is known came with the page, a moment ago, and its first screen is not there yet. */
let isArriving = false;

/** Tells that answers came with the page, and later that its first screen is there. */
export function setArriving(arriving: boolean): void {
  isArriving = arriving;
}

/** For what others change too: each visit asks anew, unless the answer has come with the page. */
export const FRESH = {
  get staleTime() {
    return isArriving ? Number.POSITIVE_INFINITY : 0;
  },
};

/** What the calls of one visitor share: a browser tab has one, and so has each page that the server draws. */
export interface Scope {
  queryClient: QueryClient;
  client: TRPCClient<AppRouter>;
  /** Calls a procedure that only reads. */
  ask: (path: string, input: unknown) => Promise<unknown>;
  /** The product's address, for tags that need a whole one. */
  origin: string;
  /** While the server draws a page, and while the browser takes it over: both have to draw the same. */
  isDrawn?: boolean;
  /** Meanwhile, of somebody's own page: their clock (ui/clock.ts). */
  clock?: Clock | undefined;
}

/** The reader's clock, as far as the server knows it. */
export interface Clock {
  /** The moment of drawing, in milliseconds. */
  now: number;
  /** Such as 'Europe/Lisbon'. */
  timeZone: string;
}

/** Makes a scope whose calls go through these links; those that only read, through `ask`, where it is shorter. */
export function newScope(links: TRPCLink<AppRouter>[], origin: string, ask?: Scope['ask']): Scope {
  // Spec §7 "Generic reads": fresh for 5 minutes, no retries, no refetch on focus or interval.
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5 * 60_000, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { retry: false },
    },
  });
  const client = createTRPCClient<AppRouter>({ links });
  const untyped = getUntypedClient(client);
  return { queryClient, client, ask: ask ?? ((path, input) => untyped.query(path, input)), origin };
}

let ofTab: Scope | undefined;

/** The server takes at most 10 calls in one request. */
let find = (): Scope => (ofTab ??= newScope([httpBatchLink({ url: '/trpc', maxItems: 10 })], location.origin));

/** The scope of whoever is running this. */
export const scope = (): Scope => find();

/** Tells where the scope is found when not in the tab: on the server each page has its own. */
export function findScopeBy(finder: () => Scope): void {
  find = finder;
}

/** What `data` does with the path of a procedure, or of a router, and what it is called with. */
const QUERIES = {
  queryOptions: queryOf,
  ensureData: (path, input, options) => scope().queryClient.ensureQueryData(queryOf(path, input, options)),
  fetch: (path, input, options) => scope().queryClient.fetchQuery(queryOf(path, input, options)),
  fetchInfinite: (path, input, options) => scope().queryClient.fetchInfiniteQuery(pagesOf(path, input, options)),
  getData: (path, input) => scope().queryClient.getQueryData(keyOf(path, input, 'query')),
  setData: (path, input, updater) => scope().queryClient.setQueryData(keyOf(path, input, 'query'), updater),
  invalidate: (path, input, filters) =>
    scope().queryClient.invalidateQueries({ ...filters, queryKey: keyOf(path, input) }),
  refetch: (path, input, filters) => scope().queryClient.refetchQueries({ ...filters, queryKey: keyOf(path, input) }),
} satisfies Record<string, Act>;

type QueriesOf<T> = T extends (...args: never[]) => unknown
  ? T
  : {
      [
        name in keyof T as T[name] extends (...args: never[]) => unknown ? name & keyof typeof QUERIES : name
      ]: QueriesOf<T[name]>;
    };

/**
 * For loaders: `await data.bookings.byId.ensureData({ id })`. By the types of tRPC's `createTRPCQueryUtils`, whose code
 * each page would fetch for what is not in `QUERIES`.
 */
export const data = actsAt(QUERIES) as QueriesOf<ReturnType<typeof createTRPCQueryUtils<AppRouter>>>;

/** For loaders that change something: `await trpcClient.bookings.move.mutate(…)`. */
export const trpcClient = new Proxy({} as Scope['client'], {
  get: (_, name) => Reflect.get(scope().client, name) as unknown,
});

/**
 * Sends a picture's bytes as they are: a profile photo, or one more for the portfolio. `crop`: the cut-out, in percent.
 * Returns the profile as it is now; fails as calls do.
 */
export async function uploadPicture(
  kind: PictureKind,
  file: Blob,
  crop?: PictureCrop,
): Promise<Outputs['profiles']['own']> {
  const cut =
    crop === undefined
      ? ''
      : `?${new URLSearchParams(Object.entries(crop).map(([side, value]) => [side, value.toFixed(4)])).toString()}`;
  const headers = { 'content-type': file.type === '' ? 'application/octet-stream' : file.type };
  const response = await answerOf(`/api/uploads/${kind}${cut}`, { method: 'POST', headers, body: file });
  return (await response.json()) as Outputs['profiles']['own'];
}

/** Sends a picture of what a platform says of the caller's account. Returns all that were sent; fails as calls do. */
export async function uploadProof(platform: Platform, file: Blob): Promise<Outputs['evidence']['own']> {
  const headers = { 'content-type': file.type === '' ? 'application/octet-stream' : file.type };
  const response = await answerOf(`/api/uploads/follower-proof?platform=${platform}`, {
    method: 'POST',
    headers,
    body: file,
  });
  return (await response.json()) as Outputs['evidence']['own'];
}

/** Sends a picture of a published post. Returns the results of its booking; fails as calls do. */
export async function uploadPostPicture(post: string, file: Blob): Promise<Outputs['posts']['results']> {
  const headers = { 'content-type': file.type === '' ? 'application/octet-stream' : file.type };
  const response = await answerOf(`/api/uploads/post-picture?post=${post}`, { method: 'POST', headers, body: file });
  return (await response.json()) as Outputs['posts']['results'];
}

/** Fetches a document that is made when it is asked for. Returns it with its name; fails as calls do. */
export async function fetchDocument(href: string): Promise<{ file: Blob; name: string }> {
  const response = await answerOf(href);
  const [, name = 'document'] = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { file: await response.blob(), name };
}

/** What a route that is no procedure answers; a refusal fails as a call's does. */
export async function answerOf(address: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(address, init).catch((cause: Error) => {
    throw TRPCClientError.from(cause);
  });
  if (response.ok) return response;
  const { message = '' } = (await response.json().catch(() => ({}))) as { message?: string };
  const code =
    response.status === 401 ? 'UNAUTHORIZED' : response.status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR';
  const failure = code === 'UNAUTHORIZED' ? 'SIGNED_OUT' : null;
  throw TRPCClientError.from({ error: { message, code: 0, data: { code, failure } } });
}

/** What the API says of an error besides its sentence (core/trpc.ts); nothing when the answer was not the API's. */
type ErrorData = { code: string; failure: string | null } | null | undefined;

const dataOf = (error: unknown): ErrorData =>
  error instanceof TRPCClientError ? (error.data as ErrorData) : undefined;

/** The failure's code (see the API's failures.ts), or null when the server could not be reached or named none. */
export const failureOf = (error: unknown) => dataOf(error)?.failure ?? null;

/** Whether the API itself answered, if only that it failed; a proxy's answer is none. */
export const isAnswered = (error: unknown): boolean => Boolean(dataOf(error));

/** Whether the session that a call was made in is over. */
export const isSignedOut = (error: unknown): boolean => failureOf(error) === 'SIGNED_OUT';

/**
 * What to tell a person about an error. A failure that has a name, and input that was refused, say their own sentence.
 * Everything else says `documented`, the screen's text of spec §8 (without a full stop; left out where it stands beside
 * this already), and what is known besides.
 */
export function messageOf(error: unknown, documented?: string): string {
  const known = dataOf(error);
  const hasSentence = typeof known?.failure === 'string' || known?.code === 'BAD_REQUEST';
  if (hasSentence && error instanceof Error && error.message !== '') return error.message;
  const next =
    error instanceof TRPCClientError && !known
      ? 'The server could not be reached. Please try again.'
      : 'Please try again.';
  return documented === undefined ? next : `${documented}. ${next}`;
}
