import { Box } from '@mantine/core';
import { SIGN_IN_PROBLEMS, type SignInProblem } from '@marquee/validation';
import { trpc } from '../../../trpc.ts';
import { Callout } from '../../../ui/Callout.tsx';

const SIGN_IN_PROBLEM_SENTENCES: Record<SignInProblem, (label: string) => string> = {
  denied: (label) => `You did not allow the sign-in at ${label}. Your account has not changed.`,
  expired: (label) => `This sign-in expired or was started in another window. Please continue with ${label} again.`,
  failed: (label) => `Signing in with ${label} failed. Please try again.`,
  unavailable: (label) =>
    `${label} is not available right now. Sign in with your email address and password, or try again later.`,
  busy: () => 'Too many attempts. Please wait a moment and try again.',
  no_email: (label) =>
    `${label} did not share an email address that we can use. Create an account with a password, then connect ${label} in your settings.`,
  exists: (label) =>
    `An account with this email address already exists. Sign in with your password, then connect ${label} in your settings.`,
  taken: (label) => `This ${label} account is already connected to another account. Disconnect it there first.`,
  another: (label) => `Your account is already connected to a different ${label} account. Disconnect that one first.`,
  unverified: (label) => `Confirm your email address before you connect ${label}.`,
  suspended: () => 'This account is suspended. Contact us if you think this is a mistake.',
};

const isSignInProblem = (text: string | null): text is SignInProblem =>
  SIGN_IN_PROBLEMS.some((problem) => problem === text);

/** Explains why external sign-in failed. `problem` is the error code that the server added to the URL. */
export function SignInProblemCallout({ problem }: { problem: string | null }) {
  const { data: external } = trpc.auth.external.useQuery();
  if (!isSignInProblem(problem)) return null;
  return (
    <Box mb="md">
      <Callout tone="error">{SIGN_IN_PROBLEM_SENTENCES[problem](external?.label ?? 'Replit')}</Callout>
    </Box>
  );
}
