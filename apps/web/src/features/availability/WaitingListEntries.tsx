import { Button, Text } from '@mantine/core';
import { formatOrdinal } from '@marquee/booking';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { trpc, type RouterOutputs } from '../../trpc.ts';
import { SectionCard } from '../../ui/SectionCard.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import classes from './WaitingListEntries.module.css';

/** Shows the waiting lists that the brand is on and the slots offered to it. Renders nothing if there are none. */
export function WaitingListEntries() {
  // If the request failed, mounting this section again must not repeat it.
  const { data: places = [] } = trpc.availability.waitingListEntries.useQuery(undefined, { retryOnMount: false });
  if (places.length === 0) return null;
  return (
    <SectionCard title={`Waiting lists (${places.length})`}>
      <ul className={classes.list}>
        {places.map((place) => (
          <WaitingListRow key={place.id} place={place} />
        ))}
      </ul>
    </SectionCard>
  );
}

function WaitingListRow({ place }: { place: RouterOutputs['availability']['waitingListEntries'][number] }) {
  const { packageId, packageName, creatorName, expiresAt, position, of } = place;
  const label = expiresAt === null ? 'View position' : 'Book now';
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text fw={600}>{packageName}</Text>
        <Text size="sm" c="dimmed">
          by {creatorName} ·{' '}
          {expiresAt === null ? (
            <span key="waiting">{`You are ${formatOrdinal(position)} of ${of}`}</span>
          ) : (
            <span key="offered">
              A slot is reserved for you until <DateTime at={expiresAt} />
            </span>
          )}
        </Text>
      </div>
      {packageId !== null && (
        <Button
          component={Link}
          to={paths.checkout({ packageId })}
          size="sm"
          variant={expiresAt === null ? 'default' : 'filled'}
          aria-label={`${label}: ${packageName}`}
        >
          {label}
        </Button>
      )}
    </li>
  );
}
