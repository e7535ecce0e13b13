import { Stack } from '@mantine/core';
import { PRODUCT_NAME } from '@marquee/booking';
import { registrationInput, type UserType } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { useNavigate } from 'react-router-dom';
import { paths, getSafeReturnPath } from '../../paths.ts';
import { trpc } from '../../trpc.ts';
import { focusFirstError } from '../../lib/focusField.ts';
import { notify, notifyAfterLoad } from '../../lib/notify.ts';
import { AccountTypeCards } from './AccountTypeCards.tsx';
import { collectBrowserInfo } from './browserInfo.ts';
import { CreateAccountButton } from './CreateAccountButton.tsx';
import { EmailField } from './EmailField.tsx';
import { ExternalSignIn } from './ExternalSignIn.tsx';
import { showFieldError } from './formParts.tsx';
import { NameField } from './NameField.tsx';
import { usePrefilledFields, type SignUpFormProps } from './signUpForm.ts';
import { NewPasswordField } from './NewPasswordFields.tsx';

interface Values {
  fullName: string;
  email: string;
  userType: UserType | '';
  password: string;
}

/** Registers a user, signs them in and continues to the page that they requested. */
export function SignUpForm({ next, userType, known }: SignUpFormProps) {
  const navigate = useNavigate();
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: { fullName: '', email: '', userType, password: '' },
    validate: schemaResolver(registrationInput, { sync: true }),
  });
  usePrefilledFields(form, known);
  const signIn = trpc.auth.signIn.useMutation({
    onSuccess: (user) => {
      notifyAfterLoad('Account Created', `Welcome to ${PRODUCT_NAME}.`);
      location.assign(getSafeReturnPath(next, user));
    },
    // The account was created but signing in failed, so the user now only has to sign in.
    onError: async (_error, { email }) => {
      notify('Account Created', 'Your account has been created successfully. Please sign in.');
      await navigate(paths.login(next === null ? {} : { next }), { state: { email } });
    },
  });
  const register = trpc.auth.register.useMutation({
    onSuccess: ({ email }, { password }) => signIn.mutate({ email, password }),
    onError: (error) =>
      showFieldError(
        form,
        error,
        { EMAIL_TAKEN: 'email', PASSWORD_COMMON: 'password' },
        'Registration failed',
        'Registration Failed',
      ),
  });
  // The schema has already ruled out a blank `userType`.
  const submit = (values: Values) =>
    register.mutate({ ...values, userType: values.userType as UserType, ...collectBrowserInfo() });

  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError)}>
      <Stack gap="md">
        <ExternalSignIn next={next} />
        <AccountTypeCards key={form.key('userType')} {...form.getInputProps('userType')} />
        <NameField form={form} />
        <EmailField form={form} />
        <NewPasswordField form={form} label="Password" />
        <CreateAccountButton isPending={register.isPending || register.isSuccess} />
      </Stack>
    </form>
  );
}
