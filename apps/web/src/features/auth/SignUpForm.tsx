import { Stack } from '@mantine/core';
import { PRODUCT_NAME } from '@marquee/booking';
import { registration, type UserType } from '@marquee/validation';
import { schemaResolver, useForm } from '@mantine/form';
import { useNavigate } from 'react-router-dom';
import { paths, safeNext } from '../../paths.ts';
import { trpc } from '../../trpc.ts';
import { focusFirstError } from '../../ui/focusField.ts';
import { notify, notifyAfterLoad } from '../../ui/notify.ts';
import { AccountTypeCards } from './AccountTypeCards.tsx';
import { ofBrowser } from './browser.ts';
import { CreateAccount } from './CreateAccount.tsx';
import { EmailField } from './EmailField.tsx';
import { ExternalSignIn } from './ExternalSignIn.tsx';
import { refusedField } from './formParts.tsx';
import { NameField } from './NameField.tsx';
import { useKnown, type NewcomerProps } from './newcomer.ts';
import { PasswordField } from './NewPassword.tsx';

interface Values {
  fullName: string;
  email: string;
  userType: UserType | '';
  password: string;
}

/** Makes an account, signs in to it and goes on to where the way led. */
export function SignUpForm({ next, userType, known }: NewcomerProps) {
  const navigate = useNavigate();
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: { fullName: '', email: '', userType, password: '' },
    validate: schemaResolver(registration, { sync: true }),
  });
  useKnown(form, known);
  const signIn = trpc.auth.signIn.useMutation({
    onSuccess: (user) => {
      notifyAfterLoad('Account Created', `Welcome to ${PRODUCT_NAME}.`);
      location.assign(safeNext(next, user));
    },
    // The account is there: what is left is to sign in.
    onError: async (_error, { email }) => {
      notify('Account Created', 'Your account has been created successfully. Please sign in.');
      await navigate(paths.login(next === null ? {} : { next }), { state: { email } });
    },
  });
  const register = trpc.auth.register.useMutation({
    onSuccess: ({ email }, { password }) => signIn.mutate({ email, password }),
    onError: (error) =>
      refusedField(
        form,
        error,
        { EMAIL_TAKEN: 'email', PASSWORD_COMMON: 'password' },
        'Registration failed',
        'Registration Failed',
      ),
  });
  // The account type has passed the schema.
  const submit = (values: Values) =>
    register.mutate({ ...values, userType: values.userType as UserType, ...ofBrowser() });

  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError)}>
      <Stack gap="md">
        <ExternalSignIn next={next} />
        <AccountTypeCards key={form.key('userType')} {...form.getInputProps('userType')} />
        <NameField form={form} />
        <EmailField form={form} />
        <PasswordField form={form} label="Password" />
        <CreateAccount isPending={register.isPending || register.isSuccess} />
      </Stack>
    </form>
  );
}
