import { Button, Container } from '@mantine/core';
import { useEffect } from 'react';
import { data as respondWith } from 'react-router-dom';
import { getErrorMessage, isOutdatedPageError, isSignedOutError, isUnavailableError } from '../lib/errors.ts';
import { isMissingScriptError, reloadOnce } from '../lib/outdatedPage.ts';
import { EmptyState } from './EmptyState.tsx';
import { PageMeta } from './PageMeta.tsx';
import { leaveForSignIn } from '../lib/sessionEnd.ts';

/**
 * Thrown if the data of a page could not be loaded. The message is the documented text, and `cause` is the original
 * error.
 */
class LoadError extends Error {}

/**
 * Sets the error message for a failed request in a loader, as in `withLoadError(queryUtils.x.y.ensureData(), 'Failed
 * to load packages')`.
 */
export const withLoadError = <T,>(loading: Promise<T>, message: string): Promise<T> =>
  loading.catch((cause: unknown) => {
    throw new LoadError(message, { cause });
  });

interface ErrorText {
  title: string;
  text: string;
}

/**
 * Returns the title and text for an error in a loader or page. If the server has already prepared them, returns
 * those.
 */
export function getErrorText(error: unknown): ErrorText {
  if (isErrorText(error)) return error;
  if (isMissingScriptError(error))
    return {
      title: 'Something went wrong',
      text: 'This page could not be loaded completely. Check your connection and load it again.',
    };
  return error instanceof LoadError
    ? { title: error.message, text: getErrorMessage(error.cause) }
    : { title: 'Something went wrong', text: getErrorMessage(error, 'This page could not be loaded') };
}

/** Returns the cause of a `LoadError`, or else the error itself. */
export const getErrorCause = (error: unknown): unknown => (error instanceof LoadError ? error.cause : error);

const isErrorText = (error: unknown): error is ErrorText =>
  typeof error === 'object' && error !== null && !(error instanceof Error) && 'title' in error && 'text' in error;

/**
 * Creates the response that a loader returns if the requested object does not exist. The page gets null, and HTTP
 * clients get status 404.
 */
export const createNotFoundResponse = () => respondWith(null, { status: 404 });

/** Time after which a page that could not reach the database loads again. The server's own page uses the same time. */
const RELOAD_MS = 5_000;

/**
 * Shown if the data or code of a page could not be loaded. While the database is away, the page reloads automatically.
 * If a script is missing, it reloads once.
 */
export function RouteErrorScreen({ error }: { error: unknown }) {
  const isUnavailable = isUnavailableError(getErrorCause(error));
  useEffect(() => {
    if (!isUnavailable) return undefined;
    const timer = setTimeout(() => location.reload(), RELOAD_MS);
    return () => clearTimeout(timer);
  }, [isUnavailable]);
  const isScriptMissing = isMissingScriptError(error);
  useEffect(() => {
    if (isScriptMissing) void reloadOnce();
  }, [isScriptMissing]);
  const { title, text } = getErrorText(error);
  return (
    <Container size="sm" py="xl">
      <PageMeta title={title} />
      <EmptyState
        wholeScreen
        title={title}
        text={text}
        action={
          isSignedOutError(getErrorCause(error)) ? (
            <Button onClick={leaveForSignIn}>Sign in</Button>
          ) : (
            <Button onClick={() => location.reload()}>
              {isOutdatedPageError(getErrorCause(error)) ? 'Reload to update' : 'Try again'}
            </Button>
          )
        }
      />
    </Container>
  );
}
