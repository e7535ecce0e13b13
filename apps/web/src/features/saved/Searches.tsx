import { Anchor, Card, Checkbox, Group, Title } from '@mantine/core';
import { findParamsOf } from '@marquee/validation';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { data, trpc } from '../../trpc.ts';
import { ConfirmButton } from '../../ui/Confirm.tsx';
import { notify } from '../../ui/notify.ts';
import { Rows } from '../../ui/Rows.tsx';
import { tellFailure } from '../../ui/tellFailure.ts';

/** The searches that somebody saved; nothing while there is none. The loader has fetched them. */
export function Searches() {
  const [searches] = trpc.saved.searches.useSuspenseQuery();
  const remove = trpc.saved.removeSearch.useMutation({
    onSuccess: (left) => {
      data.saved.searches.setData(undefined, left);
      notify('Search deleted');
    },
    onError: (error) => tellFailure(error, 'The search could not be deleted'),
  });
  const mail = trpc.saved.mailSearch.useMutation({
    onSuccess: (now, { isMailed }) => {
      data.saved.searches.setData(undefined, now);
      notify(isMailed ? 'New matches are mailed to you' : 'New matches are not mailed any more');
    },
    onError: (error) => tellFailure(error, 'The search could not be changed'),
  });
  if (searches.length === 0) return null;
  return (
    <section aria-labelledby="searches" style={{ marginTop: 'var(--mantine-spacing-xl)' }}>
      <Title order={2} id="searches" fz="xl" mb="md">
        Searches
      </Title>
      <Rows>
        {searches.map(({ id, name, search, isMailed }) => (
          <Card component="li" key={id} p="md" aria-label={name}>
            <Group justify="space-between" gap="md">
              <Anchor
                component={Link}
                to={paths.findInfluencers(findParamsOf({ search }))}
                style={{ minWidth: 0, overflowWrap: 'anywhere' }}
                fw={600}
                underline="always"
              >
                {name}
              </Anchor>
              <Checkbox
                label="Mail me new matches"
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
                The creators that it finds stay as they are.
              </ConfirmButton>
            </Group>
          </Card>
        ))}
      </Rows>
    </section>
  );
}
