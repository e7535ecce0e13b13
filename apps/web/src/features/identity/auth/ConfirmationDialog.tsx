import { Anchor, Button, Divider, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ConfirmationInput } from '@marquee/validation';
import { ExternalLink, KeyRound } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { paths } from '../../../paths.ts';
import { getErrorMessage, isSignedOutError } from '../../../lib/errors.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { trpc, trpcClient, type RouterOutputs } from '../../../trpc.ts';
import { CodeField } from './FactorFields.tsx';
import { notifyPasskeyFailure, signWithPasskey } from './passkeys.ts';

interface ConfirmationDialogProps {
  /** True if only a passkey counts. */
  needsPasskey: boolean;
  onDone: (isConfirmed: boolean) => void;
}

/** Stops Mantine from closing all open dialogs when Escape is pressed in this one. */
const IGNORE_ESCAPE_PROPS = { 'data-mantine-stop-propagation': 'true' };

/** Asks users to confirm their identity before a sensitive action. It opens above other dialogs. */
export function ConfirmationDialog({ needsPasskey, onDone }: ConfirmationDialogProps) {
  // Another tab may have changed the factors, so this is always fetched again.
  const { data, error, isFetchedAfterMount } = trpc.auth.confirmation.useQuery(undefined, {
    refetchOnMount: 'always',
  });
  const options = isFetchedAfterMount ? data : undefined;
  useEffect(() => {
    if (!error || !isFetchedAfterMount) return;
    notifyFailure(error, 'The confirmation could not be started');
    onDone(false);
  }, [error, isFetchedAfterMount, onDone]);
  return (
    <Modal
      // Opens with its content, whose first field gets the focus.
      opened={options !== undefined}
      onClose={() => onDone(false)}
      title="Confirm it’s you"
      centered
      zIndex={400}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onDone(false);
      }}
    >
      {options && <ConfirmationForm options={options} needsPasskey={needsPasskey} onDone={onDone} />}
    </Modal>
  );
}

function ConfirmationForm({
  options,
  needsPasskey,
  onDone,
}: ConfirmationDialogProps & { options: RouterOutputs['auth']['confirmation'] }) {
  const { hasPasskey, hasPassword, externalLabel } = options;
  const takesCode = !needsPasskey && (options.hasAuthenticator || options.hasRecoveryCodes) && !hasPassword;
  const takesPassword = !needsPasskey && hasPassword;
  const takesExternal = !needsPasskey && externalLabel !== null;
  const [text, setText] = useState('');
  const confirm = useMutation({
    mutationFn: (proof: ConfirmationInput) => trpcClient.auth.confirm.mutate(proof),
    onSuccess: () => onDone(true),
    onError: (error) => isSignedOutError(error) && notifyFailure(error, 'You could not be confirmed'),
  });
  const passkey = useMutation({
    mutationFn: async () =>
      confirm.mutateAsync({ passkey: await signWithPasskey(await trpcClient.auth.beginPasskeyConfirmation.mutate()) }),
    onError: (error) => notifyPasskeyFailure(error),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React passes events of a dialog on to the form that opened it.
    event.stopPropagation();
    if (text !== '') confirm.mutate(takesPassword ? { password: text } : { code: text });
  };
  const field = {
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value),
    error: confirm.isError && !passkey.isPending && text !== '' && getErrorMessage(confirm.error),
    ...(!hasPasskey && { 'data-autofocus': true }),
    ...IGNORE_ESCAPE_PROPS,
  };
  const isPossible = (hasPasskey && !hasPassword) || takesCode || takesPassword || takesExternal;
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text>
          {needsPasskey
            ? 'Actions that move money need a passkey.'
            : 'Confirm that it’s you to continue. We ask again after ten minutes.'}
        </Text>
        {hasPasskey && (
          <Button
            variant={takesCode ? 'default' : 'filled'}
            leftSection={<KeyRound size={18} aria-hidden />}
            loading={passkey.isPending}
            onClick={() => passkey.mutate()}
            data-autofocus
            {...IGNORE_ESCAPE_PROPS}
          >
            Use a passkey
          </Button>
        )}
        {hasPasskey && takesCode && <Divider label="or with a code" />}
        {takesCode && <CodeField {...field} />}
        {takesPassword && (
          <PasswordInput label="Current password" autoComplete="current-password" aria-required {...field} />
        )}
        {takesExternal && <ExternalConfirmation label={externalLabel} onDone={onDone} />}
        {!isPossible && (
          <Text size="sm">
            {needsPasskey ? (
              <span>
                Add one in your{' '}
                <Anchor href={`${paths.settingsAccount()}#passkeys`} underline="always">
                  account settings
                </Anchor>
                , then try again.
              </span>
            ) : (
              'Sign out and sign in again, then repeat this action.'
            )}
          </Text>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={() => onDone(false)} {...IGNORE_ESCAPE_PROPS}>
            Cancel
          </Button>
          {(takesCode || takesPassword) && (
            <Button type="submit" loading={confirm.isPending && !passkey.isPending} {...IGNORE_ESCAPE_PROPS}>
              Confirm
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}

/** Opens the OpenID provider in another tab, and waits until the user returns. */
function ExternalConfirmation({ label, onDone }: { label: string; onDone: (isConfirmed: boolean) => void }) {
  useEffect(() => {
    const check = () =>
      void trpcClient.auth.confirmation.query().then(
        ({ isConfirmed }) => isConfirmed && onDone(true),
        () => undefined,
      );
    window.addEventListener('focus', check);
    return () => window.removeEventListener('focus', check);
  }, [onDone]);
  return (
    <>
      <Text size="sm">Sign in with {label} in a new tab, then return to this one.</Text>
      <Button
        component="a"
        href={paths.externalSignIn({ confirm: '1' })}
        target="_blank"
        rel="noopener"
        leftSection={<ExternalLink size={18} aria-hidden />}
        data-autofocus
        {...IGNORE_ESCAPE_PROPS}
      >
        Continue with {label}
      </Button>
    </>
  );
}
