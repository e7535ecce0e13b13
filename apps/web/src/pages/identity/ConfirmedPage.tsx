/** /login/confirmed: shown in the tab in which a user has confirmed their identity at the OpenID provider. */
import { AuthScreen } from '../../features/identity/auth/AuthScreen.tsx';
import { Text } from '@mantine/core';
import { requireUser } from '../../session.ts';
import type { LoaderFunctionArgs } from 'react-router-dom';
import { PageMeta } from '../../ui/PageMeta.tsx';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return null;
}

export function Page() {
  return (
    <AuthScreen title="Confirmed" description="You have confirmed that it’s you.">
      <PageMeta title="Confirmed" />
      <Text>Close this tab and return to the previous one to continue.</Text>
    </AuthScreen>
  );
}
