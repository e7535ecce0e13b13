/** Every write carries two headers: the account that the page was rendered for, and an idempotency key. */
import type { AppRouter } from '@marquee/api/router';
import { IDEMPOTENCY_HEADER, VISITOR_ID, PAGE_USER_HEADER } from '@marquee/validation';
import {
  httpBatchLink,
  httpLink,
  splitLink,
  type OperationResultEnvelope,
  type TRPCClientError,
  type TRPCLink,
} from '@trpc/client';
import { observable, observableToPromise } from '@trpc/server/observable';
import { getFailureCode, isApiError, isInternalError } from './errors.ts';

let pageUser: string | undefined;

/**
 * Stores the user that the page was rendered for. Only the first call has an effect, because the account changes
 * only with a full page load.
 */
export function setPageUser(id: string | null): void {
  pageUser ??= id ?? VISITOR_ID;
}

/** Returns the id of the user that the page was rendered for, or null for a visitor. */
export const findPageUser = (): string | null => (pageUser === VISITOR_ID ? null : (pageUser ?? null));

let handleAccountChanged = (): void => location.replace(location.pathname + location.search);

/** Registers the handler for writes that were refused because another account is signed in now. */
export function setAccountChangedHandler(handler: () => void): void {
  handleAccountChanged = handler;
}

/** The time after a success during which an identical request counts as the same click. */
const SAME_PRESS_MS = 1_000;

/** The time after a lost response during which an identical request counts as a retry. */
const RETRY_MS = 60_000;

interface Key {
  value: string;
  isSettled: boolean;
  /** The time in milliseconds at which the key ends. A write that is under way keeps its key. */
  endsAt: number;
}

const idempotencyKeys = new Map<string, Key>();

/**
 * Returns the idempotency key of a request. Pressing a button twice, or trying again after the connection was lost,
 * sends the same key, so the server creates one thing.
 */
function getIdempotencyKey(request: string): string {
  const now = Date.now();
  for (const [other, { endsAt }] of idempotencyKeys) if (endsAt <= now) idempotencyKeys.delete(other);
  const value = idempotencyKeys.get(request)?.value ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  idempotencyKeys.set(request, { value, isSettled: false, endsAt: Number.POSITIVE_INFINITY });
  return value;
}

/** Ends the keys of all writes that succeeded earlier: after a removal, creating the same thing again is meant. */
function settleKey(request: string): void {
  for (const [other, { isSettled }] of idempotencyKeys) if (isSettled) idempotencyKeys.delete(other);
  const key = idempotencyKeys.get(request);
  if (key !== undefined) idempotencyKeys.set(request, { ...key, isSettled: true, endsAt: Date.now() + SAME_PRESS_MS });
}

/** Keeps the key if the write may have happened. After a refusal there is nothing to repeat. */
function keepOrDropKey(request: string, error: unknown): void {
  const key = idempotencyKeys.get(request);
  if (key === undefined) return;
  if (isApiError(error) && !isInternalError(error)) idempotencyKeys.delete(request);
  else idempotencyKeys.set(request, { ...key, endsAt: Date.now() + RETRY_MS });
}

/** Returns the headers of a write. Writes with equal `request` share an idempotency key. */
const headersOf = (request: string): Record<string, string> => ({
  ...(pageUser !== undefined && { [PAGE_USER_HEADER]: pageUser }),
  [IDEMPOTENCY_HEADER]: getIdempotencyKey(request),
});

/**
 * Sends a write with its headers and returns the result of `send`. Writes with equal `request` share an idempotency
 * key.
 */
export async function sendWrite<T>(request: string, send: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  try {
    const answer = await send(headersOf(request));
    settleKey(request);
    return answer;
  } catch (error) {
    keepOrDropKey(request, error);
    if (getFailureCode(error) === 'ACCOUNT_CHANGED') handleAccountChanged();
    throw error;
  }
}

const serializeRequest = ({ path, input }: { path: string; input: unknown }) => `${path} ${JSON.stringify(input)}`;

type WriteAnswer = OperationResultEnvelope<unknown, TRPCClientError<AppRouter>>;

/**
 * Sends identical concurrent writes once. All callers get the same answer or error. A write that its caller can abort
 * is not shared, because one caller would abort it for all.
 */
const shareWrites: TRPCLink<AppRouter> = () => {
  const underWay = new Map<string, Promise<WriteAnswer>>();
  return ({ op, next }) => {
    if (op.type !== 'mutation') return next(op);
    const request = serializeRequest(op);
    const send = () =>
      sendWrite(request, (headers) => observableToPromise(next({ ...op, context: { ...op.context, headers } })));
    const share = () => {
      const answer = underWay.get(request) ?? send().finally(() => underWay.delete(request));
      underWay.set(request, answer);
      return answer;
    };
    return observable((observer) => {
      const pass = async () => {
        observer.next(await (op.signal == null ? share() : send()));
        observer.complete();
      };
      pass().catch((error: TRPCClientError<AppRouter>) => observer.error(error));
    });
  };
};

/** The links of a browser tab. A write has headers of its own, so it is sent alone; reads are sent together. */
export const createTabLinks = (): TRPCLink<AppRouter>[] => [
  shareWrites,
  splitLink({
    condition: ({ type }) => type === 'mutation',
    true: httpLink({ url: '/trpc', headers: ({ op }) => op.context['headers'] as Record<string, string> }),
    // The server takes at most 10 calls in one request.
    false: httpBatchLink({ url: '/trpc', maxItems: 10 }),
  }),
];
