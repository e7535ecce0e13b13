import { Button, Card, Group, Text, Title } from '@mantine/core';
import { CalendarCheck, Layers, Search, Sparkles, UserRound } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import type { SignedInUser } from '../../session.ts';
import { getScope, trpc } from '../../trpc.ts';
import { copyText } from '../../lib/copyText.ts';
import { notify } from '../../lib/notify.ts';
import { notifyFailure } from '../../lib/notifyFailure.ts';
import { cachePackage, removeCachedPackage } from '../packages/packageCache.ts';
import classes from './Panels.module.css';

const ICON_PROPS = { size: 20, 'aria-hidden': true } as const;

export function ManageServicesPanel() {
  return (
    <DashboardPanel
      title="Manage Services"
      icon={<Layers {...ICON_PROPS} />}
      text="Your packages, and the questions that brands answer when they order."
    >
      <Button component={Link} to={paths.packages()} size="sm">
        View Packages
      </Button>
      <Button component={Link} to={paths.questionnaireBuilder()} size="sm" variant="default">
        Build Forms
      </Button>
    </DashboardPanel>
  );
}

export function YourProfilePanel({ user }: { user: SignedInUser }) {
  const url = new URL(paths.profile(user), getScope().origin).href;
  return (
    <DashboardPanel
      title="Your Profile"
      icon={<UserRound {...ICON_PROPS} />}
      text={
        <>
          Share this link with brands:
          <br />
          <span className={classes.link}>{url.replace(/^https?:\/\//, '')}</span>
        </>
      }
    >
      <Button component={Link} to={paths.profile(user)} size="sm">
        View Profile
      </Button>
      <Button size="sm" variant="default" onClick={() => void copyText(url)}>
        Copy Link
      </Button>
    </DashboardPanel>
  );
}

/** The sample package that a creator without packages can publish with one click (spec §7). */
const SAMPLE_PACKAGE = {
  name: 'Content Creation Service',
  description: 'One piece of original content for your product, made in my style and ready to publish.',
  price: '199',
  deliveryDays: 5,
  features: ['One photo or short video', 'Caption and hashtags', 'One round of changes'],
};

export function QuickSetupPanel() {
  const create = trpc.packages.create.useMutation({
    onSuccess: (pkg) => {
      cachePackage(pkg);
      notify('Success', 'Your sample service is now live');
    },
    onError: (error) => notifyFailure(error, 'Failed to create service'),
  });
  const undo = trpc.packages.remove.useMutation({
    onSuccess: () => {
      if (create.data !== undefined) removeCachedPackage(create.data);
      create.reset();
      notify('Package deleted');
    },
    onError: (error) => notifyFailure(error, 'Failed to delete package'),
  });
  const sample = create.data;
  return (
    <DashboardPanel
      title="Quick Setup"
      icon={<Sparkles {...ICON_PROPS} />}
      text={
        sample === undefined
          ? 'New here? Publish a sample service for $199 and change it to your own later.'
          : `“${sample.name}” is live for $199: brands can book it now. Make it your own.`
      }
    >
      {sample === undefined ? (
        <Button size="sm" variant="default" loading={create.isPending} onClick={() => create.mutate(SAMPLE_PACKAGE)}>
          Create Sample Service
        </Button>
      ) : (
        <>
          <Button component={Link} to={paths.packages({ edit: sample.id })} size="sm">
            Edit
          </Button>
          <Button size="sm" variant="default" loading={undo.isPending} onClick={() => undo.mutate({ id: sample.id })}>
            Undo
          </Button>
        </>
      )}
    </DashboardPanel>
  );
}

export function YourBookingsPanel() {
  return (
    <DashboardPanel
      title="Your Bookings"
      icon={<CalendarCheck {...ICON_PROPS} />}
      text="Where each order stands, what happens next, and completed work that waits for your approval."
    >
      <Button component={Link} to={paths.bookings()} size="sm">
        View Bookings
      </Button>
      <Button component={Link} to={paths.receipts()} size="sm" variant="default">
        Receipts
      </Button>
    </DashboardPanel>
  );
}

export function FindCreatorPanel() {
  return (
    <DashboardPanel
      title="Find a Creator"
      icon={<Search {...ICON_PROPS} />}
      text="Filter by category, audience, budget and delivery time, and put up to four packages side by side."
    >
      <Button component={Link} to={paths.findInfluencers()} size="sm">
        Find Creators
      </Button>
      <Button component={Link} to={paths.match()} size="sm" variant="default">
        Matched for You
      </Button>
      <Button component={Link} to={paths.pricingGuide()} size="sm" variant="default">
        Pricing Guide
      </Button>
    </DashboardPanel>
  );
}

/** Renders a card that suggests one task. `children` are its buttons. */
function DashboardPanel({
  title,
  icon,
  text,
  children,
}: {
  title: string;
  icon: ReactNode;
  text: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} className={classes.panel ?? ''}>
      <Group gap="xs" wrap="nowrap">
        {icon}
        <Title order={2} fz="lg" id={id}>
          {title}
        </Title>
      </Group>
      <Text component="div" size="sm" c="dimmed" className={classes.text ?? ''}>
        {text}
      </Text>
      <Group gap="sm">{children}</Group>
    </Card>
  );
}
