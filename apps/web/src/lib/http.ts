/** Requests to addresses of the API that are not tRPC procedures, such as uploads and documents. */
import { TRPCClientError } from '@trpc/client';
import { sendWrite } from './writes.ts';

/**
 * Requests an address of the API. Throws the error that a tRPC call would throw if the API refuses or cannot be
 * reached, so that screens handle both in the same way (errors.ts). With `init` it is a write.
 */
export const requestApi = (address: string, init?: RequestInit): Promise<Response> =>
  init === undefined
    ? fetchOrThrow(address)
    : sendWrite(address, (headers) =>
        fetchOrThrow(address, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } }),
      );

async function fetchOrThrow(address: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(address, init).catch((cause: Error) => {
    throw TRPCClientError.from(cause);
  });
  if (response.ok) return response;
  const { message = '' } = (await response.json().catch(() => ({}))) as { message?: string };
  const code =
    response.status === 401 ? 'UNAUTHORIZED' : response.status < 500 ? 'BAD_REQUEST' : 'INTERNAL_SERVER_ERROR';
  // The only precondition of a write is the account of its page.
  const failure = response.status === 412 ? 'ACCOUNT_CHANGED' : code === 'UNAUTHORIZED' ? 'SIGNED_OUT' : null;
  throw TRPCClientError.from({ error: { message, code: 0, data: { code, failure } } });
}

/** Uploads a file's bytes as the request body and returns the JSON answer. Throws as `requestApi` does. */
export async function postFile<Answer>(address: string, file: Blob): Promise<Answer> {
  const headers = { 'content-type': file.type === '' ? 'application/octet-stream' : file.type };
  const response = await requestApi(address, { method: 'POST', headers, body: file });
  return (await response.json()) as Answer;
}
