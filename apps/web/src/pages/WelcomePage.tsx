/** /welcome: who signs in with an external identity for the first time says what kind of account it is to be. */
import { Anchor, Stack, Text, TextInput } from '@mantine/core';
import { PRODUCT_NAME } from '@marquee/booking';
import { welcome, type UserType } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { Link, redirect, useLoaderData } from 'react-router-dom';
import { AccountTypeCards } from '../features/auth/AccountTypeCards.tsx';
import { AuthScreen } from '../features/auth/AuthScreen.tsx';
import { ofBrowser } from '../features/auth/browser.ts';
import { CreateAccount } from '../features/auth/CreateAccount.tsx';
import { paths, safeNext } from '../paths.ts';
import { currentUser } from '../session.ts';
import { failureOf } from '../lib/errors.ts';
import { data, trpc } from '../trpc.ts';
import { focusFirstError } from '../ui/focusField.ts';
import { Head } from '../ui/Head.tsx';
import { notifyAfterLoad } from '../ui/notify.ts';
import { orFail } from '../ui/RouteError.tsx';
import { tellFailure } from '../ui/tellFailure.ts';

export async function loader() {
  if ((await currentUser()) !== null) throw redirect(paths.dashboard());
  const newcomer = await orFail(data.auth.welcome.fetch(undefined, { staleTime: 0 }), 'Failed to load your sign-in');
  if (newcomer === null) throw redirect(paths.auth({ problem: 'expired' }));
  return newcomer;
}

export function Page() {
  const { fullName, email, label, next } = useLoaderData<typeof loader>();
  const form = useForm({
    initialValues: { fullName, userType: '' },
    validate: schemaResolver(welcome, { sync: true }),
  });
  const create = trpc.auth.completeWelcome.useMutation({
    onSuccess: () => {
      notifyAfterLoad('Account Created', `Welcome to ${PRODUCT_NAME}.`);
      location.assign(safeNext(next));
    },
    onError: (error) => {
      tellFailure(error, 'Something went wrong', 'Registration Failed');
      if (failureOf(error) === 'WELCOME_EXPIRED') location.assign(paths.auth({ problem: 'expired' }));
    },
  });
  const submit = (values: { fullName: string; userType: string }) =>
    create.mutate({ fullName: values.fullName, userType: values.userType as UserType, ...ofBrowser() });

  return (
    <AuthScreen
      title={`Welcome to ${PRODUCT_NAME}`}
      description={`You are signing in with ${label} as ${email}. What kind of account do you need?`}
    >
      <Head title="Welcome" />
      <form noValidate onSubmit={form.onSubmit(submit, focusFirstError)}>
        <Stack gap="md">
          <AccountTypeCards {...form.getInputProps('userType')} />
          <TextInput label="Full Name" autoComplete="name" aria-required {...form.getInputProps('fullName')} />
          <CreateAccount isPending={create.isPending || create.isSuccess} />
          <Text size="sm" ta="center">
            Have an account already?{' '}
            <Anchor component={Link} to={paths.login()} underline="always">
              Sign in with your password
            </Anchor>
          </Text>
        </Stack>
      </form>
    </AuthScreen>
  );
}
