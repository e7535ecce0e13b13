/** Creates and uses passkeys in the browser. The WebAuthn library is loaded when it is first needed. */
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { useMutation } from '@tanstack/react-query';
import { getSafeReturnPath } from '../../../paths.ts';
import { isApiError } from '../../../lib/errors.ts';
import { notify, notifyAfterLoad } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { trpcClient, type RouterOutputs } from '../../../trpc.ts';
import { SIGNED_IN } from './auth.words.ts';
import { collectBrowserInfo } from './browserInfo.ts';

const loadWebAuthn = () => import('@simplewebauthn/browser');

type PasskeyRequest = RouterOutputs['auth']['beginPasskeySignIn'];

/** Lets the user choose a passkey, and returns its signature. Rejects if the user cancels. */
export async function signWithPasskey(options: PasskeyRequest) {
  const { startAuthentication } = await loadWebAuthn();
  return toJson(await startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }));
}

/** Creates a passkey on the user's device. Rejects if the user cancels. */
export async function createPasskey(options: RouterOutputs['factors']['beginPasskey']) {
  const { startRegistration } = await loadWebAuthn();
  return toJson(await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }));
}

/** Returns a plain copy with the result type of JSON, which has no undefined properties. */
const toJson = (value: unknown) => JSON.parse(JSON.stringify(value)) as never;

/** Shows why a passkey could not be used. Errors of the API have their own sentence. */
export function notifyPasskeyFailure(error: unknown, title = 'Error'): void {
  if (isApiError(error)) notifyFailure(error, 'The passkey could not be used', title);
  else if (error instanceof Error && error.name === 'InvalidStateError')
    notify(title, 'This device already has a passkey for your account.');
  else notify(title, 'No passkey was used. Please try again, or continue another way.');
}

/** Mutation that signs in with a passkey alone, and then loads the next page. */
export const usePasskeySignIn = (next: string | null) =>
  useMutation({
    mutationFn: async () =>
      trpcClient.auth.signInWithPasskey.mutate({
        passkey: await signWithPasskey(await trpcClient.auth.beginPasskeySignIn.mutate()),
        ...collectBrowserInfo(),
      }),
    onSuccess: (user) => {
      notifyAfterLoad(...SIGNED_IN);
      location.assign(getSafeReturnPath(next, user));
    },
    onError: (error) => notifyPasskeyFailure(error, 'Sign In Failed'),
  });
