import { Box } from '@mantine/core';
import { SIGN_IN_PROBLEMS, type SignInProblem } from '@marquee/validation';
import { trpc } from '../../trpc.ts';
import { Callout } from '../../ui/Callout.tsx';

const SIGN_IN_PROBLEM_SENTENCES: Record<SignInProblem, (label: string) => string> = {
  denied: (label) => `You did not allow the sign-in at ${label}. Nothing was changed.`,
  expired: (label) => `That sign-in took too long or was begun in another window. Please continue with ${label} again.`,
  failed: (label) => `The sign-in with ${label} did not work. Please try again.`,
  unavailable: (label) =>
    `${label} cannot be reached at the moment. Sign in with email and password, or try again later.`,
  busy: () => 'Too many attempts. Please wait a moment and try again.',
  no_email: (label) =>
    `${label} did not share an email address that we can use. Create an account with email and password; you can connect ${label} in the settings afterwards.`,
  exists: (label) =>
    `There is an account with this email address already. Sign in with your password, then connect ${label} in the settings.`,
  taken: (label) => `This ${label} account is connected to another account here. Disconnect it there first.`,
  another: (label) => `Your account is connected to another ${label} account. Disconnect that one first.`,
  unverified: (label) => `Please confirm your email address first. Then you can connect ${label}.`,
  suspended: () =>
    'This account is suspended. Please write to us through the contact page if you think this is a mistake.',
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
