/** /auth-test (spec §2 "Authentication test page"): who the browser is signed in as. */
import { Button, Card, Code, Container, Group, Stack } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import { data, trpc } from '../trpc.ts';
import { Facts } from '../ui/Facts.tsx';
import { Head } from '../ui/Head.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';

export async function loader() {
  await data.auth.external.ensureData().catch(() => null);
  return null;
}

const yesNo = (value: boolean) => (value ? 'Yes' : 'No');

export function Page() {
  const { data: user = null, isLoading } = trpc.auth.session.useQuery();
  const { data: external } = trpc.auth.external.useQuery();
  return (
    <Container size="sm" py="xl">
      <Head title="Authentication Test" />
      <PageHeader title="Authentication Test" description="Who this browser is signed in as." />
      <Card>
        <Stack gap="lg">
          <Facts
            facts={[
              { label: 'Loading', value: yesNo(isLoading) },
              { label: 'Authenticated', value: yesNo(user !== null) },
              { label: 'User', value: user === null ? 'null' : <Code block>{JSON.stringify(user, null, 2)}</Code> },
            ]}
          />
          <Group gap="sm">
            {user === null ? (
              external && (
                <Button key="sign in" component="a" href={paths.externalSignIn({ next: paths.authTest() })}>
                  Sign in with {external.label}
                </Button>
              )
            ) : (
              <Button key="sign out" component="a" href={paths.externalSignOut()} variant="default">
                Sign out
              </Button>
            )}
            <Button component={Link} to={paths.home()} variant="light">
              Go to Dashboard
            </Button>
          </Group>
        </Stack>
      </Card>
    </Container>
  );
}
