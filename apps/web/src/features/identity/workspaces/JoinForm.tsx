import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { newMemberInput, type NewMemberInput } from '@marquee/validation';
import { Link } from 'react-router-dom';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notify, notifyAfterLoad } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { paths } from '../../../paths.ts';
import { trpc, type RouterOutputs } from '../../../trpc.ts';
import { EmailCodeField } from '../../../ui/EmailCodeField.tsx';
import { ACCOUNT_CREATED, ACCOUNT_CREATED_SIGN_IN } from '../auth/auth.words.ts';
import { collectBrowserInfo } from '../auth/browserInfo.ts';
import { CreateAccountButton } from '../auth/CreateAccountButton.tsx';
import { showFieldError } from '../auth/formParts.tsx';
import { NameField } from '../auth/NameField.tsx';
import { NewPasswordField } from '../auth/NewPasswordFields.tsx';
import { useSignIn } from '../auth/signIn.ts';

/**
 * Creates an account for an invited person, signs them in and opens the workspace. An owner first confirms the email
 * address with a code.
 */
export function JoinForm({
  token,
  invitation,
}: {
  token: string;
  invitation: RouterOutputs['workspaces']['invitation'];
}) {
  const form = useForm<NewMemberInput>({
    mode: 'uncontrolled',
    initialValues: {
      token,
      fullName: '',
      password: '',
      ...(invitation.needsCode && { emailCode: { codeId: '', code: '' } }),
    },
    validate: schemaResolver(newMemberInput, { sync: true }),
  });
  const { email } = invitation;
  const request = trpc.workspaces.requestCode.useMutation({
    onSuccess: ({ codeId }) => {
      form.setFieldValue('emailCode.codeId', codeId);
      notify('Code sent', `We sent a code to ${email}.`);
    },
    onError: (error) => notifyFailure(error, 'The code could not be sent'),
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
    onSuccess: (joined, { password }) => signIn.mutate({ email: joined.email, password, ...collectBrowserInfo() }),
    onError: (error) =>
      showFieldError(
        form,
        error,
        { PASSWORD_COMMON: 'password', INVITATION_CODE_WRONG: 'emailCode.code' as 'emailCode' },
        'The account could not be created',
        'The account could not be created',
      ),
  });
  if (invitation.needsCode && request.data === undefined)
    return (
      <Stack gap="md">
        <Text>{`We send a code to ${email} to confirm that the invitation is for you.`}</Text>
        <Button loading={request.isPending} onClick={() => request.mutate({ token })}>
          Send code
        </Button>
        <SignInHint email={email} />
      </Stack>
    );
  return (
    <form noValidate onSubmit={form.onSubmit((values) => join.mutate(values), focusFirstError)}>
      <Stack gap="md">
        {invitation.needsCode && (
          <Group gap="sm" align="flex-end">
            <EmailCodeField email={email} key={form.key('emailCode.code')} {...form.getInputProps('emailCode.code')} />
            <Button variant="default" loading={request.isPending} onClick={() => request.mutate({ token })}>
              Send new code
            </Button>
          </Group>
        )}
        <NameField form={form} />
        <NewPasswordField form={form} label="Password" />
        <CreateAccountButton isPending={join.isPending || signIn.isPending} />
        <SignInHint email={email} />
      </Stack>
    </form>
  );
}

const SignInHint = ({ email }: { email: string }) => (
  <Text size="sm" c="dimmed">
    {`Do you already have an account for ${email}? `}
    <Anchor component={Link} to={paths.login()} underline="always">
      Sign in
    </Anchor>
    , then open the link in the email again.
  </Text>
);
