import { Button, Container } from '@mantine/core';
import { data as respondWith, useRouteError } from 'react-router-dom';
import { isSignedOutError, getErrorMessage } from '../lib/errors.ts';
import { EmptyState } from './EmptyState.tsx';
import { PageMeta } from './PageMeta.tsx';
import { leaveForSignIn } from '../lib/sessionEnd.ts';

/** Loading a screen's data failed. The message is from the spec, and the cause is the error. */
class LoadError extends Error {}

/**
 * For loaders: names a failure, for example `withLoadError(queryUtils.x.y.ensureData(), 'Failed to load packages')`.
 */
export const withLoadError = <T,>(loading: Promise<T>, message: string): Promise<T> =>
  loading.catch((cause: unknown) => {
    throw new LoadError(message, { cause });
  });

/** The texts of the error screen. */
interface ErrorText {
  title: string;
  text: string;
}

/** Returns the texts for an error of a loader or screen, or those that the server has prepared. */
export function getErrorText(error: unknown): ErrorText {
  if (isErrorText(error)) return error;
  return error instanceof LoadError
    ? { title: error.message, text: getErrorMessage(error.cause) }
    : { title: 'Something went wrong', text: getErrorMessage(error, 'This page could not be shown') };
}

/** Returns the cause of a `LoadError`. */
export const getErrorCause = (error: unknown): unknown => (error instanceof LoadError ? error.cause : error);

const isErrorText = (error: unknown): error is ErrorText =>
  typeof error === 'object' && error !== null && !(error instanceof Error) && 'title' in error && 'text' in error;

/** Returned by a loader if its subject does not exist: null for the screen, status 404 for HTTP clients. */
export const createNotFoundResponse = () => respondWith(null, { status: 404 });

/** Shown if a screen's data or code failed to load. */
export function RouteErrorScreen() {
  const error = useRouteError();
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
            <Button onClick={() => location.reload()}>Try again</Button>
          )
        }
      />
    </Container>
  );
}
