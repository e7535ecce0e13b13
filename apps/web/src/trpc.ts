/** Typed access to the API: hooks for components, query utilities for loaders, and the client for other code. */
import type { AppRouter } from '@marquee/api/router';
import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, type TRPCClient, type TRPCLink } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { createTabLinks } from './lib/writes.ts';

export type RouterOutputs = inferRouterOutputs<AppRouter>;

/** Hooks for components: `trpc.bookings.byId.useQuery({ id })`. */
export const trpc = createTRPCReact<AppRouter>();

type QueryUtils = ReturnType<typeof createTRPCQueryUtils<AppRouter>>;

/** Shared by all calls of one visitor. A browser tab has one scope, and so has each page that the server renders. */
export interface ClientScope {
  queryClient: QueryClient;
  client: TRPCClient<AppRouter>;
  utils: QueryUtils;
  /** The product's address, for tags and links that need an absolute URL. */
  origin: string;
  /** True on the server, and in the browser until the first screen is hydrated: both must render the same markup. */
  isDrawn: boolean;
  /** True until the first screen is shown. Data that came with the page is not fetched again until then. */
  isArriving: boolean;
  /** The clock with which the server rendered a signed-in user's page (lib/readerClock.ts). */
  clock: ReaderClock | undefined;
}

/** The clock and time zone with which the server renders a page. */
export interface ReaderClock {
  /** When the server rendered the page, in milliseconds. */
  now: number;
  /** For example 'Europe/Lisbon'. */
  timeZone: string;
}

/** Creates a scope whose calls go through these links. */
export function createScope(links: TRPCLink<AppRouter>[], origin: string): ClientScope {
  // Spec §7 "Generic reads": fresh for 5 minutes, no retries, no refetch on focus or interval.
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5 * 60_000, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { retry: false },
    },
  });
  const client = createTRPCClient<AppRouter>({ links });
  const utils = createTRPCQueryUtils<AppRouter>({ queryClient, client });
  return { queryClient, client, utils, origin, isDrawn: false, isArriving: false, clock: undefined };
}

let tabScope: ClientScope | undefined;

let findScope = (): ClientScope => (tabScope ??= createScope(createTabLinks(), location.origin));

/** Returns the scope of the running code. */
export const getScope = (): ClientScope => findScope();

/** Sets how `getScope` finds the scope. The server has one for each page that it renders. */
export function setScopeFinder(finder: () => ClientScope): void {
  findScope = finder;
}

/** An object that has the properties of the current scope's `utils` or `client`. */
const createScopeProxy = <Part extends 'utils' | 'client'>(part: Part): ClientScope[Part] =>
  new Proxy({} as ClientScope[Part], { get: (_, name) => Reflect.get(getScope()[part], name) as unknown });

/**
 * The query cache for code outside components, such as loaders: `await queryUtils.bookings.byId.ensureData({ id })`.
 */
export const queryUtils: QueryUtils = createScopeProxy('utils');

/** Calls that bypass the query cache: `await trpcClient.bookings.move.mutate(…)`. */
export const trpcClient: TRPCClient<AppRouter> = createScopeProxy('client');

/** Options for queries of shared data: each visit refetches them, unless the data came with the page. */
export const ALWAYS_FRESH = {
  get staleTime() {
    return getScope().isArriving ? Number.POSITIVE_INFINITY : 0;
  },
};
