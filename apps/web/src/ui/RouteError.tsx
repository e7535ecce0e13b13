import { Button, Container } from '@mantine/core';
import { useRouteError } from 'react-router-dom';
import { messageOf } from '../trpc.ts';
import { EmptyState } from './EmptyState.tsx';

/** A screen's data could not be loaded; the message is what the spec calls it, the cause says why. */
class LoadError extends Error {}

/** For loaders: names a failure to load, e.g. `orFail(data.x.y.ensureData(), 'Failed to load packages')`. */
export const orFail = <T,>(loading: Promise<T>, message: string): Promise<T> =>
  loading.catch((cause: unknown) => {
    throw new LoadError(message, { cause });
  });

/** What a screen shows when its data could not be loaded or its code failed. */
export function RouteError() {
  const error = useRouteError();
  return (
    <Container size="sm" py="xl">
      <EmptyState
        wholeScreen
        title={error instanceof LoadError ? error.message : 'Something went wrong'}
        text={messageOf(error instanceof LoadError ? error.cause : error, 'This page could not be shown. Please try again.')}
        action={<Button onClick={() => location.reload()}>Try again</Button>}
      />
    </Container>
  );
}
