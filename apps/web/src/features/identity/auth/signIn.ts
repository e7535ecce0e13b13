import type { SignInInput } from '@marquee/validation';
import { useMutation } from '@tanstack/react-query';
import type { SignedInUser } from '../../../session.ts';
import { trpc, trpcClient, type RouterOutputs } from '../../../trpc.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { collectBrowserInfo } from './browserInfo.ts';

/** The password was correct, but the browser did not keep the session cookie. */
class CookiesBlockedError extends Error {}

type SignInAnswer = RouterOutputs['auth']['beginSignIn'];
export type SecondStep = RouterOutputs['auth']['secondStep'] & object;
type PasswordInput = Omit<SignInInput, 'code'>;

async function signIn(input: PasswordInput): Promise<SignInAnswer> {
  const answer = await trpcClient.auth.beginSignIn.mutate({ ...input, ...collectBrowserInfo() });
  const isKept =
    answer.user === null
      ? (await trpcClient.auth.secondStep.query()) !== null
      : (await trpcClient.auth.session.query()) !== null;
  if (!isKept) throw new CookiesBlockedError();
  return answer;
}

/**
 * Mutation that signs in. It fails if the password is wrong or if the browser blocks cookies. Calls `onSecondStep` if
 * the account has a second factor.
 */
export const useSignIn = (on: {
  onSuccess: (user: SignedInUser) => void;
  onSecondStep: (step: SecondStep) => void;
  onError: (error: unknown, input: PasswordInput) => void;
}) =>
  useMutation({
    mutationFn: signIn,
    onSuccess: ({ user, secondStep }) => (user === null ? on.onSecondStep(secondStep) : on.onSuccess(user)),
    onError: on.onError,
  });

/** Creates an account and then signs in to it. */
export function useSignUp(on: {
  onSuccess: (user: SignedInUser) => void;
  /** Called if the account could not be created. */
  onRefused: (error: unknown) => void;
  /** Called if the account was created, but signing in failed. */
  onSignInFailed: (error: unknown, input: PasswordInput) => void;
}) {
  const signInAfter = useSignIn({
    onSuccess: on.onSuccess,
    // A new account has no second factor.
    onSecondStep: () => undefined,
    onError: on.onSignInFailed,
  });
  const register = trpc.auth.register.useMutation({
    onSuccess: ({ email }, { password }) => signInAfter.mutate({ email, password }),
    onError: on.onRefused,
  });
  return {
    signUp: register.mutate,
    /** Stays true after success, until the browser has loaded the next page. */
    isPending: register.isPending || (register.isSuccess && !signInAfter.isError),
  };
}

export function notifySignInFailure(error: unknown): void {
  if (!(error instanceof CookiesBlockedError)) return notifyFailure(error, 'Login failed', 'Sign In Failed');
  notify(
    'Sign In Failed',
    'Your browser blocks cookies, and without them you cannot stay signed in. Allow cookies for this site and try again.',
  );
}
