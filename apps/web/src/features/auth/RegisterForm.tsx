import { registrationForm, USER_TYPES, type UserType } from '@marquee/validation';
import { Anchor, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { failureOf, messageOf, trpc } from '../../trpc.ts';
import { focusField, focusFirstError } from '../../ui/focusField.ts';
import { notify } from '../../ui/notify.ts';
import { CreateAccount } from './CreateAccount.tsx';
import { ExternalSignIn } from './ExternalSignIn.tsx';
import { NewPassword } from './NewPassword.tsx';
import type { NextProps } from './next.ts';
import { USER_TYPE_LABELS } from './userTypes.ts';

const EMPTY = { fullName: '', email: '', userType: '' as UserType | '', password: '', confirmPassword: '' };

/** The server's refusals that are about one field. */
const FIELD_OF: Partial<Record<string, keyof typeof EMPTY>> = { EMAIL_TAKEN: 'email', PASSWORD_COMMON: 'password' };

/** Makes an account; on success it is the sign-in screen's turn. */
export function RegisterForm({ next }: NextProps) {
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: EMPTY,
    validate: schemaResolver(registrationForm, { sync: true }),
  });
  const to = next === null ? {} : { next };
  const register = trpc.auth.register.useMutation({
    onSuccess: async ({ email }) => {
      notify('Account Created', 'Your account has been created successfully. Please sign in.');
      await navigate(paths.login(to), { state: { email } });
    },
    onError: (error) => {
      const message = messageOf(error, 'Something went wrong. Please try again.');
      notify('Registration Failed', message);
      const field = FIELD_OF[failureOf(error) ?? ''];
      if (field === undefined) return;
      form.setFieldError(field, message);
      setTimeout(() => focusField(field));
    },
  });
  // The repeated password stays here; the account type has passed the schema.
  const submit = ({ fullName, email, userType, password }: typeof EMPTY) =>
    register.mutate({ fullName, email, userType: userType as UserType, password });

  return (
    <form noValidate onSubmit={form.onSubmit(submit, focusFirstError)}>
      <Stack gap="md">
        <ExternalSignIn next={next} />
        <TextInput
          label="Full Name"
          autoComplete="name"
          aria-required
          key={form.key('fullName')}
          {...form.getInputProps('fullName')}
        />
        <TextInput
          label="Email"
          type="email"
          autoComplete="email"
          aria-required
          placeholder="you@example.com"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
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
        <NewPassword form={form} label="Password" />
        <CreateAccount isPending={register.isPending} />
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
