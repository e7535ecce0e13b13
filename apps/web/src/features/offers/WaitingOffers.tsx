import { Button, Card, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { trpc } from '../../trpc.ts';
import { pluralize } from '../../lib/pluralize.ts';
import classes from './Offers.module.css';

/** Shows how many offers need action from the signed-in user. Renders nothing if there are none. */
export function WaitingOffers() {
  // If the request failed, mounting this component again must not repeat it.
  const { data: waiting } = trpc.offers.waitingCount.useQuery(undefined, { retryOnMount: false });
  if (waiting === undefined || waiting.count === 0) return null;
  const { count, most } = waiting;
  return (
    <Card>
      <div className={classes.waiting}>
        <Text fw={600}>
          {count > most
            ? `More than ${most} offers are waiting`
            : `${pluralize(count, 'offer')} ${count === 1 ? 'is' : 'are'} waiting`}{' '}
          for you
        </Text>
        <Button component={Link} to={paths.offers()} size="sm">
          See offers
        </Button>
      </div>
    </Card>
  );
}
