import { Button, Group, Stack, Text } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { guestCode, type GuestCode } from '@marquee/validation';
import { useEffect } from 'react';
import { getErrorMessage, getFailureCode } from '../../../lib/errors.ts';
import { focusField, focusFirstError } from '../../../lib/focusField.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { trpc } from '../../../trpc.ts';
import { EmailCodeField } from '../../../ui/EmailCodeField.tsx';

/** Sends a guest a code by email, and opens the review when the guest enters it. */
export function GuestCodeForm({ token, email }: { token: string; email: string }) {
  const form = useForm<GuestCode>({
    initialValues: { token, codeId: '', code: '' },
    validate: schemaResolver(guestCode, { sync: true }),
  });
  const request = trpc.guestReviews.requestCode.useMutation({
    onSuccess: ({ codeId }) => {
      form.setFieldValue('codeId', codeId);
      notify('Code sent', `We sent a code to ${email}.`);
    },
    onError: (error) => notifyFailure(error, 'The code could not be sent'),
  });
  const confirm = trpc.guestReviews.confirm.useMutation({
    // The page loads the review with the session that now knows the guest.
    onSuccess: () => location.reload(),
    onError: (error) => {
      notifyFailure(error, 'The code could not be checked');
      if (getFailureCode(error) !== 'GUEST_CODE_WRONG') return;
      form.setFieldError('code', getErrorMessage(error, 'The code could not be checked'));
      setTimeout(() => focusField('code'));
    },
  });
  const isSent = request.isSuccess;
  useEffect(() => {
    if (isSent) focusField('code');
  }, [isSent]);
  if (!isSent)
    return (
      <Stack gap="md">
        <Text>{`We send a code to ${email} to confirm that the link is for you. You don’t need an account.`}</Text>
        <Button loading={request.isPending} onClick={() => request.mutate({ token })}>
          Send code
        </Button>
      </Stack>
    );
  return (
    <form noValidate onSubmit={form.onSubmit((values) => confirm.mutate(values), focusFirstError)}>
      <Stack gap="md">
        <EmailCodeField email={email} {...form.getInputProps('code')} />
        <Group gap="sm">
          <Button type="submit" loading={confirm.isPending || confirm.isSuccess}>
            Open review
          </Button>
          <Button variant="default" loading={request.isPending} onClick={() => request.mutate({ token })}>
            Send new code
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
