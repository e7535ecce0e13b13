import { Button, Card, Group, Text, Title } from '@mantine/core';
import { CalendarCheck, Layers, Search, Sparkles, UserRound } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import type { User } from '../../session.ts';
import { scope, trpc } from '../../trpc.ts';
import { copyText } from '../../ui/copyText.ts';
import { notify } from '../../ui/notify.ts';
import { tellFailure } from '../../ui/tellFailure.ts';
import { adoptPackage, forgetPackage } from '../packages/packageCache.ts';
import classes from './Panels.module.css';

const ICON = { size: 20, 'aria-hidden': true } as const;

export function ManageServices() {
  return (
    <Panel
      title="Manage Services"
      icon={<Layers {...ICON} />}
      text="Your packages, and the questions that brands answer when they order."
    >
      <Button component={Link} to={paths.packages()} size="sm">
        View Packages
      </Button>
      <Button component={Link} to={paths.questionnaireBuilder()} size="sm" variant="default">
        Build Forms
      </Button>
    </Panel>
  );
}

export function YourProfile({ user }: { user: User }) {
  const url = new URL(paths.profile(user), scope().origin).href;
  return (
    <Panel
      title="Your Profile"
      icon={<UserRound {...ICON} />}
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
    </Panel>
  );
}

/** Spec §7: price 199, 5 days, three features. */
const SAMPLE = {
  name: 'Content Creation Service',
  description: 'One piece of original content for your product, made in my style and ready to publish.',
  price: '199',
  deliveryDays: 5,
  features: ['One photo or short video', 'Caption and hashtags', 'One round of changes'],
};

export function QuickSetup() {
  const create = trpc.packages.create.useMutation({
    onSuccess: (pkg) => {
      adoptPackage(pkg);
      notify('Success', 'Your sample service is now live');
    },
    onError: (error) => tellFailure(error, 'Failed to create service'),
  });
  const undo = trpc.packages.remove.useMutation({
    onSuccess: () => {
      if (create.data !== undefined) forgetPackage(create.data);
      create.reset();
      notify('Package deleted');
    },
    onError: (error) => tellFailure(error, 'Failed to delete package'),
  });
  const sample = create.data;
  return (
    <Panel
      title="Quick Setup"
      icon={<Sparkles {...ICON} />}
      text={
        sample === undefined
          ? 'New here? Publish a sample service for $199 and change it to your own later.'
          : `“${sample.name}” is live for $199: brands can book it now. Make it your own.`
      }
    >
      {sample === undefined ? (
        <Button size="sm" variant="default" loading={create.isPending} onClick={() => create.mutate(SAMPLE)}>
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
    </Panel>
  );
}

export function YourBookings() {
  return (
    <Panel
      title="Your Bookings"
      icon={<CalendarCheck {...ICON} />}
      text="Where each order stands, what happens next, and completed work that waits for your approval."
    >
      <Button component={Link} to={paths.bookings()} size="sm">
        View Bookings
      </Button>
      <Button component={Link} to={paths.receipts()} size="sm" variant="default">
        Receipts
      </Button>
    </Panel>
  );
}

export function FindCreator() {
  return (
    <Panel
      title="Find a Creator"
      icon={<Search {...ICON} />}
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
    </Panel>
  );
}

/** One thing to do from the dashboard; `children` are its buttons. */
function Panel({
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
