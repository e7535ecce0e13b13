import { Button, Card, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { trpc } from '../../trpc.ts';
import { pluralize } from '../../lib/pluralize.ts';
import classes from './Offers.module.css';

/** The number of offers that wait for the reader. Renders nothing if there are none. */
export function WaitingOffers() {
  // Rendering this again must not repeat a failed request.
  const { data: waiting } = trpc.offers.waitingCount.useQuery(undefined, { retryOnMount: false });
  if (waiting === undefined || waiting.count === 0) return null;
  const { count, most } = waiting;
  return (
    <Card>
      <div className={classes.waiting}>
        <Text fw={600}>
          {count > most
            ? `More than ${most} offers wait`
            : `${pluralize(count, 'offer')} ${count === 1 ? 'waits' : 'wait'}`}{' '}
          for you
        </Text>
        <Button component={Link} to={paths.offers()} size="sm">
          See offers
        </Button>
      </div>
    </Card>
  );
}
