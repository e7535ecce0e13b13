import { Anchor, Button, Card, Group, Text, TextInput, Title } from '@mantine/core';
import { Layers, Search, Sparkles, UserRound, Users } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Form, Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import type { SignedInUser } from '../../../session.ts';
import { getScope, trpc } from '../../../trpc.ts';
import { copyText } from '../../../lib/copyText.ts';
import { notify } from '../../../lib/notify.ts';
import { notifyFailure } from '../../../lib/notifyFailure.ts';
import { cachePackage, removeCachedPackage } from '../../catalog/packages/packageCache.ts';
import classes from './Panels.module.css';
import { PACKAGE_FAILURES } from '../../catalog/packages/packages.words.ts';

const ICON_PROPS = { size: 20, 'aria-hidden': true } as const;

/** `canEdit` is false for members without permission to edit packages. */
export function ManageServicesPanel({ canEdit }: { canEdit: boolean }) {
  return (
    <DashboardPanel
      title={canEdit ? 'Manage Services' : 'Packages'}
      icon={<Layers {...ICON_PROPS} />}
      text={
        canEdit
          ? 'Edit your packages and the questions that brands answer when they order.'
          : 'See what brands can order.'
      }
    >
      <Button component={Link} to={paths.packages()} size="sm" variant="default">
        View Packages
      </Button>
      {canEdit && (
        <Button component={Link} to={paths.questionnaireBuilder()} size="sm" variant="default">
          Build Forms
        </Button>
      )}
    </DashboardPanel>
  );
}

/** Leads an agency to the creators that it represents or has invited. */
export const RepresentedCreatorsPanel = () => (
  <DashboardPanel
    title="Creators you represent"
    icon={<Users {...ICON_PROPS} />}
    text="Open a creator’s workspace to answer orders and deliver for them."
  >
    <Button component={Link} to={paths.settingsAgency()} size="sm" variant="default">
      View Creators
    </Button>
  </DashboardPanel>
);

export function YourProfilePanel({ user }: { user: SignedInUser }) {
  const url = new URL(paths.profile(user), getScope().origin).href;
  return (
    <DashboardPanel
      title="Your Profile"
      icon={<UserRound {...ICON_PROPS} />}
      text={
        <>
          Share your profile link with brands.
          <br />
          <span className={classes.link}>{url.replace(/^https?:\/\//, '')}</span>
        </>
      }
    >
      <Button component={Link} to={paths.profile(user)} size="sm" variant="default">
        View Profile
      </Button>
      <Button size="sm" variant="default" onClick={() => void copyText(url)}>
        Copy Link
      </Button>
    </DashboardPanel>
  );
}

/** The sample package that a creator without packages can publish with one click (requirements R7.23). */
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
    onError: (error) => notifyFailure(error, PACKAGE_FAILURES.delete),
  });
  const sample = create.data;
  return (
    <DashboardPanel
      title="Quick Setup"
      icon={<Sparkles {...ICON_PROPS} />}
      text={
        sample === undefined
          ? 'Publish a sample service for $199 and edit it later.'
          : `Brands can now book “${sample.name}” for $199. Edit it to make it your own.`
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

/** Lets a brand search for creators without leaving the dashboard first. */
export function FindCreatorPanel() {
  return (
    <DashboardPanel
      title="Find a Creator"
      icon={<Search {...ICON_PROPS} />}
      text="Search for what you need, such as a skincare test or a travel Reel."
    >
      <search className={classes.find}>
        <Form action={paths.findInfluencers()} className={classes.search}>
          <TextInput name="q" type="search" aria-label="Search creators and packages" placeholder="Skincare test" />
          <Button type="submit">Find Creators</Button>
        </Form>
      </search>
      <Anchor component={Link} to={paths.match()} size="sm">
        Matched for You
      </Anchor>
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
