import { CircleCheck, ExternalLink, Hourglass, Landmark, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { trpc } from '../../trpc.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Badge, Button, Group, Text } from '../../ui/plain.tsx';
import { tellFailure } from '../../ui/tellFailure.ts';
import { useStartPayoutSetup, type Account } from './payouts.ts';
import { reasonWords, requirementWords } from './requirements.ts';

/** How far the creator's account at Stripe is, why it cannot be paid if it cannot, and the way on. */
export function PayoutAccount({ account }: { account: Account }) {
  const missing = [...new Set(account.requirements.map(requirementWords))];
  switch (account.state) {
    case 'none':
      return (
        <State
          tone="warning"
          icon={<Landmark size={20} aria-hidden />}
          title="Payouts are not set up yet"
          action={<Setup label="Set up payouts" />}
        >
          You can accept bookings now; what you earn waits until the setup is finished. It takes a few minutes, on a
          page of our payment provider Stripe.
        </State>
      );
    case 'unfinished':
      return (
        <State
          tone="warning"
          icon={<Landmark size={20} aria-hidden />}
          title="Your payout setup is not finished"
          action={<Setup label="Continue the setup" />}
        >
          Payouts wait until it is.{missing.length > 0 && ` Stripe still asks for: ${missing.join(', ')}.`}
        </State>
      );
    case 'restricted':
      return (
        <State
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
          tone="info"
          icon={<Hourglass size={20} aria-hidden />}
          title="Stripe is checking your account"
          badge="Pending"
          action={<Dashboard />}
        >
          {reasonWords(account.disabledReason) ?? 'You do not have to do anything.'} Payouts go out as soon as it is
          done.
        </State>
      );
    case 'active':
      return (
        <State
          tone="info"
          icon={<CircleCheck size={20} aria-hidden />}
          title="You can receive payouts"
          badge="Active"
          action={<Dashboard />}
        >
          Bank account, tax details and Stripe’s own payouts to your bank are on your Stripe dashboard.
          {missing.length > 0 && ` Stripe will soon ask for: ${missing.join(', ')}.`}
        </State>
      );
  }
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
      <Text inherit maw={560}>
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

function Dashboard() {
  const open = trpc.payouts.openDashboard.useMutation({
    onSuccess: ({ url }) => location.assign(url),
    onError: (error) => tellFailure(error, 'Your Stripe dashboard could not be opened'),
  });
  return (
    <Button
      size="sm"
      variant="default"
      loading={open.isPending || open.isSuccess}
      onClick={() => open.mutate()}
      rightSection={<ExternalLink size={16} aria-hidden />}
    >
      Open Stripe dashboard
    </Button>
  );
}
