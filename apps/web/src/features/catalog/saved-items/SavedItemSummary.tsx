import { Anchor, Badge, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { Money } from '../../../ui/Money.tsx';
import { pluralize } from '../../../lib/pluralize.ts';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import classes from './SavedItem.module.css';

/** The fields of an entry that everyone with access to the list can see. */
interface VisibleSavedItem {
  kind: 'creator' | 'package';
  username: string;
  fullName: string;
  profileImageUrl: string | null;
  location: string;
  packageName: string | null;
  deliveryDays: number | null;
  /** For a package, true if its options can raise the price. Null for a creator. */
  pricesVary: boolean | null;
  state: 'there' | 'not for sale' | 'gone';
  totalCents: number | null;
  /** The package's total at the time when it was saved. The API returns it to the owner of the list only. */
  savedTotalCents?: number | null;
}

/** Shows a saved creator or package with its name, price and availability. */
export function SavedItemSummary({ entry }: { entry: VisibleSavedItem }) {
  const { kind, state, fullName, packageName, totalCents, savedTotalCents = null } = entry;
  const title = packageName ?? (fullName === '' ? 'A creator' : fullName);
  const hasChanged = totalCents !== null && savedTotalCents !== null && totalCents !== savedTotalCents;
  return (
    <div className={classes.words}>
      <PersonAvatar person={entry} size={52} />
      <div className={classes.text}>
        <Title order={2} fz="md" className={classes.name ?? ''}>
          {state === 'gone' ? (
            title
          ) : (
            <Anchor component={Link} to={paths.profile(entry)} c="inherit" inherit>
              {title}
            </Anchor>
          )}
        </Title>
        {state !== 'gone' && (
          <Text size="sm" c="dimmed">
            {kind === 'package' ? `by ${fullName}` : entry.location}
            {entry.deliveryDays !== null && state === 'there' && (
              <span>{` · Delivery in ${pluralize(entry.deliveryDays, 'day')}`}</span>
            )}
          </Text>
        )}
        {state === 'gone' ? (
          <Badge variant="light" color="gray" tt="none">
            This creator is no longer available
          </Badge>
        ) : state === 'not for sale' ? (
          <Badge variant="light" color="gray" tt="none">
            {kind === 'package' ? 'This service is no longer for sale' : 'No services for sale'}
          </Badge>
        ) : (
          totalCents !== null && (
            <Text size="sm">
              {(kind === 'creator' || entry.pricesVary === true) && <span>{'from '}</span>}
              <Money cents={totalCents} whole={totalCents % 100 === 0} fw={650} /> in total
              {hasChanged && (
                <Text span inherit c="dimmed">
                  {' '}
                  · <Money cents={savedTotalCents} whole={savedTotalCents % 100 === 0} /> when you saved it
                </Text>
              )}
            </Text>
          )
        )}
      </div>
    </div>
  );
}
