import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { CircleCheck, Hourglass, Landmark, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { PayoutCountryForm } from './PayoutCountryForm.tsx';
import {
  describePayoutRoute,
  describeUnpayableCountry,
  formatUnpayableTitle,
  PAYOUT_SETUP_MISSING,
} from './payouts.words.ts';
import { StripeDashboardButton } from './StripeDashboardButton.tsx';
import { useStartPayoutSetup, type PayoutAccountStatus } from './payouts.ts';
import { describeDisabledReason, getRequirementLabel } from './stripeRequirements.ts';

/** Shows the state of the creator's Stripe account, with the next step or the reason why Stripe cannot pay out. */
export function PayoutAccountSection({ account }: { account: PayoutAccountStatus }) {
  const missing = [...new Set(account.requirements.map(getRequirementLabel))];
  switch (account.state) {
    case 'none':
      return <PayoutSetupNotStarted account={account} />;
    case 'unfinished':
      return (
        <AccountState
          key="not finished"
          tone="warning"
          icon={<Landmark size={20} aria-hidden />}
          title="Your payout setup is not finished"
          action={<PayoutSetupButton label="Continue setup" />}
        >
          Finish it to receive your payouts.
          {missing.length > 0 && <span>{` Stripe still needs: ${missing.join(', ')}.`}</span>}
          <PayoutCountry account={account} />
        </AccountState>
      );
    case 'restricted':
      return (
        <AccountState
          key="missing"
          tone="warning"
          icon={<TriangleAlert size={20} aria-hidden />}
          title="Stripe needs more information"
          badge="Restricted"
          action={<PayoutSetupButton label="Provide information" />}
        >
          {describeDisabledReason(account.disabledReason) ?? 'Your payouts are paused until you provide it.'} Missing:{' '}
          {missing.join(', ')}.
        </AccountState>
      );
    case 'pending':
      return (
        <AccountState
          key="checking"
          tone="info"
          icon={<Hourglass size={20} aria-hidden />}
          title="Stripe is checking your account"
          badge="Pending"
          action={<StripeDashboardButton label="Open Stripe dashboard" />}
        >
          {describeDisabledReason(account.disabledReason) ?? 'You don’t need to do anything.'} We send your payouts when
          the check is complete.
        </AccountState>
      );
    case 'active':
      return (
        <AccountState
          key="ready"
          tone="info"
          icon={<CircleCheck size={20} aria-hidden />}
          title="You can receive payouts"
          badge="Active"
          action={<StripeDashboardButton label="Open Stripe dashboard" />}
        >
          Manage your bank account, tax details and bank transfers on your Stripe dashboard.
          {missing.length > 0 && <span>{` Stripe will soon need: ${missing.join(', ')}.`}</span>}
          <PayoutCountry account={account} />
        </AccountState>
      );
  }
}

/** Asks for the payout country, saves it, and then opens Stripe's onboarding. */
function PayoutSetupNotStarted({ account }: { account: PayoutAccountStatus }) {
  const start = useStartPayoutSetup();
  const isUnpayable = account.country !== null && account.route === null;
  return (
    <Callout
      tone="warning"
      icon={isUnpayable ? <TriangleAlert size={20} aria-hidden /> : <Landmark size={20} aria-hidden />}
      title={isUnpayable ? formatUnpayableTitle(account.country ?? '') : PAYOUT_SETUP_MISSING.title}
    >
      <Text inherit maw={640} mb="sm">
        {isUnpayable ? (
          <span>
            If this is the wrong country, choose another one. If you have a bank account in another country,{' '}
            <Anchor component={Link} to={paths.contact()} inherit underline="always">
              contact us
            </Anchor>
            .
          </span>
        ) : (
          PAYOUT_SETUP_MISSING.text
        )}
      </Text>
      <PayoutCountryForm
        country={account.country}
        submitLabel={isUnpayable ? 'Change country' : 'Set up payouts'}
        isBusy={start.isPending || start.isSuccess}
        onSaved={({ isPayable }) => {
          if (isPayable === true) start.mutate();
        }}
      />
    </Callout>
  );
}

/**
 * Shows the payout country and how Stripe pays creators there. The creator can change the country until they have
 * entered details at Stripe.
 */
function PayoutCountry({ account }: { account: PayoutAccountStatus }) {
  const [isChanging, setChanging] = useState(false);
  const { country, route, canChangeCountry } = account;
  if (country === null) return null;
  if (isChanging)
    return (
      <div style={{ marginTop: 12 }}>
        <PayoutCountryForm
          country={country}
          submitLabel="Change country"
          onSaved={() => setChanging(false)}
          onCancel={() => setChanging(false)}
        />
      </div>
    );
  return (
    <Text inherit mt={6}>
      {route === null ? describeUnpayableCountry(country) : describePayoutRoute(country, route)}{' '}
      {canChangeCountry && (
        <Anchor component="button" type="button" inherit underline="always" onClick={() => setChanging(true)}>
          Change country
        </Anchor>
      )}
    </Text>
  );
}

interface AccountStateProps {
  tone: 'info' | 'warning';
  icon: ReactNode;
  title: string;
  badge?: string;
  action: ReactNode;
  children: ReactNode;
}

const AccountState = ({ tone, icon, title, badge, action, children }: AccountStateProps) => (
  <Callout
    tone={tone}
    icon={icon}
    title={
      <Group component="span" gap={10}>
        {title}
        {badge !== undefined && (
          <Badge variant="light" component="span" tt="none" color={tone === 'info' ? 'teal' : 'red'}>
            {badge}
          </Badge>
        )}
      </Group>
    }
  >
    <Group justify="space-between" gap="md">
      <Text component="div" inherit maw={560} style={{ flex: '1 1 300px' }}>
        {children}
      </Text>
      {action}
    </Group>
  </Callout>
);

function PayoutSetupButton({ label }: { label: string }) {
  const start = useStartPayoutSetup();
  return (
    <Button size="sm" loading={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
      {label}
    </Button>
  );
}
