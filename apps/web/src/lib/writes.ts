/**
 * What every write of the web app carries: the account that the page was rendered for, and an idempotency key. Both are
 * headers, so no form has to know about them.
 */
import type { AppRouter } from '@marquee/api/router';
import { IDEMPOTENCY_HEADER, NOBODY, PAGE_USER_HEADER } from '@marquee/validation';
import {
  httpBatchLink,
  httpLink,
  splitLink,
  type OperationResultEnvelope,
  type TRPCClientError,
  type TRPCLink,
} from '@trpc/client';
import { observable, observableToPromise } from '@trpc/server/observable';
import { failureOf, isAnswered, isInternal } from './errors.ts';

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

type Answer = OperationResultEnvelope<unknown, TRPCClientError<AppRouter>>;

/** Notices how a write ends. */
async function watchWrite(request: string, answer: Promise<Answer>): Promise<void> {
  try {
    await answer;
    settleWrite(request);
  } catch (error) {
    // The server refused the write, so there is nothing to repeat. After an internal error it may have written.
    if (isAnswered(error) && !isInternal(error)) keys.delete(request);
    if (failureOf(error) === 'ACCOUNT_CHANGED') tellAccountChanged();
  }
}

/** Sends a write once while it is under way. Everyone who asked for it gets the answer, or the error. */
const shareWrites: TRPCLink<AppRouter> = () => {
  const underWay = new Map<string, Promise<Answer>>();
  return ({ op, next }) => {
    if (op.type !== 'mutation') return next(op);
    const request = requestOf(op);
    const answer = underWay.get(request) ?? observableToPromise(next(op));
    if (!underWay.has(request)) {
      underWay.set(request, answer);
      void watchWrite(request, answer).finally(() => underWay.delete(request));
    }
    return observable((observer) => {
      const pass = async () => {
        observer.next(await answer);
        observer.complete();
      };
      pass().catch((error: TRPCClientError<AppRouter>) => observer.error(error));
    });
  };
};

/** The links of a browser tab. A write has headers of its own, so it is sent alone; reads are sent together. */
export const linksOfTab = (): TRPCLink<AppRouter>[] => [
  shareWrites,
  splitLink({
    condition: ({ type }) => type === 'mutation',
    true: httpLink({ url: '/trpc', headers: ({ op }) => headersOfWrite(requestOf(op)) }),
    // The server takes at most 10 calls in one request.
    false: httpBatchLink({ url: '/trpc', maxItems: 10 }),
  }),
];
