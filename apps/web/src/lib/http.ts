/** Sends requests to API endpoints that are not tRPC procedures, such as uploads and documents. */
import { TRPCClientError } from '@trpc/client';
import { REQUEST_ID_HEADER } from '@marquee/contracts';
import { getScope } from '../trpc.ts';
import { sendWrite } from './writes.ts';

/**
 * Sends a GET request to a path of paths.ts, which includes the workspace. If the API refuses the request or cannot be
 * reached, throws the same error as a tRPC call, so that pages can handle both kinds of calls in the same way
 * (errors.ts).
 */
export const readFromApi = (address: string): Promise<Response> => fetchOrThrow(address);

/**
 * Sends a write request to an API endpoint in the tab's workspace and returns the JSON response. Throws the same errors
 * as `readFromApi`, including when the connection is lost before the response is complete. In that case, the next
 * identical request reuses the idempotency key.
 */
export const writeToApi = <Answer>(address: string, init: RequestInit): Promise<Answer> =>
  sendWrite(address, async (headers) => {
    const response = await fetchOrThrow(getScope().workspacePath + address, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), ...headers },
    });
    return (await response.json().catch((cause: Error) => {
      throw TRPCClientError.from(cause);
    })) as Answer;
  });

/** Tells whether the server can be reached. */
export const isServerUp = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

async function fetchOrThrow(address: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(address, init).catch((cause: Error) => {
    throw TRPCClientError.from(cause);
  });
  if (response.ok) return response;
  const { message = '', code: name } = (await response.json().catch(() => ({}))) as { message?: string; code?: string };
  const code =
    response.status === 401 ? 'UNAUTHORIZED' : response.status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR';
  // A 412 response means that the account has changed, because that is the only precondition that write requests
  // send.
  const failure =
    response.status === 412
      ? 'ACCOUNT_CHANGED'
      : code === 'UNAUTHORIZED'
        ? 'SIGNED_OUT'
        : name === 'DATABASE_AWAY'
          ? name
          : null;
  const reference = response.status < 500 ? null : response.headers.get(REQUEST_ID_HEADER);
  throw TRPCClientError.from({
    error: { message, code: 0, data: { code, failure, ...(reference !== null && { reference }) } },
  });
}

/** Uploads a file as the request body and returns the JSON response. Throws the same errors as `writeToApi`. */
export const postFile = <Answer>(address: string, file: Blob): Promise<Answer> =>
  writeToApi(address, {
    method: 'POST',
    headers: { 'content-type': file.type === '' ? 'application/octet-stream' : file.type },
    body: file,
  });
