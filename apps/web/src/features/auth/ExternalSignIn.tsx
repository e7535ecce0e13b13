import { Button, Divider } from '@mantine/core';
import { paths } from '../../paths.ts';
import { trpc } from '../../trpc.ts';
import type { ReturnPathProps } from './returnPath.ts';

/** 'Continue with Replit', above a form; nothing where no provider is configured. The browser leaves the app for it. */
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
