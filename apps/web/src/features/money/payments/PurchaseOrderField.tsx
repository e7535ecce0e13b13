import { Anchor, Text } from '@mantine/core';
import { LIMITS, purchaseOrderChange } from '@marquee/validation';

import { useState } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { trpc } from '../../../trpc.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { LimitedTextInput } from '../../../ui/LimitedText.tsx';

/**
 * Lets the brand enter its purchase order number. It is saved on blur, so that it is stored before the brand pays.
 */
export function PurchaseOrderField({ bookingId, saved }: { bookingId: string; saved: string }) {
  const [typed, setTyped] = useState(saved);
  const [savedNumber, setSavedNumber] = useState(saved);
  const save = trpc.bookings.setPurchaseOrder.useMutation({
    onSuccess: (_, { purchaseOrder }) => setSavedNumber(purchaseOrder),
    onError: (error) => notifyFailure(error, 'The PO number could not be saved'),
  });
  const refusal = purchaseOrderChange.shape.purchaseOrder.safeParse(typed).error?.issues[0]?.message;
  const leave = () => {
    if (typed !== savedNumber && refusal === undefined) save.mutate({ id: bookingId, purchaseOrder: typed });
  };
  return (
    <div>
      <LimitedTextInput
        label="PO number or reference (optional)"
        autoComplete="off"
        limit={LIMITS.purchaseOrder}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={leave}
        error={refusal ?? false}
      />
      <Text size="sm" c="dimmed" mt={6} aria-live="polite">
        {typed === savedNumber && savedNumber !== saved ? <span>{'Saved. '}</span> : ''}
        <span>This appears on your receipt with your</span>{' '}
        <Anchor component={Link} to={paths.settingsBilling()} underline="always" inherit>
          billing details
        </Anchor>
        .
      </Text>
    </div>
  );
}
