import { Button, Container } from '@mantine/core';
import { data as respondWith, useRouteError } from 'react-router-dom';
import { isSignedOutError, getErrorMessage } from '../lib/errors.ts';
import { EmptyState } from './EmptyState.tsx';
import { PageMeta } from './PageMeta.tsx';
import { leaveForSignIn } from '../lib/sessionEnd.ts';

/** A screen's data could not be loaded; the message is what the spec calls it, the cause says why. */
class LoadError extends Error {}

/** For loaders: names a failure to load, e.g. `orFail(data.x.y.ensureData(), 'Failed to load packages')`. */
export const withLoadError = <T,>(loading: Promise<T>, message: string): Promise<T> =>
  loading.catch((cause: unknown) => {
    throw new LoadError(message, { cause });
  });

/** What the error screen says. */
interface ErrorText {
  title: string;
  text: string;
}

/** The words for what a loader or a screen threw, or for what the server has put in words already. */
export function getErrorText(error: unknown): ErrorText {
  if (isErrorText(error)) return error;
  return error instanceof LoadError
    ? { title: error.message, text: getErrorMessage(error.cause) }
    : { title: 'Something went wrong', text: getErrorMessage(error, 'This page could not be shown') };
}

/** What stands behind a failure to load. */
export const getErrorCause = (error: unknown): unknown => (error instanceof LoadError ? error.cause : error);

const isErrorText = (error: unknown): error is ErrorText =>
  typeof error === 'object' && error !== null && !(error instanceof Error) && 'title' in error && 'text' in error;

/**
 * What a loader returns when what its address names does not
 * exist: null for the screen, 404 for whoever asks the server.
 */
export const createNotFoundResponse = () => respondWith(null, { status: 404 });

/** What a screen shows when its data could not be loaded or its code failed. */
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
