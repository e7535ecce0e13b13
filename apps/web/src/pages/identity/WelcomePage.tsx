/** /welcome: asks for the account type after the first sign-in with the OpenID provider. */
import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { PRODUCT_NAME } from '@marquee/brand';
import { welcomeInput } from '@marquee/validation';
import type { UserType } from '@marquee/contracts';
import { schemaResolver, useForm } from '@mantine/form';
import { Link, redirect, useLoaderData } from 'react-router-dom';
import { AccountTypeCards } from '../../features/identity/auth/AccountTypeCards.tsx';
import { AuthScreen } from '../../features/identity/auth/AuthScreen.tsx';
import { collectBrowserInfo } from '../../features/identity/auth/browserInfo.ts';
import { CreateAccountButton } from '../../features/identity/auth/CreateAccountButton.tsx';
import { paths, getSafeReturnPath } from '../../paths.ts';
import { loadCurrentUser } from '../../session.ts';
import { getFailureCode } from '../../lib/errors.ts';
import { queryUtils, trpc } from '../../trpc.ts';
import { withAutofill } from '../../lib/autofill.ts';
import { focusFirstError } from '../../lib/focusField.ts';
import { PageMeta } from '../../ui/PageMeta.tsx';
import { notifyAfterLoad } from '../../lib/notify.ts';
import { withLoadError } from '../../ui/RouteErrorScreen.tsx';
import { notifyFailure } from '../../lib/notifyFailure.ts';
import { ACCOUNT_CREATED } from '../../features/identity/auth/auth.words.ts';

export async function loader() {
  if ((await loadCurrentUser()) !== null) throw redirect(paths.dashboard());
  const newcomer = await withLoadError(
    queryUtils.auth.welcome.fetch(undefined, { staleTime: 0 }),
    'Failed to load your sign-in',
  );
  if (newcomer === null) throw redirect(paths.auth({ problem: 'expired' }));
  return newcomer;
}

export function Page() {
  const { fullName, email, label, next } = useLoaderData<typeof loader>();
  const form = useForm({
    initialValues: { fullName, userType: '' },
    validate: schemaResolver(welcomeInput, { sync: true }),
  });
  const create = trpc.auth.completeWelcome.useMutation({
    onSuccess: () => {
      notifyAfterLoad(...ACCOUNT_CREATED);
      location.assign(getSafeReturnPath(next));
    },
    onError: (error) => {
      notifyFailure(error, 'Something went wrong', 'Registration Failed');
      if (getFailureCode(error) === 'WELCOME_EXPIRED') location.assign(paths.auth({ problem: 'expired' }));
    },
  });
  const submit = (values: { fullName: string; userType: string }) =>
    create.mutate({ fullName: values.fullName, userType: values.userType as UserType, ...collectBrowserInfo() });

  return (
    <AuthScreen
      title={`Welcome to ${PRODUCT_NAME}`}
      description={`You are signing in with ${label} as ${email}. Choose your account type.`}
    >
      <PageMeta title="Welcome" />
      <form noValidate onSubmit={withAutofill(form, form.onSubmit(submit, focusFirstError))}>
        <Stack gap="md">
          <AccountTypeCards {...form.getInputProps('userType')} />
          <TextInput label="Full Name" autoComplete="name" aria-required {...form.getInputProps('fullName')} />
          <CreateAccountButton isPending={create.isPending || create.isSuccess} />
          <Text size="sm" ta="center">
            Already have an account?{' '}
            <Anchor component={Link} to={paths.login()} underline="always">
              Sign in with your password
            </Anchor>
          </Text>
        </Stack>
      </form>
    </AuthScreen>
  );
}
