/**
 * Provides typed access to the API: hooks for components, query utilities for loaders, and a client for other code.
 */
import type { AppRouter } from '@marquee/api/router';
import { getWorkspacePath, splitWorkspacePath } from '@marquee/contracts';
import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, type TRPCClient, type TRPCLink } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { createTabLinks } from './lib/writes.ts';

export type RouterOutputs = inferRouterOutputs<AppRouter>;

/** Hooks for components, such as `trpc.bookings.byId.useQuery({ id })`. */
export const trpc = createTRPCReact<AppRouter>();

type QueryUtils = ReturnType<typeof createTRPCQueryUtils<AppRouter>>;

/**
 * State shared by all API calls of one visitor. A browser tab has a single scope. The server creates a separate
 * scope for every page that it renders.
 */
export interface ClientScope {
  queryClient: QueryClient;
  client: TRPCClient<AppRouter>;
  utils: QueryUtils;
  /** The site's public URL, for tags and links that need an absolute URL. */
  origin: string;
  /**
   * The prefix of all paths of this tab's workspace, such as '/w/northwind'. Empty for the workspace that opens
   * without a name in the address.
   */
  workspacePath: string;
  /**
   * True on the server, and in the browser until the first page is hydrated. While it is true, components must
   * produce the same markup as on the server.
   */
  isDrawn: boolean;
  /**
   * True until the first page has been shown. Data sent along with that page is not fetched again during this time.
   */
  isArriving: boolean;
  /** The clock and time zone with which the server rendered a signed-in user's page (lib/readerClock.ts). */
  clock: ReaderClock | undefined;
}

export interface ReaderClock {
  /** The time at which the server rendered the page, in milliseconds. */
  now: number;
  /** A time zone name, such as 'Europe/Lisbon'. */
  timeZone: string;
}

export function createScope(links: TRPCLink<AppRouter>[], origin: string, workspacePath: string): ClientScope {
  // Data stays fresh for 5 minutes, without retries or refetching on focus or at intervals (requirements R7.24).
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { staleTime: 5 * 60_000, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
      mutations: { retry: false },
    },
  });
  const client = createTRPCClient<AppRouter>({ links });
  const utils = createTRPCQueryUtils<AppRouter>({ queryClient, client });
  return { queryClient, client, utils, origin, workspacePath, isDrawn: false, isArriving: false, clock: undefined };
}

let tabScope: ClientScope | undefined;

function createTabScope(): ClientScope {
  const workspacePath = getWorkspacePath(splitWorkspacePath(location.pathname).username);
  return createScope(createTabLinks(workspacePath), location.origin, workspacePath);
}

let findScope = (): ClientScope => (tabScope ??= createTabScope());

export const getScope = (): ClientScope => findScope();

/**
 * Sets the function with which `getScope` finds the current scope. On the server, that is the scope of the page
 * being rendered.
 */
export function setScopeFinder(finder: () => ClientScope): void {
  findScope = finder;
}

/** Creates an object that forwards property access to the current scope's `utils` or `client`. */
const createScopeProxy = <Part extends 'utils' | 'client'>(part: Part): ClientScope[Part] =>
  new Proxy({} as ClientScope[Part], { get: (_, name) => Reflect.get(getScope()[part], name) as unknown });

/**
 * Query utilities for code outside components, such as `await queryUtils.bookings.byId.ensureData({ id })` in a
 * loader.
 */
export const queryUtils: QueryUtils = createScopeProxy('utils');

/** A client that bypasses the query cache, as in `await trpcClient.bookings.move.mutate(…)`. */
export const trpcClient: TRPCClient<AppRouter> = createScopeProxy('client');

/**
 * Query options for data that other users can change. The data is fetched again on every visit to a page, unless it
 * was sent along with the page.
 */
export const ALWAYS_FRESH = {
  get staleTime() {
    return getScope().isArriving ? Number.POSITIVE_INFINITY : 0;
  },
};

/**
 * Query options for data about the signed-in person, which is the same in all workspaces. It is requested outside of
 * the tab's workspace, so that it is available to a person who has lost access to that workspace.
 */
export const OUTSIDE_WORKSPACE = { trpc: { context: { isOutsideWorkspace: true } } };
