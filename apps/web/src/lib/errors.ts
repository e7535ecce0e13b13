/** Reads errors of API calls and returns their messages for users. */
import { TRPCClientError } from '@trpc/client';

/**
 * The data that the API adds to an error besides its message (core/trpc.ts). Undefined if the response did not come
 * from the API.
 */
type ErrorData = { code: string; failure: string | null } | null | undefined;

const getErrorData = (error: unknown): ErrorData =>
  error instanceof TRPCClientError ? (error.data as ErrorData) : undefined;

/** Returns the failure code (see the API's failures.ts), or null if the error has none. */
export const getFailureCode = (error: unknown) => getErrorData(error)?.failure ?? null;

/** Whether the API itself answered, even if with an error. An answer of a proxy does not count. */
export const isApiError = (error: unknown): boolean => Boolean(getErrorData(error));

/** Whether the API answered that it failed itself. */
export const isInternalError = (error: unknown): boolean => getErrorData(error)?.code === 'INTERNAL_SERVER_ERROR';

/** Whether a call failed because the session is over. */
export const isSignedOutError = (error: unknown): boolean => getFailureCode(error) === 'SIGNED_OUT';

/**
 * Returns the text that a page shows for an error. Named failures and validation errors have their own sentences.
 * For every other error it is `documented`, the page's text of spec section 8 without its full stop, followed by
 * advice. Without `documented` it is only the advice.
 */
export function getErrorMessage(error: unknown, documented?: string): string {
  const known = getErrorData(error);
  const hasSentence = typeof known?.failure === 'string' || known?.code === 'BAD_REQUEST';
  if (hasSentence && error instanceof Error && error.message !== '') return error.message;
  const next =
    error instanceof TRPCClientError && !known
      ? 'The server could not be reached. Please try again.'
      : 'Please try again.';
  return documented === undefined ? next : `${documented}. ${next}`;
}
