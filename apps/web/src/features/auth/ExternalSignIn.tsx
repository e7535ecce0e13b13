import { Button, Divider } from '@mantine/core';
import { paths } from '../../paths.ts';
import { trpc } from '../../trpc.ts';
import type { ReturnPathProps } from './returnPath.ts';

/** The 'Continue with Replit' button above a form, if a provider is configured. It leaves the app. */
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
