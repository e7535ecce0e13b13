import { TRPCClientError } from '@trpc/client';

/**
 * The data that the API adds to an error (core/trpc.ts in the API). Undefined if the response did not come from the
 * API.
 */
type ErrorData = { code: string; failure: string | null; reference?: string; version?: string } | null | undefined;

const getErrorData = (error: unknown): ErrorData =>
  error instanceof TRPCClientError ? (error.data as ErrorData) : undefined;

/** Returns the failure code (see failures.ts in the API), or null if the error has none. */
export const getFailureCode = (error: unknown) => getErrorData(error)?.failure ?? null;

/** Tells whether the error is a response from the API, as opposed to a network error or the response of a proxy. */
export const isApiError = (error: unknown): boolean => Boolean(getErrorData(error));

export const isInternalError = (error: unknown): boolean => getErrorData(error)?.code === 'INTERNAL_SERVER_ERROR';

/** Tells whether the API could not reach its database. A repeated request will succeed soon. */
export const isUnavailableError = (error: unknown): boolean => getFailureCode(error) === 'DATABASE_AWAY';

/** Tells whether the server does not know the called procedure, because it runs another release than the page. */
export const isOutdatedPageError = (error: unknown): boolean => getFailureCode(error) === 'PAGE_OUTDATED';

/**
 * Tells whether the server does not know the called procedure because it still runs an older release than the page. A
 * repeated request may reach a server with the new release.
 */
export function isOlderServerError(error: unknown): boolean {
  const { code, failure, version } = getErrorData(error) ?? {};
  // Version 1.0.0 has no failure for an unknown procedure.
  if (code === 'NOT_FOUND' && failure === null) return true;
  return version !== undefined && compareVersions(version, import.meta.env.MARQUEE_VERSION) < 0;
}

const compareVersions = (one: string, other: string): number => one.localeCompare(other, 'en', { numeric: true });

/** Tells whether the user is not, or no longer, a member of the tab's workspace. */
export const isLostWorkspaceError = (error: unknown): boolean => getFailureCode(error) === 'WORKSPACE_NOT_FOUND';

export const isSignedOutError = (error: unknown): boolean => getFailureCode(error) === 'SIGNED_OUT';

/**
 * Returns the text that a page shows for an error. Errors with a failure code and validation errors have a message of
 * their own. For other errors, returns `documented` followed by advice. `documented` is the page's error message from
 * the requirements (R8.1 to R8.30) without a period. Without `documented`, returns only the advice. Errors of the
 * server end with the reference by which staff find them.
 */
export function getErrorMessage(error: unknown, documented?: string): string {
  const reference = getErrorData(error)?.reference;
  const message = describeError(error, documented);
  return reference === undefined ? message : `${message} Reference: ${reference}`;
}

function describeError(error: unknown, documented: string | undefined): string {
  const errorData = getErrorData(error);
  const hasSentence = typeof errorData?.failure === 'string' || errorData?.code === 'BAD_REQUEST';
  if (hasSentence && error instanceof Error && error.message !== '') return error.message;
  const next =
    error instanceof TRPCClientError && !errorData
      ? 'The server could not be reached. Please try again.'
      : 'Please try again.';
  return documented === undefined ? next : `${documented}. ${next}`;
}
