/** Typed access to the API: hooks for components, query utilities for loaders, and the client for other code. */
import type { AppRouter } from '@marquee/api/router';
import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, type TRPCClient, type TRPCLink } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { linksOfTab } from './lib/writes.ts';

export type Outputs = inferRouterOutputs<AppRouter>;

/** Hooks for components: `trpc.bookings.byId.useQuery({ id })`. */
export const trpc = createTRPCReact<AppRouter>();

type QueryUtils = ReturnType<typeof createTRPCQueryUtils<AppRouter>>;

/** What all calls of one visitor share. A browser tab has one scope, and so has each page that the server renders. */
export interface Scope {
  queryClient: QueryClient;
  client: TRPCClient<AppRouter>;
  utils: QueryUtils;
  /** The product's address, for tags and links that need an absolute URL. */
  origin: string;
  /** True on the server, and in the browser until the first screen is hydrated: both must render the same markup. */
  isDrawn: boolean;
  /** True until the first screen is there: the answers that came with the page do not have to be fetched again. */
  isArriving: boolean;
  /** The clock by which the server rendered a signed-in user's page (ui/clock.ts). */
  clock: Clock | undefined;
}

/** The reader's clock, as far as the server knows it. */
export interface Clock {
  /** When the server rendered the page, in milliseconds. */
  now: number;
  /** Such as 'Europe/Lisbon'. */
  timeZone: string;
}

/** Creates a scope whose calls go through these links. */
export function newScope(links: TRPCLink<AppRouter>[], origin: string): Scope {
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

let ofTab: Scope | undefined;

let find = (): Scope => (ofTab ??= newScope(linksOfTab(), location.origin));

/** Returns the scope of the running code. */
export const scope = (): Scope => find();

/** Sets how `scope` finds the scope. The server has one for each page that it renders. */
export function findScopeBy(finder: () => Scope): void {
  find = finder;
}

/** An object that has the properties of the current scope's `utils` or `client`. */
const ofScope = <Part extends 'utils' | 'client'>(part: Part): Scope[Part] =>
  new Proxy({} as Scope[Part], { get: (_, name) => Reflect.get(scope()[part], name) as unknown });

/** The query cache outside components, for loaders above all: `await data.bookings.byId.ensureData({ id })`. */
export const data: QueryUtils = ofScope('utils');

/** Calls that bypass the query cache: `await trpcClient.bookings.move.mutate(…)`. */
export const trpcClient: TRPCClient<AppRouter> = ofScope('client');

/** Options for queries whose answer others change: each visit fetches them anew, unless the answer came with the page. */
export const FRESH = {
  get staleTime() {
    return scope().isArriving ? Number.POSITIVE_INFINITY : 0;
  },
};
