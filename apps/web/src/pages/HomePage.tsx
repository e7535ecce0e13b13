/** /: the dashboard for who is signed in, the landing page for visitors (spec §2). */
import { cents, FEE_PERCENT, formatWholeDollars, quote } from '@marquee/money';
import { Anchor, Button, Card, Container, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { BadgeDollarSign, BarChart3, CalendarClock, Link2, ListChecks, Package } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLoaderData } from 'react-router-dom';
import { Dashboard } from '../features/dashboard/Dashboard.tsx';
import { loadDashboard } from '../features/dashboard/loadDashboard.ts';
import { paths } from '../paths.ts';
import { currentUser } from '../session.ts';
import { PageHeader } from '../ui/PageHeader.tsx';
import { useTitle } from '../ui/useTitle.ts';
import classes from './HomePage.module.css';

export async function loader() {
  const user = await currentUser();
  if (user !== null) await loadDashboard(user);
  return { user };
}

export function Page() {
  const { user } = useLoaderData<typeof loader>();
  return user === null ? <Landing /> : <Dashboard user={user} />;
}

const CREATOR_STEPS = [
  ['Create your account', 'Your profile gets its own link, ready to share.'],
  ['Publish packages', 'Set a price, the delivery time and what is included.'],
  ['Accept bookings', 'Brands order from your profile and answer your questions.'],
  ['Deliver and get paid', 'You receive your full price once the work is completed.'],
] as const;

const BRAND_STEPS = [
  ['Open a creator’s profile', 'See the services, prices and delivery times.'],
  ['Describe your project', 'Answer the creator’s questions with your order.'],
  ['Pay securely', 'Your card is charged only when the creator accepts.'],
  ['Approve the work', 'The platform holds the payment until then.'],
] as const;

const FEATURES: readonly [icon: ReactNode, title: string, text: string][] = [
  [
    <Link2 key="icon" aria-hidden />,
    'Custom profile URL',
    'One link that shows a creator’s services and takes orders.',
  ],
  [
    <Package key="icon" aria-hidden />,
    'Service packages',
    'Price, deliverables and delivery time, agreed before anyone pays.',
  ],
  [
    <ListChecks key="icon" aria-hidden />,
    'Order questions',
    'Creators ask what they need to know; answers come with the order.',
  ],
  [
    <BadgeDollarSign key="icon" aria-hidden />,
    'Secure payments',
    'Charged on acceptance, held by the platform, paid out after completion.',
  ],
  [<BarChart3 key="icon" aria-hidden />, 'Analytics dashboard', 'Earnings, bookings and profile views at a glance.'],
  [
    <CalendarClock key="icon" aria-hidden />,
    'Clear deadlines',
    'Every booking says what happens next, when, and where the money is.',
  ],
];

function Landing() {
  useTitle('Creator Economy Platform');
  return (
    <Container size="lg" py={{ base: 40, sm: 72 }}>
      <section className={classes.hero}>
        <Text className={classes.tagline ?? ''}>Creator Economy Platform</Text>
        <PageHeader
          title="Creators publish services. Brands book them."
          description="Marquee is where creators sell service packages from a link of their own, and where brands book and pay for them. The payment is held until the work is completed."
        />
        <Group gap="md">
          <Button component={Link} to={paths.login()} size="lg">
            Email Sign In
          </Button>
          <Text>
            New here?{' '}
            <Anchor component={Link} to={paths.register()} underline="always">
              Create account
            </Anchor>
          </Text>
        </Group>
      </section>

      <Part title="How It Works">
        <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
          <Steps title="For creators" steps={CREATOR_STEPS} />
          <Steps title="For brands" steps={BRAND_STEPS} />
        </SimpleGrid>
      </Part>

      <Part title="Platform Features">
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="lg">
          {FEATURES.map(([icon, title, text]) => (
            <div key={title} className={classes.feature}>
              <span className={classes.icon}>{icon}</span>
              <Title order={3} fz="md">
                {title}
              </Title>
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            </div>
          ))}
        </SimpleGrid>
      </Part>

      <Part title="Pricing">
        <Pricing />
      </Part>
    </Container>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={classes.part}>
    <Title order={2} fz={{ base: 22, sm: 26 }} mb="md">
      {title}
    </Title>
    {children}
  </section>
);

const Steps = ({ title, steps }: { title: string; steps: readonly (readonly [string, string])[] }) => (
  <Card>
    <Title order={3} fz="lg" mb="md">
      {title}
    </Title>
    <ol className={classes.steps}>
      {steps.map(([name, text]) => (
        <li key={name} className={classes.step}>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </li>
      ))}
    </ol>
  </Card>
);

/** Spec §1: the fee with its example, computed like every other quote. */
function Pricing() {
  const { priceCents, feeCents, totalCents } = quote(cents(10_000));
  const example = [
    ['The creator charges', priceCents],
    ['The brand pays', totalCents],
    ['The creator receives', priceCents],
    ['The platform keeps', feeCents],
  ] as const;
  return (
    <Card>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl">
        <Stack gap="xs">
          <Text fz={32} fw={650} lh={1.1}>
            {FEE_PERCENT}% platform fee
          </Text>
          <Text c="dimmed">
            It is added on top of the creator’s price and kept only when a booking is completed. Creating an account and
            publishing packages cost nothing.
          </Text>
        </Stack>
        <dl className={classes.example} aria-label="Example">
          {example.map(([label, amount]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{formatWholeDollars(amount)}</dd>
            </div>
          ))}
        </dl>
      </SimpleGrid>
    </Card>
  );
}
