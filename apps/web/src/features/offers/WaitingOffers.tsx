import { Button, Card, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { trpc } from '../../trpc.ts';
import { pluralize } from '../../lib/pluralize.ts';
import classes from './Offers.module.css';

/** How many offers wait for the reader. Nothing when none does. */
export function WaitingOffers() {
  // A load that failed is not tried again by showing it.
  const { data: waiting } = trpc.offers.waiting.useQuery(undefined, { retryOnMount: false });
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
