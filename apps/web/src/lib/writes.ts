/** Sends write requests with two headers: the account for which the page was rendered, and an idempotency key. */
import type { AppRouter } from '@marquee/api/router';
import { IDEMPOTENCY_HEADER, VISITOR_ID, PAGE_USER_HEADER } from '@marquee/contracts';
import {
  httpBatchLink,
  httpLink,
  retryLink,
  splitLink,
  type OperationResultEnvelope,
  type TRPCClientError,
  type TRPCLink,
} from '@trpc/client';
import { observable, observableToPromise } from '@trpc/server/observable';
import { repeatAfterConfirmation } from './confirmation.ts';
import { getFailureCode, isApiError, isInternalError, isOlderServerError, isUnavailableError } from './errors.ts';

let pageUser: string | undefined;

/**
 * Stores the id of the user who was signed in when the page was rendered. Only the first call has an effect, because
 * the account cannot change without a full page load.
 */
export function setPageUser(id: string | null): void {
  pageUser ??= id ?? VISITOR_ID;
}

let handleAccountChanged = (): void => location.replace(location.pathname + location.search);

/** Registers the handler for write requests that were refused because a different account is signed in now. */
export function setAccountChangedHandler(handler: () => void): void {
  handleAccountChanged = handler;
}

/** For this time after a successful write, an identical request counts as part of the same click. */
const SAME_PRESS_MS = 1_000;

/** For this time after a lost response, an identical request reuses the idempotency key. */
const RETRY_MS = 60_000;

interface Key {
  value: string;
  isSettled: boolean;
  /** The time in milliseconds at which the key expires. The key of a pending request does not expire. */
  endsAt: number;
}

const idempotencyKeys = new Map<string, Key>();

/**
 * Returns the idempotency key of a request. If the user clicks a button twice, or clicks again after the connection
 * was lost, both requests have the same key, so the server executes only one.
 */
function getIdempotencyKey(request: string): string {
  const now = Date.now();
  for (const [other, { endsAt }] of idempotencyKeys) if (endsAt <= now) idempotencyKeys.delete(other);
  const value = idempotencyKeys.get(request)?.value ?? crypto.getRandomValues(new Uint32Array(4)).join('-');
  idempotencyKeys.set(request, { value, isSettled: false, endsAt: Number.POSITIVE_INFINITY });
  return value;
}

/**
 * Marks the request as successful and deletes the keys of earlier successful writes. If the user creates something,
 * deletes it and creates it again, the last request then gets a new key.
 */
function settleKey(request: string): void {
  for (const [other, { isSettled }] of idempotencyKeys) if (isSettled) idempotencyKeys.delete(other);
  const key = idempotencyKeys.get(request);
  if (key !== undefined) idempotencyKeys.set(request, { ...key, isSettled: true, endsAt: Date.now() + SAME_PRESS_MS });
}

/**
 * Keeps the key of a failed request if the server may have executed the write. Deletes the key if the server refused
 * the request.
 */
function keepOrDropKey(request: string, error: unknown): void {
  const key = idempotencyKeys.get(request);
  if (key === undefined) return;
  if (isApiError(error) && !isInternalError(error) && !isUnavailableError(error)) idempotencyKeys.delete(request);
  else idempotencyKeys.set(request, { ...key, endsAt: Date.now() + RETRY_MS });
}

/** Returns the headers of a write. Calls with an equal `request` get the same idempotency key. */
const headersOf = (request: string): Record<string, string> => ({
  ...(pageUser !== undefined && { [PAGE_USER_HEADER]: pageUser }),
  [IDEMPOTENCY_HEADER]: getIdempotencyKey(request),
});

/**
 * Pauses before a request is repeated because the server could not reach its database, or because it runs an older
 * release than the page, in milliseconds. A restart of
 * the database takes a few seconds. A failover takes up to 20 s, for which the user has to press the button again.
 */
const RETRY_PAUSES_MS = [1_000, 2_000, 4_000];

/** Returns the pause before attempt number `attempts` + 1, varied so that not all tabs repeat at the same time. */
const getRetryPauseMs = (attempts: number): number => (RETRY_PAUSES_MS[attempts - 1] ?? 0) * (0.75 + Math.random() / 2);

const mayRetry = (error: unknown, attempts: number): boolean =>
  (isUnavailableError(error) || isOlderServerError(error)) && attempts <= RETRY_PAUSES_MS.length;

/**
 * Repeats `send` while the server cannot reach its database, or runs an older release. The write has an idempotency
 * key, so the server executes it once even if only its response was lost.
 */
async function repeatWhileUnavailable<T>(send: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await send();
    } catch (error) {
      if (!mayRetry(error, attempts)) throw error;
      await new Promise((resolve) => {
        setTimeout(resolve, getRetryPauseMs(attempts));
      });
    }
  }
}

/**
 * Calls `send` with the headers of a write and returns its result. Calls with an equal `request` get the same
 * idempotency key. Repeats the call for some seconds while the server cannot reach its database.
 */
export async function sendWrite<T>(request: string, send: (headers: Record<string, string>) => Promise<T>): Promise<T> {
  const headers = headersOf(request);
  try {
    const answer = await repeatWhileUnavailable(() => send(headers));
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
 * Combines identical concurrent writes into one request. All callers get its response or error. A write that a
 * caller can abort is not combined, because aborting it would affect the other callers.
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

/** Returns the link of batched reads. The server accepts at most 10 calls per request. */
const createReadLink = (workspacePath: string) => httpBatchLink({ url: `${workspacePath}/trpc`, maxItems: 10 });

/**
 * Returns the tRPC links of a browser tab, whose calls act in the tab's workspace. Each write is sent as a separate
 * request, because its headers apply to that write only. Reads are batched, and repeated for some seconds while the
 * server cannot reach its database.
 */
export const createTabLinks = (workspacePath: string): TRPCLink<AppRouter>[] => [
  repeatAfterConfirmation,
  shareWrites,
  retryLink({
    retry: ({ op, error, attempts }) => op.type === 'query' && mayRetry(error, attempts),
    retryDelayMs: getRetryPauseMs,
  }),
  splitLink({
    condition: ({ type }) => type === 'mutation',
    true: httpLink({
      url: `${workspacePath}/trpc`,
      headers: ({ op }) => op.context['headers'] as Record<string, string>,
    }),
    false: splitLink({
      condition: ({ context }) => context['isOutsideWorkspace'] === true,
      true: createReadLink(''),
      false: createReadLink(workspacePath),
    }),
  }),
];
