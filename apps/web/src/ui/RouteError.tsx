import { Button, Container } from '@mantine/core';
import { data as respondWith, useRouteError } from 'react-router-dom';
import { isSignedOut, messageOf } from '../lib/errors.ts';
import { EmptyState } from './EmptyState.tsx';
import { Head } from './Head.tsx';
import { leaveForSignIn } from './sessionEnd.ts';

/** A screen's data could not be loaded; the message is what the spec calls it, the cause says why. */
class LoadError extends Error {}

/** For loaders: names a failure to load, e.g. `orFail(data.x.y.ensureData(), 'Failed to load packages')`. */
export const orFail = <T,>(loading: Promise<T>, message: string): Promise<T> =>
  loading.catch((cause: unknown) => {
    throw new LoadError(message, { cause });
  });

/** What the error screen says. */
interface ErrorWords {
  title: string;
  text: string;
}

/** The words for what a loader or a screen threw, or for what the server has put in words already. */
export function wordsOf(error: unknown): ErrorWords {
  if (isWords(error)) return error;
  return error instanceof LoadError
    ? { title: error.message, text: messageOf(error.cause) }
    : { title: 'Something went wrong', text: messageOf(error, 'This page could not be shown') };
}

/** What stands behind a failure to load. */
export const causeOf = (error: unknown): unknown => (error instanceof LoadError ? error.cause : error);

const isWords = (error: unknown): error is ErrorWords =>
  typeof error === 'object' && error !== null && !(error instanceof Error) && 'title' in error && 'text' in error;

/**
 * What a loader returns when what its address names does not
 * exist: null for the screen, 404 for whoever asks the server.
 */
export const notFound = () => respondWith(null, { status: 404 });

/** What a screen shows when its data could not be loaded or its code failed. */
export function RouteError() {
  const error = useRouteError();
  const { title, text } = wordsOf(error);
  return (
    <Container size="sm" py="xl">
      <Head title={title} />
      <EmptyState
        wholeScreen
        title={title}
        text={text}
        action={
          isSignedOut(causeOf(error)) ? (
            <Button onClick={leaveForSignIn}>Sign in</Button>
          ) : (
            <Button onClick={() => location.reload()}>Try again</Button>
          )
        }
      />
    </Container>
  );
}
