import { findParamsOf } from '@marquee/validation';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { data, trpc } from '../../trpc.ts';
import { ConfirmButton } from '../../ui/Confirm.tsx';
import { notify } from '../../ui/notify.ts';
import { Anchor, Card, Group, Title } from '../../ui/plain.tsx';
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
  if (searches.length === 0) return null;
  return (
    <section aria-labelledby="searches" style={{ marginTop: 'var(--mantine-spacing-xl)' }}>
      <Title order={2} id="searches" fz="xl" mb="md">
        Searches
      </Title>
      <Rows>
        {searches.map(({ id, name, search }) => (
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
