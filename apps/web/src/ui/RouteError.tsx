import { Button, Container } from '@mantine/core';
import { useRouteError } from 'react-router-dom';
import { messageOf } from '../trpc.ts';
import { EmptyState } from './EmptyState.tsx';

/** What a screen shows when its data could not be loaded or its code failed. */
export function RouteError() {
  const error = useRouteError();
  return (
    <Container size="sm" py="xl">
      <EmptyState
        title="Something went wrong"
        text={messageOf(error, 'This page could not be shown. Please try again.')}
        action={<Button onClick={() => location.reload()}>Try again</Button>}
      />
    </Container>
  );
}
