import { Anchor, Badge, Card, Group, type MantineColor, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { Money } from '../../../ui/Money.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
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
              {payout.representedName === null ? (
                <Anchor
                  component={Link}
                  to={paths.bookingDetails({ bookingId: payout.id })}
                  inherit
                  c="inherit"
                  underline="always"
                >
                  {payout.packageName}
                </Anchor>
              ) : (
                `${payout.packageName} by ${payout.representedName}`
              )}
            </Title>
            <Badge variant="light" color={STAGE_COLORS[payout.stage]} tt="none">
              {PAYOUT_STAGE_LABELS[payout.stage]}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed" mt={2}>
            Paid by {payout.brandName} · charged <DateTime at={payout.acceptedAt} dateOnly />
          </Text>
          {payout.representedName !== null && (
            <Text size="sm" mt={2}>
              Your share as an agency
            </Text>
          )}
          {payout.agencyName !== null && (
            <Text size="sm" mt={2}>
              After the share of {payout.agencyName}
            </Text>
          )}
          <Text size="sm" mt={6}>
            <PayoutExplanation payout={payout} account={account} />
          </Text>
        </div>
        <Group gap="md">
          <Money cents={payout.creatorCents} fw={650} fz="lg" />
          {payout.hasStatement && (
            <DocumentFileLinks
              of={`statement for ${payout.packageName}`}
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
            ? `. Stripe sends it to your bank ${account.route.delayHours} hours later.`
            : '.'}
        </span>
      );
    case 'on_the_way':
      return payout.claimedAt === null ? null : (
        <span key="on_the_way">
          Released on <DateTime at={payout.claimedAt} />. The transfer is on its way.
        </span>
      );
    case 'blocked':
      return <span key="blocked">{describeBlockedPayout(account)}</span>;
    case 'reversed':
      return payout.reversedAt === null ? null : (
        <span key="reversed">
          The brand’s bank reversed the payment, so the payout was reversed on <DateTime at={payout.reversedAt} />. You
          are paid again if the bank decides in our favor.
        </span>
      );
    case 'on_hold':
      return <HeldPayoutExplanation payout={payout} />;
  }
}

function describeBlockedPayout(account: PayoutAccountStatus): string {
  if (account.state === 'active')
    return 'Our payment provider refused the transfer. We are looking into it, and you don’t need to do anything.';
  if (account.country !== null && account.route === null)
    return 'We cannot pay creators in your country yet. We hold your money until then. Please contact us.';
  if (account.state === 'pending')
    return 'Stripe is checking your account. We send the payout when the check is complete.';
  return 'Finish your payout setup to receive this payout.';
}

function HeldPayoutExplanation({ payout }: { payout: PayoutListItem }) {
  if (payout.paymentState === 'disputed')
    return <span key="disputed">On hold until the dispute or chargeback is resolved.</span>;
  if (payout.status !== 'completed')
    return (
      <span key="not completed">
        On hold until {payout.representedName === null ? 'you complete' : `${payout.representedName} completes`} the
        work and the brand approves it.
      </span>
    );
  return payout.releaseAt === null ? (
    <span key="not approved">On hold until the brand approves the work.</span>
  ) : (
    <span key="release date">
      Released when the brand approves the work, or automatically on <DateTime at={payout.releaseAt} />.
    </span>
  );
}
