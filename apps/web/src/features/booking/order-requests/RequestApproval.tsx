import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { formatCardName, ORDER_REQUEST_HOURS, type NewOrderRequestForm } from '@marquee/validation';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { paths } from '../../../paths.ts';
import { trpc } from '../../../trpc.ts';
import { SectionCard } from '../../../ui/SectionCard.tsx';

/** Lets a member request the approval of an order, and choose the saved card that pays for it. */
export function RequestApproval({ order }: { order: NewOrderRequestForm['order'] }) {
  const navigate = useNavigate();
  const { data } = trpc.payments.cards.useQuery();
  const cards = data?.cards ?? [];
  const [chosenId, setChosenId] = useState<string | null>(null);
  const cardId = chosenId ?? cards[0]?.id ?? '';
  const create = trpc.orderRequests.create.useMutation({
    onSuccess: async ({ id }) => {
      notify('Approval requested', 'We emailed the approvers.');
      await navigate(paths.approval({ id }));
    },
    onError: (error) => notifyFailure(error, 'The approval could not be requested'),
  });
  return (
    <SectionCard title="This order needs an approval">
      <Stack gap="md" align="flex-start">
        <Text>{`Another member of your workspace has to approve it within ${ORDER_REQUEST_HOURS} hours. It is then placed and paid for.`}</Text>
        {cards.length > 0 && (
          <NativeSelect
            label="Pay with"
            data={[
              ...cards.map((card) => ({ value: card.id, label: formatCardName(card) })),
              { value: '', label: 'I pay after the approval' },
            ]}
            value={cardId}
            onChange={({ currentTarget }) => setChosenId(currentTarget.value)}
          />
        )}
        <Button
          loading={create.isPending || create.isSuccess}
          onClick={() => create.mutate({ order, cardId: cardId === '' ? null : cardId })}
        >
          Request approval
        </Button>
      </Stack>
    </SectionCard>
  );
}
