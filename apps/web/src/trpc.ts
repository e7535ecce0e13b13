/** The typed calls: one query client, hooks for components, and the same queries for route loaders. */
import type { AppRouter } from '@marquee/api/router';
import { QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';

export type Outputs = inferRouterOutputs<AppRouter>;
export type Inputs = inferRouterInputs<AppRouter>;

export const trpc = createTRPCReact<AppRouter>();

// Spec §7 "Generic reads": fresh for 5 minutes, no retries, no refetch on focus or interval.
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 5 * 60_000, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false },
    mutations: { retry: false },
  },
});

/** The server takes at most 10 calls in one request. */
const links = [httpBatchLink({ url: '/trpc', maxItems: 10 })];

export const trpcClient = trpc.createClient({ links });

/** For loaders: `await data.bookings.byId.ensureData({ id })`. */
export const data = createTRPCQueryUtils<AppRouter>({ queryClient, client: createTRPCClient<AppRouter>({ links }) });

/** The failure's code (see the API's failures.ts), or null when the server could not be reached or named none. */
export const failureOf = (error: unknown) => (error instanceof TRPCClientError ? ((error.data as ErrorData)?.failure ?? null) : null);

type ErrorData = { failure: string | null } | undefined;

/** What to tell a person about an error: the server's sentence, or that it could not be reached. */
export function messageOf(error: unknown, fallback: string): string {
  if (!(error instanceof TRPCClientError)) return fallback;
  if (error.data === undefined || error.data === null) return 'The server could not be reached. Please check your connection and try again.';
  return error.message === '' ? fallback : error.message;
}
