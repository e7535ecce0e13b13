import { Button, Divider } from '@mantine/core';
import { paths } from '../../../paths.ts';
import { trpc } from '../../../trpc.ts';
import type { ReturnPathProps } from './returnPath.ts';

/**
 * Renders the 'Continue with Replit' link if an OpenID provider is configured. The link leaves the app, so it is a
 * plain anchor.
 */
export function ExternalSignIn({ next }: ReturnPathProps) {
  const { data: external } = trpc.auth.external.useQuery();
  if (!external) return null;
  return (
    <>
      <Button component="a" href={paths.externalSignIn(next === null ? {} : { next })} variant="default" fullWidth>
        Continue with {external.label}
      </Button>
      <Divider label="or with email" />
    </>
  );
}
