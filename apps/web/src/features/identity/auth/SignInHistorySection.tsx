import { Badge, Group, Text } from '@mantine/core';
import { trpc, type RouterOutputs } from '../../../trpc.ts';
import { AnchoredSection } from '../../../ui/AnchoredSection.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import { cursorPaging, LoadMore } from '../../../ui/LoadMore.tsx';
import { StackList } from '../../../ui/StackList.tsx';

type SignIn = RouterOutputs['auth']['signIns']['items'][number];

const METHOD_LABELS: Record<SignIn['method'], string> = {
  passkey: 'Passkey',
  authenticator: 'Authenticator app',
  recovery_code: 'Recovery code',
  password: 'Password',
  external: 'External sign-in',
};

/** Lists the sign-ins of the last six months, newest first. */
export function SignInHistorySection() {
  const [{ pages }, list] = trpc.auth.signIns.useSuspenseInfiniteQuery({}, cursorPaging);
  const signIns = pages.flatMap((page) => page.items);
  return (
    <AnchoredSection
      id="sign-ins"
      title="Sign-in history"
      text="Sign-ins of the last six months. If you do not recognize one, change your password."
      summary={signIns.length === 0 ? 'No sign-ins yet' : 'Sign-ins of the last six months'}
    >
      <StackList>
        {signIns.map((signIn) => (
          <SignInRow key={signIn.id} signIn={signIn} />
        ))}
      </StackList>
      <LoadMore list={list} failure="The sign-ins could not be loaded" />
    </AnchoredSection>
  );
}

function SignInRow({ signIn: { at, method, outcome, device, place, ip, isNewDevice } }: { signIn: SignIn }) {
  return (
    <li>
      <Group gap="xs">
        <Text fw={600}>
          <DateTime at={at} />
        </Text>
        {outcome === 'factor_refused' && (
          <Badge component="span" variant="light" color="red" tt="none">
            Second step failed
          </Badge>
        )}
        {isNewDevice && (
          <Badge component="span" variant="light" tt="none">
            New device
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {[device, METHOD_LABELS[method], place, ip].filter((part) => part !== null).join(' · ')}
      </Text>
    </li>
  );
}
