import { Stack } from '@mantine/core';
import { trpc } from '../../trpc.ts';
import { DataSection, DeleteSection } from './DataSection.tsx';
import { EmailSection } from './EmailSection.tsx';
import { ExternalSection } from './ExternalSection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { SessionsSection } from './SessionsSection.tsx';

/**
 * Everything about how somebody signs in, the data, and the end of an account. The loader has fetched what it shows.
 */
export function AccountSettings() {
  const [account] = trpc.auth.account.useSuspenseQuery();
  return (
    <Stack gap="lg">
      <EmailSection account={account} />
      <PasswordSection hasPassword={account.hasPassword} />
      {account.external !== null && <ExternalSection external={account.external} hasPassword={account.hasPassword} />}
      <SessionsSection />
      <DataSection />
      <DeleteSection hasPassword={account.hasPassword} />
    </Stack>
  );
}
