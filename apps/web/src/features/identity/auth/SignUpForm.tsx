import { Stack } from '@mantine/core';
import { registrationInput } from '@marquee/validation';
import type { UserType } from '@marquee/contracts';
import { schemaResolver, useForm } from '@mantine/form';
import { useNavigate } from 'react-router-dom';
import { getFirstPath, paths } from '../../../paths.ts';
import { withAutofill } from '../../../lib/autofill.ts';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notify, notifyAfterLoad } from '../../../lib/notify.ts';
import { AccountTypeCards } from './AccountTypeCards.tsx';
import { collectBrowserInfo } from './browserInfo.ts';
import { CreateAccountButton } from './CreateAccountButton.tsx';
import { EmailField } from './EmailField.tsx';
import { ExternalSignIn } from './ExternalSignIn.tsx';
import { showFieldError } from './formParts.tsx';
import { NameField } from './NameField.tsx';
import { useSignUp } from './signIn.ts';
import { usePrefilledFields, type SignUpFormProps } from './signUpForm.ts';
import { NewPasswordField } from './NewPasswordFields.tsx';
import { ACCOUNT_CREATED, ACCOUNT_CREATED_SIGN_IN } from './auth.words.ts';

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
  const { signUp, isPending } = useSignUp({
    onSuccess: (user) => {
      notifyAfterLoad(...ACCOUNT_CREATED);
      location.assign(getFirstPath(next, user.userType));
    },
    onSignInFailed: (_error, { email }) => {
      notify(...ACCOUNT_CREATED_SIGN_IN);
      void navigate(paths.login(next === null ? {} : { next }), { state: { email } });
    },
    onRefused: (error) =>
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
    signUp({ ...values, userType: values.userType as UserType, ...collectBrowserInfo() });

  return (
    <form noValidate onSubmit={withAutofill(form, form.onSubmit(submit, focusFirstError))}>
      <Stack gap="md">
        <ExternalSignIn next={next} />
        <AccountTypeCards key={form.key('userType')} {...form.getInputProps('userType')} />
        <NameField form={form} />
        <EmailField form={form} />
        <NewPasswordField form={form} label="Password" />
        <CreateAccountButton isPending={isPending} />
      </Stack>
    </form>
  );
}
