import { Anchor, Stack, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { newMemberInput, type NewMemberInput } from '@marquee/validation';
import { Link } from 'react-router-dom';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notifyAfterLoad } from '../../../lib/notify.ts';
import { paths } from '../../../paths.ts';
import { trpc, type RouterOutputs } from '../../../trpc.ts';
import { ACCOUNT_CREATED, ACCOUNT_CREATED_SIGN_IN } from '../auth/auth.words.ts';
import { collectBrowserInfo } from '../auth/browserInfo.ts';
import { CreateAccountButton } from '../auth/CreateAccountButton.tsx';
import { showFieldError } from '../auth/formParts.tsx';
import { NameField } from '../auth/NameField.tsx';
import { NewPasswordField } from '../auth/NewPasswordFields.tsx';
import { useSignIn } from '../auth/signIn.ts';

/** Creates an account for an invited person, signs them in and opens the workspace. */
export function JoinForm({
  token,
  invitation,
}: {
  token: string;
  invitation: RouterOutputs['workspaces']['invitation'];
}) {
  const form = useForm<NewMemberInput>({
    mode: 'uncontrolled',
    initialValues: { token, fullName: '', password: '' },
    validate: schemaResolver(newMemberInput, { sync: true }),
  });
  const signIn = useSignIn({
    onSuccess: () => {
      notifyAfterLoad(...ACCOUNT_CREATED);
      location.assign(paths.dashboard());
    },
    // A new account has no second factor.
    onSecondStep: () => undefined,
    onError: () => {
      notifyAfterLoad(...ACCOUNT_CREATED_SIGN_IN);
      location.assign(paths.login());
    },
  });
  const join = trpc.workspaces.join.useMutation({
    onSuccess: ({ email }, { password }) => signIn.mutate({ email, password, ...collectBrowserInfo() }),
    onError: (error) =>
      showFieldError(
        form,
        error,
        { PASSWORD_COMMON: 'password' },
        'The account could not be created',
        'The account could not be created',
      ),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => join.mutate(values), focusFirstError)}>
      <Stack gap="md">
        <NameField form={form} />
        <NewPasswordField form={form} label="Password" />
        <CreateAccountButton isPending={join.isPending || signIn.isPending} />
        <Text size="sm" c="dimmed">
          {`Do you already have an account for ${invitation.email}? `}
          <Anchor component={Link} to={paths.login()} underline="always">
            Sign in
          </Anchor>
          , then open the link in the email again.
        </Text>
      </Stack>
    </form>
  );
}
