import { Button, Stack, Text } from '@mantine/core';
import { ORDER_REQUEST_HOURS, type NewOrderRequestForm } from '@marquee/validation';
import { useNavigate } from 'react-router-dom';
import { getFailureCode } from '../../../lib/errors.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { paths } from '../../../paths.ts';
import { queryUtils, trpc } from '../../../trpc.ts';
import { SavedCardPicker, useCardChoice } from '../../money/payments/SavedCardPicker.tsx';
import { SectionCard } from '../../../ui/SectionCard.tsx';

const PAY_LATER = { value: 'later', label: 'I pay after the approval' };

/** Lets a member request the approval of an order, and choose the saved card that pays for it. */
export function RequestApproval({ order }: { order: NewOrderRequestForm['order'] }) {
  const navigate = useNavigate();
  const choice = useCardChoice(PAY_LATER.value);
  const create = trpc.orderRequests.create.useMutation({
    onSuccess: async ({ id }) => {
      notify('Approval requested', 'We emailed the approvers.');
      await navigate(paths.approval({ id }));
    },
    onError: async (error) => {
      notifyFailure(error, 'The approval could not be requested');
      if (getFailureCode(error) === 'CARD_NOT_FOUND') await queryUtils.payments.cards.invalidate();
    },
  });
  return (
    <SectionCard title="This order needs an approval">
      <Stack gap="md" align="flex-start">
        <Text>{`Another member of your workspace has to approve it within ${ORDER_REQUEST_HOURS} hours. It is then placed and paid for.`}</Text>
        <SavedCardPicker choice={choice} without={PAY_LATER} />
        <Button
          loading={create.isPending || create.isSuccess}
          disabled={choice.isGone}
          onClick={() => create.mutate({ order, cardId: choice.value === PAY_LATER.value ? null : choice.value })}
        >
          Request approval
        </Button>
      </Stack>
    </SectionCard>
  );
}
