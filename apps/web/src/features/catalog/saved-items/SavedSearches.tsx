import { Anchor, Card, Checkbox, Group, Title } from '@mantine/core';
import { toFindParams } from '@marquee/validation';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { ConfirmButton } from '../../../ui/ConfirmDialog.tsx';
import { notify } from '../../../lib/notify.ts';
import { RowsCard } from '../../../ui/RowsCard.tsx';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { EMAIL_NEW_MATCHES } from './saved-items.words.ts';

/** Lists the user's saved searches. Renders nothing if there are none. */
export function SavedSearches() {
  const [searches] = trpc.savedItems.searches.useSuspenseQuery();
  const remove = trpc.savedItems.removeSearch.useMutation({
    onSuccess: (left) => {
      queryUtils.savedItems.searches.setData(undefined, left);
      notify('Search deleted');
    },
    onError: (error) => notifyFailure(error, 'The search could not be deleted'),
  });
  const mail = trpc.savedItems.setSearchEmails.useMutation({
    onSuccess: (now, { isMailed }) => {
      queryUtils.savedItems.searches.setData(undefined, now);
      notify(isMailed ? 'We email you new matches' : 'We no longer email you new matches');
    },
    onError: (error) => notifyFailure(error, 'The search could not be changed'),
  });
  if (searches.length === 0) return null;
  return (
    <section aria-labelledby="searches" style={{ marginTop: 'var(--mantine-spacing-xl)' }}>
      <Title order={2} id="searches" fz="xl" mb="md">
        Searches
      </Title>
      <RowsCard>
        {searches.map(({ id, name, search, isMailed }) => (
          <Card component="li" key={id} p="md" aria-label={name}>
            <Group justify="space-between" gap="md">
              <Anchor
                component={Link}
                to={paths.findInfluencers(toFindParams({ search }))}
                style={{ minWidth: 0, overflowWrap: 'anywhere' }}
                fw={600}
                underline="always"
              >
                {name}
              </Anchor>
              <Checkbox
                label={EMAIL_NEW_MATCHES}
                checked={isMailed}
                aria-disabled={mail.isPending}
                onChange={() => {
                  if (!mail.isPending) mail.mutate({ id, isMailed: !isMailed });
                }}
              />
              <ConfirmButton
                label="Delete"
                title={`Delete the search “${name}”?`}
                confirmLabel="Delete"
                destructive
                loading={remove.isPending && remove.variables.id === id}
                onConfirm={() => remove.mutate({ id })}
              >
                You no longer get emails about its new matches.
              </ConfirmButton>
            </Group>
          </Card>
        ))}
      </RowsCard>
    </section>
  );
}
