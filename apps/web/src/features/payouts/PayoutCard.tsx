import { Anchor, Badge, Card, Group, type MantineColor, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Money } from '../../ui/Money.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import { DocumentFileLinks } from '../receipts/DocumentFileLinks.tsx';
import { PAYOUT_STAGE_LABELS, type PayoutAccountStatus, type PayoutListItem, type PayoutListStage } from './payouts.ts';

const STAGE_COLORS: Record<PayoutListStage, MantineColor> = {
  on_hold: 'gray',
  on_the_way: 'blue',
  blocked: 'red',
  paid_out: 'teal',
  reversed: 'gray',
};

/** Shows the payout of a booking: amount, state, date and the reason for a delay. */
export function PayoutCard({ payout, account }: { payout: PayoutListItem; account: PayoutAccountStatus }) {
  return (
    <Card component="li" p="md">
      <Group justify="space-between" gap="md" align="flex-start">
        <div style={{ flex: '1 1 260px', minWidth: 0, overflowWrap: 'anywhere' }}>
          <Group gap="4px 10px">
            <Title order={2} fz="md">
              <Anchor
                component={Link}
                to={paths.bookingDetails({ bookingId: payout.id })}
                inherit
                c="inherit"
                underline="always"
              >
                {payout.packageName}
              </Anchor>
            </Title>
            <Badge variant="light" color={STAGE_COLORS[payout.stage]} tt="none">
              {PAYOUT_STAGE_LABELS[payout.stage]}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed" mt={2}>
            for {payout.brandName} · charged <DateTime at={payout.acceptedAt} dateOnly />
          </Text>
          <Text size="sm" mt={6}>
            <PayoutExplanation payout={payout} account={account} />
          </Text>
        </div>
        <Group gap="md">
          <Money cents={payout.creatorCents} fw={650} fz="lg" />
          {payout.hasStatement && (
            <DocumentFileLinks
              of={`the statement for ${payout.packageName}`}
              pdf={paths.payoutFile({ bookingId: payout.id, form: 'pdf' })}
              csv={paths.payoutFile({ bookingId: payout.id, form: 'csv' })}
            />
          )}
        </Group>
      </Group>
    </Card>
  );
}

/** Explains what happens next with the payout, and when. */
function PayoutExplanation({ payout, account }: { payout: PayoutListItem; account: PayoutAccountStatus }) {
  switch (payout.stage) {
    case 'paid_out':
      return payout.settledAt === null ? null : (
        <span key="paid_out">
          Paid out on <DateTime at={payout.settledAt} />
          {account.route !== null && account.route.delayHours > 0
            ? `; Stripe passes it on to your bank ${account.route.delayHours} hours later.`
            : '.'}
        </span>
      );
    case 'on_the_way':
      return payout.claimedAt === null ? null : (
        <span key="on_the_way">
          Released on <DateTime at={payout.claimedAt} />; the transfer is on its way.
        </span>
      );
    case 'blocked':
      return <span key="blocked">{describeBlockedPayout(account)}</span>;
    case 'reversed':
      return payout.reversedAt === null ? null : (
        <span key="reversed">
          The card’s bank took the payment back, so the payout was taken back on <DateTime at={payout.reversedAt} />. It
          is paid again if the bank decides for us.
        </span>
      );
    case 'on_hold':
      return <HeldPayoutExplanation payout={payout} />;
  }
}

function describeBlockedPayout(account: PayoutAccountStatus): string {
  if (account.state === 'active')
    return 'Our payment provider refused the transfer. We are looking into it; you do not have to do anything.';
  if (account.country !== null && account.route === null)
    return 'Creators in your country cannot be paid yet. The money stays yours; please write to us.';
  if (account.state === 'pending')
    return 'Stripe is checking your account. The payout goes out as soon as that is done.';
  return 'Finish your payout setup above. The payout goes out as soon as your account can receive it.';
}

function HeldPayoutExplanation({ payout }: { payout: PayoutListItem }) {
  if (payout.paymentState === 'disputed')
    return <span key="disputed">Frozen while a problem or a chargeback is being settled.</span>;
  if (payout.status !== 'completed')
    return <span key="not completed">Held by the platform until the work is completed.</span>;
  return payout.releaseAt === null ? (
    <span key="not approved">Held by the platform until the brand approves.</span>
  ) : (
    <span key="release date">
      Released when the brand approves, or on <DateTime at={payout.releaseAt} /> if nobody acts.
    </span>
  );
}
