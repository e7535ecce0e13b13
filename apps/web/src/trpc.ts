/** The typed calls: hooks for components, and the same queries for route loaders. */
import type { AppRouter } from '@marquee/api/router';
import type { PictureCrop, PictureKind } from '@marquee/validation';
import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, TRPCClientError, type TRPCClient, type TRPCLink } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';

export type Outputs = inferRouterOutputs<AppRouter>;

export const trpc = createTRPCReact<AppRouter>();

/** For what others change too: each visit asks anew. */
export const FRESH = { staleTime: 0 };

/** What the calls of one visitor share: a browser tab has one, and so has each page that the server draws. */
export interface Scope {
  queryClient: QueryClient;
  client: TRPCClient<AppRouter>;
  data: ReturnType<typeof createTRPCQueryUtils<AppRouter>>;
  /** The product's address, for tags that need a whole one. */
  origin: string;
}

/** Makes a scope whose calls go through these links. */
export function newScope(links: TRPCLink<AppRouter>[], origin: string): Scope {
  // Spec §7 "Generic reads": fresh for 5 minutes, no retries, no refetch on focus or interval.
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5 * 60_000, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { retry: false },
    },
  });
  const client = createTRPCClient<AppRouter>({ links });
  return { queryClient, client, data: createTRPCQueryUtils<AppRouter>({ queryClient, client }), origin };
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

/** For loaders: `await data.bookings.byId.ensureData({ id })`. */
export const data = new Proxy({} as Scope['data'], { get: (_, name) => Reflect.get(scope().data, name) as unknown });

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
  const response = await fetch(`/api/uploads/${kind}${cut}`, { method: 'POST', headers, body: file }).catch(
    (cause: Error) => {
      throw TRPCClientError.from(cause);
    },
  );
  if (response.ok) return (await response.json()) as Outputs['profiles']['own'];
  const { message = '' } = (await response.json().catch(() => ({}))) as { message?: string };
  throw TRPCClientError.from({ error: { message, code: 0, data: { failure: null } } });
}

/** The failure's code (see the API's failures.ts), or null when the server could not be reached or named none. */
export const failureOf = (error: unknown) =>
  error instanceof TRPCClientError ? ((error.data as ErrorData)?.failure ?? null) : null;

type ErrorData = { failure: string | null } | undefined;

/** What to tell a person about an error: the server's sentence, or that it could not be reached. */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof TRPCClientError)) return fallback;
  if (error.data === undefined || error.data === null)
    return 'The server could not be reached. Please check your connection and try again.';
  return error.message === '' ? fallback : error.message;
}
