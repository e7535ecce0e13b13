/** Requests to addresses of the API that are not tRPC procedures, such as uploads and documents. */
import { TRPCClientError } from '@trpc/client';
import { sendWrite } from './writes.ts';

/**
 * Reads an address of the API. Throws the error that a tRPC call would throw if the API refuses or cannot be reached,
 * so that screens handle both in the same way (errors.ts).
 */
export const readFromApi = (address: string): Promise<Response> => fetchOrThrow(address);

/**
 * Sends a write to an address of the API and returns the JSON answer. Throws as `readFromApi` does, also if the
 * connection is lost before the whole answer has arrived. The write then counts as one whose answer was lost.
 */
export const writeToApi = <Answer>(address: string, init: RequestInit): Promise<Answer> =>
  sendWrite(address, async (headers) => {
    const response = await fetchOrThrow(address, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), ...headers },
    });
    return (await response.json().catch((cause: Error) => {
      throw TRPCClientError.from(cause);
    })) as Answer;
  });

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

/** Uploads a file's bytes as the request body and returns the JSON answer. Throws as `writeToApi` does. */
export const postFile = <Answer>(address: string, file: Blob): Promise<Answer> =>
  writeToApi(address, {
    method: 'POST',
    headers: { 'content-type': file.type === '' ? 'application/octet-stream' : file.type },
    body: file,
  });
