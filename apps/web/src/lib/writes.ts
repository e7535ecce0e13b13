/**
 * What every write of the web app carries: the account that the page was rendered for, and an idempotency key. Both are
 * headers, so no form has to know about them.
 */
import type { AppRouter } from '@marquee/api/router';
import { IDEMPOTENCY_HEADER, NOBODY, PAGE_USER_HEADER } from '@marquee/validation';
import { httpBatchLink, httpLink, splitLink, type TRPCLink } from '@trpc/client';
import { share, tap } from '@trpc/server/observable';
import { failureOf, isAnswered } from './errors.ts';

let pageUser: string | undefined;

/** Remembers whom the page was rendered for. Only the first call counts: the account changes by a full load only. */
export function setPageUser(id: string | null): void {
  pageUser ??= id ?? NOBODY;
}

/** Returns the id of the user for whom the page was rendered, or null for a visitor. */
export const findPageUser = (): string | null => (pageUser === NOBODY ? null : (pageUser ?? null));

let leave = (): void => location.replace(location.pathname + location.search);

/** Sets what happens after the server refused a write because another account is signed in now. */
export function onAccountChanged(handler: () => void): void {
  leave = handler;
}

/** Says that the server refused a write because another account is signed in now. */
export const tellAccountChanged = (): void => leave();

/** So long after an answer, the same request still counts as the same press of a button. */
const SAME_PRESS_MS = 1_000;

const keys = new Map<string, string>();
/** The last request that succeeded. */
let done: string | undefined;

/**
 * Returns the idempotency key of a request. The same request has the same key until it was answered, so that pressing
 * a button twice, or trying again after the connection was lost, creates one thing.
 */
function keyOf(request: string): string {
  // Something else happened in between, such as removing what was created: creating it again is meant.
  if (done !== undefined && done !== request) keys.delete(done);
  const key = keys.get(request) ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  keys.set(request, key);
  return key;
}

/** Says that a write has succeeded. */
export function settleWrite(request: string): void {
  done = request;
  const key = keys.get(request);
  setTimeout(() => {
    if (keys.get(request) === key) keys.delete(request);
  }, SAME_PRESS_MS);
}

/** Returns the headers of a write. `request` tells writes apart. */
export const headersOfWrite = (request: string): Record<string, string> => ({
  ...(pageUser !== undefined && { [PAGE_USER_HEADER]: pageUser }),
  [IDEMPOTENCY_HEADER]: keyOf(request),
});

const requestOf = ({ path, input }: { path: string; input: unknown }) => `${path} ${JSON.stringify(input)}`;

/** Sends a write once while it is under way, and notices how it ends. */
const watchWrites: TRPCLink<AppRouter> = () => {
  const underWay = new Map<string, ReturnType<Parameters<ReturnType<TRPCLink<AppRouter>>>[0]['next']>>();
  return ({ op, next }) => {
    if (op.type !== 'mutation') return next(op);
    const request = requestOf(op);
    const sent =
      underWay.get(request) ??
      next(op).pipe(
        tap({
          next: () => {
            underWay.delete(request);
            settleWrite(request);
          },
          error: (error) => {
            underWay.delete(request);
            // The server answered and created nothing, so there is nothing to repeat.
            if (isAnswered(error)) keys.delete(request);
            if (failureOf(error) === 'ACCOUNT_CHANGED') tellAccountChanged();
          },
        }),
        share(),
      );
    underWay.set(request, sent);
    return sent;
  };
};

/** The links of a browser tab. A write has headers of its own, so it is sent alone; reads are sent together. */
export const linksOfTab = (): TRPCLink<AppRouter>[] => [
  watchWrites,
  splitLink({
    condition: ({ type }) => type === 'mutation',
    true: httpLink({ url: '/trpc', headers: ({ op }) => headersOfWrite(requestOf(op)) }),
    // The server takes at most 10 calls in one request.
    false: httpBatchLink({ url: '/trpc', maxItems: 10 }),
  }),
];
