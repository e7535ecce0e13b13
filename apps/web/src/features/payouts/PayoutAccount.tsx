import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { CircleCheck, Hourglass, Landmark, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { CountryForm } from './CountryForm.tsx';
import { routeSentence, unpayableSentence, unpayableTitle } from './countries.ts';
import { DashboardButton } from './DashboardButton.tsx';
import { useStartPayoutSetup, type Account } from './payouts.ts';
import { reasonWords, requirementWords } from './requirements.ts';

/** How far the creator's account at Stripe is, why it cannot be paid if it cannot, and the way on. */
export function PayoutAccount({ account }: { account: Account }) {
  const missing = [...new Set(account.requirements.map(requirementWords))];
  switch (account.state) {
    case 'none':
      return <NotBegun account={account} />;
    case 'unfinished':
      return (
        <State
          key="not finished"
          tone="warning"
          icon={<Landmark size={20} aria-hidden />}
          title="Your payout setup is not finished"
          action={<Setup label="Continue the setup" />}
        >
          Payouts wait until it is.
          {missing.length > 0 && <span>{` Stripe still asks for: ${missing.join(', ')}.`}</span>}
          <Country account={account} />
        </State>
      );
    case 'restricted':
      return (
        <State
          key="missing"
          tone="warning"
          icon={<TriangleAlert size={20} aria-hidden />}
          title="Stripe needs something from you"
          badge="Restricted"
          action={<Setup label="Give Stripe what it needs" />}
        >
          {reasonWords(account.disabledReason) ?? 'Until then payouts wait.'} It asks for: {missing.join(', ')}.
        </State>
      );
    case 'pending':
      return (
        <State
          key="checking"
          tone="info"
          icon={<Hourglass size={20} aria-hidden />}
          title="Stripe is checking your account"
          badge="Pending"
          action={<DashboardButton label="Open Stripe dashboard" />}
        >
          {reasonWords(account.disabledReason) ?? 'You do not have to do anything.'} Payouts go out as soon as it is
          done.
        </State>
      );
    case 'active':
      return (
        <State
          key="ready"
          tone="info"
          icon={<CircleCheck size={20} aria-hidden />}
          title="You can receive payouts"
          badge="Active"
          action={<DashboardButton label="Open Stripe dashboard" />}
        >
          Bank account, tax details and Stripe’s own payouts to your bank are on your Stripe dashboard.
          {missing.length > 0 && <span>{` Stripe will soon ask for: ${missing.join(', ')}.`}</span>}
          <Country account={account} />
        </State>
      );
  }
}

/** No account yet: first the country, then, with the same button, Stripe's own page. */
function NotBegun({ account }: { account: Account }) {
  const start = useStartPayoutSetup();
  const isUnpayable = account.country !== null && account.route === null;
  return (
    <Notice
      tone="warning"
      icon={isUnpayable ? <TriangleAlert size={20} aria-hidden /> : <Landmark size={20} aria-hidden />}
      title={isUnpayable ? unpayableTitle(account.country ?? '') : 'Payouts are not set up yet'}
    >
      <Text inherit maw={640} mb="sm">
        {isUnpayable ? (
          <span>
            If this is the wrong country, choose another one;{' '}
            <Anchor component={Link} to={paths.contact()} inherit underline="always">
              write to us
            </Anchor>{' '}
            if you have an account elsewhere.
          </span>
        ) : (
          'You can accept bookings now; what you earn waits until the setup is finished. It takes a few minutes, on a page of our payment provider Stripe.'
        )}
      </Text>
      <CountryForm
        country={account.country}
        submitLabel={isUnpayable ? 'Change the country' : 'Set up payouts'}
        isBusy={start.isPending || start.isSuccess}
        onSaved={({ isPayable }) => {
          if (isPayable === true) start.mutate();
        }}
      />
    </Notice>
  );
}

/** Where the account is, how that is paid, and another country as long as Stripe has no details. */
function Country({ account }: { account: Account }) {
  const [isChanging, setChanging] = useState(false);
  const { country, route, canChangeCountry } = account;
  if (country === null) return null;
  if (isChanging)
    return (
      <div style={{ marginTop: 12 }}>
        <CountryForm
          country={country}
          submitLabel="Change the country"
          onSaved={() => setChanging(false)}
          onCancel={() => setChanging(false)}
        />
      </div>
    );
  return (
    <Text inherit mt={6}>
      {route === null ? unpayableSentence(country) : routeSentence(country, route)}{' '}
      {canChangeCountry && (
        <Anchor component="button" type="button" inherit underline="always" onClick={() => setChanging(true)}>
          Change the country
        </Anchor>
      )}
    </Text>
  );
}

interface StateProps {
  tone: 'info' | 'warning';
  icon: ReactNode;
  title: string;
  badge?: string;
  action: ReactNode;
  children: ReactNode;
}

const State = ({ tone, icon, title, badge, action, children }: StateProps) => (
  <Notice
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
  </Notice>
);

function Setup({ label }: { label: string }) {
  const start = useStartPayoutSetup();
  return (
    <Button size="sm" loading={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
      {label}
    </Button>
  );
}
