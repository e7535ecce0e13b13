/** /auth-test: shows the session's user (requirements R2.27 and R2.28). */
import { Button, Card, Code, Container, Group, Stack } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { queryUtils, trpc } from '../../trpc.ts';
import { DescriptionList } from '../../ui/DescriptionList.tsx';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';

export async function loader() {
  await queryUtils.auth.external.ensureData().catch(() => null);
  return null;
}

const formatYesNo = (value: boolean) => (value ? 'Yes' : 'No');

export function Page() {
  const { data: user = null, isLoading } = trpc.auth.session.useQuery();
  const { data: external } = trpc.auth.external.useQuery();
  return (
    <Container size="sm" py="xl">
      <PageMeta title="Authentication Test" />
      <PageHeader title="Authentication Test" description="See which account this browser is signed in to." />
      <Card>
        <Stack gap="lg">
          <DescriptionList
            facts={[
              { label: 'Loading', value: formatYesNo(isLoading) },
              { label: 'Authenticated', value: formatYesNo(user !== null) },
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
