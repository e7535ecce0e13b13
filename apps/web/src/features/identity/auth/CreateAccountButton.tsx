import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { SubmitButton } from './formParts.tsx';

/** Renders the submit button for registration and the consent text below it (requirements R2.34 and R2.36). */
export const CreateAccountButton = ({ isPending }: { isPending: boolean }) => (
  <>
    <SubmitButton label="Create Account" pendingLabel="Creating Account..." isPending={isPending} />
    <Consent ta="center" />
  </>
);

/** Names the texts that a user agrees to by creating an account. */
export const Consent = ({ ta }: { ta?: 'center' }) => (
  <Text size="sm" c="dimmed" {...(ta && { ta })}>
    By creating an account you agree to our{' '}
    <Anchor component={Link} to={paths.terms()} underline="always">
      Terms of Service
    </Anchor>{' '}
    and{' '}
    <Anchor component={Link} to={paths.privacy()} underline="always">
      Privacy Policy
    </Anchor>
    .
  </Text>
);
