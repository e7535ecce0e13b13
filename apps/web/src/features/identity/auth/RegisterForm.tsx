import { Anchor, NativeSelect, Stack, Text } from '@mantine/core';
import { registrationForm } from '@marquee/validation';
import { USER_TYPES, type UserType } from '@marquee/contracts';
import { schemaResolver, useForm } from '@mantine/form';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { trpc } from '../../../trpc.ts';
import { withAutofill } from '../../../lib/autofill.ts';
import { focusFirstError } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import { collectBrowserInfo } from './browserInfo.ts';
import { CreateAccountButton } from './CreateAccountButton.tsx';
import { EmailField } from './EmailField.tsx';
import { ExternalSignIn } from './ExternalSignIn.tsx';
import { showFieldError, USER_TYPE_LABELS } from './formParts.tsx';
import { NewPasswordFields } from './NewPasswordFields.tsx';
import { NameField } from './NameField.tsx';
import { usePrefilledFields, type SignUpFormProps } from './signUpForm.ts';
import { ACCOUNT_CREATED_SIGN_IN } from './auth.words.ts';

interface Values {
  fullName: string;
  email: string;
  userType: UserType | '';
  password: string;
  confirmPassword: string;
}

/** Renders the registration form (requirements R2.33 to R2.36). Continues to the sign-in page on success. */
export function RegisterForm({ next, userType, known }: SignUpFormProps) {
  const navigate = useNavigate();
  const form = useForm<Values>({
    mode: 'uncontrolled',
    initialValues: { fullName: '', email: '', userType, password: '', confirmPassword: '' },
    validate: schemaResolver(registrationForm, { sync: true }),
  });
  usePrefilledFields(form, known);
  const to = next === null ? {} : { next };
  const register = trpc.auth.register.useMutation({
    onSuccess: async ({ email }) => {
      notify(...ACCOUNT_CREATED_SIGN_IN);
      await navigate(paths.login(to), { state: { email } });
    },
    onError: (error) =>
      showFieldError(
        form,
        error,
        { EMAIL_TAKEN: 'email', PASSWORD_COMMON: 'password' },
        'Registration failed',
        'Registration Failed',
      ),
  });
  // The API does not need `confirmPassword`. The schema has already ruled out a blank `userType`.
  const submit = ({ fullName, email, userType, password }: Values) =>
    register.mutate({ fullName, email, userType: userType as UserType, password, ...collectBrowserInfo() });

  return (
    <form noValidate onSubmit={withAutofill(form, form.onSubmit(submit, focusFirstError))}>
      <Stack gap="md">
        <ExternalSignIn next={next} />
        <NameField form={form} />
        <EmailField form={form} />
        <NativeSelect
          label="Account Type"
          aria-required
          data={[
            { value: '', label: 'Select account type', disabled: true },
            ...USER_TYPES.map((value) => ({ value, label: USER_TYPE_LABELS[value] })),
          ]}
          key={form.key('userType')}
          {...form.getInputProps('userType')}
        />
        <NewPasswordFields form={form} label="Password" />
        <CreateAccountButton isPending={register.isPending} />
        <Text size="sm" ta="center">
          Already have an account?{' '}
          <Anchor component={Link} to={paths.login(to)} underline="always">
            Sign in
          </Anchor>
        </Text>
      </Stack>
    </form>
  );
}
