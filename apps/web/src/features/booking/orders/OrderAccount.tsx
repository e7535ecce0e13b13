import { Anchor, Card, Group, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { registrationInput } from '@marquee/validation';
import type { UseFormReturnType } from '@mantine/form';
import { useRef, useState, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { getErrorMessage, getFailureCode } from '../../../lib/errors.ts';
import { focusField } from '../../../lib/focusField.ts';
import { notify, notifyAfterLoad } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { collectBrowserInfo } from '../../identity/auth/browserInfo.ts';
import { Consent } from '../../identity/auth/CreateAccountButton.tsx';
import { notifySignInFailure, useSignIn, useSignUp } from '../../identity/auth/signIn.ts';
import type { OrderDraft } from './orderDraft.ts';
import { SIGNED_IN, ACCOUNT_CREATED } from '../../identity/auth/auth.words.ts';

const PASSWORD_PATH = 'password';

interface OrderAccount {
  /** The field is read when the form is sent, so that the password is never part of the stored order. */
  passwordField: RefObject<HTMLInputElement | null>;
  error: string | null;
  /** True if the email address in the form belongs to an account. The password is then used to sign in to it. */
  isTaken: boolean;
  isPending: boolean;
  /** Opens the account, if the visitor entered a password. */
  open: () => void;
}

/**
 * Creates a brand account with the name and email address of the order form and signs in to it. Without a password,
 * no account is created, and the checkout asks for one.
 */
export function useOrderAccount(
  form: UseFormReturnType<OrderDraft>,
  onDone: (result: { isSignedIn: boolean }) => void,
): OrderAccount {
  const passwordField = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string | null>(null);
  const [takenEmail, setTakenEmail] = useState<string | null>(null);
  const isTaken = form.values.customer.email.trim() === takenEmail;

  const markTaken = () => setTakenEmail(form.getValues().customer.email.trim());
  const refuse = (message: string, path: string, title = 'Validation Error') => {
    if (path === PASSWORD_PATH) setError(message);
    else form.setFieldError(path, message);
    notify(title, message);
    // Waits until React has enabled the field again, because a disabled field cannot be focused.
    setTimeout(() => focusField(path));
  };
  const signIn = useSignIn({
    onSuccess: ({ userType }) => {
      notifyAfterLoad(...SIGNED_IN);
      // The order form says that only brands can book.
      if (userType !== 'brand') location.reload();
      else onDone({ isSignedIn: true });
    },
    // The sign-in page asks for the second factor and leads back. The form's input is stored in this tab.
    onSecondStep: () => location.assign(paths.login({ step: '2', next: location.pathname + location.search })),
    onError: notifySignInFailure,
  });
  const { signUp, isPending } = useSignUp({
    onSuccess: () => {
      notifyAfterLoad(...ACCOUNT_CREATED);
      onDone({ isSignedIn: true });
    },
    onSignInFailed: (reason) => {
      markTaken();
      notifySignInFailure(reason);
    },
    onRefused: (reason) => {
      const message = getErrorMessage(reason, 'Registration failed');
      const failure = getFailureCode(reason);
      if (failure === 'EMAIL_TAKEN') markTaken();
      if (failure === 'EMAIL_TAKEN' || failure === 'PASSWORD_COMMON')
        refuse(message, PASSWORD_PATH, 'Registration Failed');
      else notifyFailure(reason, 'Registration failed', 'Registration Failed');
    },
  });

  const open = () => {
    const password = passwordField.current?.value ?? '';
    const { name, email } = form.getValues().customer;
    setError(null);
    if (isTaken && password === '') return refuse('Password is required', PASSWORD_PATH);
    if (isTaken) return signIn.mutate({ email, password });
    if (password === '') return onDone({ isSignedIn: false });
    const account = registrationInput.safeParse({ email, password, fullName: name, userType: 'brand' });
    if (account.success) return signUp({ ...account.data, ...collectBrowserInfo() });
    const [issue] = account.error.issues;
    const path = { fullName: 'customer.name', email: 'customer.email' }[String(issue?.path[0])] ?? PASSWORD_PATH;
    refuse(issue?.message ?? '', path);
  };
  return { passwordField, error, isTaken, isPending: isPending || signIn.isPending || signIn.isSuccess, open };
}

/** Lets a visitor choose the password of a new account, or enter the password of the account that they have. */
export function OrderAccountSection({
  account,
  email,
  packageId,
}: {
  account: OrderAccount;
  email: string;
  packageId: string;
}) {
  const { passwordField, error, isTaken } = account;
  return (
    <Card component="section" aria-labelledby="account">
      <Group justify="space-between" gap="xs" mb={4}>
        <Title order={2} id="account" fz="lg">
          Your account
        </Title>
        <Anchor
          component={Link}
          to={paths.auth({ next: paths.orderQuestionnaire({ packageId }) })}
          state={{ email }}
          size="sm"
          underline="always"
        >
          I already have an account
        </Anchor>
      </Group>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {isTaken
            ? 'Enter the password of your account to sign in and continue.'
            : 'Choose a password to pay for your order and follow its progress.'}
        </Text>
        <div data-path={PASSWORD_PATH}>
          <PasswordInput
            ref={passwordField}
            label="Password"
            {...(!isTaken && { description: 'At least 8 characters' })}
            autoComplete={isTaken ? 'current-password' : 'new-password'}
            error={error}
          />
        </div>
        {isTaken ? (
          <Anchor component={Link} to={paths.forgotPassword()} size="sm" underline="always">
            Forgot password?
          </Anchor>
        ) : (
          <Consent />
        )}
      </Stack>
    </Card>
  );
}
