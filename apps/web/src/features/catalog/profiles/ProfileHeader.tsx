import { ActionIcon, Badge, Button, Card, Group, Text, Title } from '@mantine/core';
import { formatLinkHost } from '@marquee/validation';
import { PRODUCT_NAME } from '@marquee/brand';
import { ArrowUpRight, Languages, Link2, MapPin, MessageCircle, Pencil, Share2, Star } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { getScope, type RouterOutputs } from '../../../trpc.ts';
import { StatList } from '../../../ui/StatList.tsx';
import { Money } from '../../../ui/Money.tsx';
import { notify } from '../../../lib/notify.ts';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import { SaveButton } from '../saved-items/SaveButton.tsx';
import classes from './ProfileHeader.module.css';
import { pluralize } from '../../../lib/pluralize.ts';

interface ProfileHeaderProps {
  creator: RouterOutputs['profiles']['byUsername'];
  isOwner: boolean;
  /** True if the viewer is a brand, because only brands can start a conversation with a creator. */
  canWrite: boolean;
}

export function ProfileHeader({ creator, isOwner, canWrite }: ProfileHeaderProps) {
  return (
    <header className={classes.header}>
      <PersonAvatar person={creator} size={148} className={classes.portrait ?? ''} />
      <div className={classes.about}>
        <div className={classes.top}>
          <div className={classes.names}>
            <Title order={1} className={classes.name ?? ''}>
              {creator.fullName}
            </Title>
            <Text c="dimmed" size="lg">
              @{creator.username}
            </Text>
          </div>
          <Group gap="xs" className={classes.actions ?? ''}>
            {isOwner && (
              <Button component={Link} to={paths.settings()} size="sm" leftSection={<Pencil size={16} aria-hidden />}>
                Edit profile
              </Button>
            )}
            {canWrite && (
              <Button
                component={Link}
                to={paths.messages({ with: creator.username })}
                size="sm"
                variant="default"
                leftSection={<MessageCircle size={16} aria-hidden />}
              >
                Message
              </Button>
            )}
            {!isOwner && <SaveButton kind="creator" id={creator.id} name={creator.fullName} look="words" />}
            <ShareProfile creator={creator} />
          </Group>
        </div>
        <Text className={classes.bio ?? ''}>{creator.bio}</Text>
        <ul className={classes.facts} aria-label="At a glance">
          <li>
            <MapPin size={17} aria-hidden />
            {creator.location}
          </li>
          {creator.languages.length > 0 && (
            <li>
              <Languages size={17} aria-hidden />
              {creator.languages.join(', ')}
            </li>
          )}
        </ul>
        {creator.categories.length > 0 && (
          <ul className={classes.chips} aria-label="Categories">
            {creator.categories.map((category) => (
              <li key={category}>
                <Link to={paths.findInfluencers({ category })} className={classes.chip ?? ''}>
                  {category}
                </Link>
              </li>
            ))}
          </ul>
        )}
      </div>
    </header>
  );
}

const subscribeToNothing = () => () => undefined;

/**
 * Renders a button that copies the profile's short link and, on devices that support it, one that opens the system's
 * share dialog.
 */
function ShareProfile({ creator }: { creator: { username: string; fullName: string } }) {
  const url = getScope().origin + paths.shortProfile(creator);
  // The server cannot detect support for sharing, so it renders the page without that button.
  const canShare = useSyncExternalStore(
    subscribeToNothing,
    () => 'share' in navigator,
    () => false,
  );

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      notify('Copied!', url);
    } catch {
      notify('Error', `Your browser blocked copying. Copy this link manually: ${url}`);
    }
  };
  const share = async () => {
    try {
      await navigator.share({ title: `${creator.fullName} on ${PRODUCT_NAME}`, url });
    } catch (error) {
      // An AbortError only means that the user closed the share dialog.
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy();
    }
  };
  return (
    <>
      <Button variant="default" size="sm" leftSection={<Link2 size={17} aria-hidden />} onClick={() => void copy()}>
        Copy link
      </Button>
      {canShare && (
        <ActionIcon variant="default" aria-label="Share this profile" onClick={() => void share()}>
          <Share2 size={17} aria-hidden />
        </ActionIcon>
      )}
    </>
  );
}

/**
 * Shows a creator's statistics (requirements R2.55). Shows no rating for a creator without reviews, although the API
 * has a default (requirements R9.11).
 */
export function ProfileStats({ stats, services }: { stats: RouterOutputs['profiles']['stats']; services: number }) {
  return (
    <StatList
      label="Stats"
      figures={[
        {
          label: 'Completed',
          value: (
            <span className={classes.figure}>
              {stats.completedBookings}
              {stats.completedBookings === 0 && (
                <Badge variant="light" tt="none" flex="none" px={8}>
                  New
                </Badge>
              )}
            </span>
          ),
        },
        {
          label: 'Rating',
          value:
            stats.reviewCount === 0 ? (
              <span className={classes.none}>No ratings yet</span>
            ) : (
              <span className={classes.figure}>
                <Star size={20} className={classes.star} aria-hidden />
                {stats.rating.toFixed(1)}
                <a href="#reviews" className={classes.count}>
                  {pluralize(stats.reviewCount, 'review')}
                </a>
              </span>
            ),
        },
        { label: 'Total Earned', value: <Money cents={stats.totalEarningsCents} whole /> },
        { label: 'Services', value: services },
      ]}
    />
  );
}

export function CreatorLinks({ links }: { links: RouterOutputs['profiles']['byUsername']['links'] }) {
  return (
    <Card component="section" aria-labelledby="links">
      <Title order={2} id="links" fz="lg" mb={6}>
        Links
      </Title>
      <ul className={classes.list}>
        {links.map(({ label, url }, index) => (
          <li key={`${index}:${url}`}>
            <a href={url} target="_blank" rel="nofollow noopener noreferrer ugc" className={classes.link}>
              <span className={classes.words}>
                <span className={classes.label}>{label}</span>
                <span className={classes.site}>{formatLinkHost(url)}</span>
              </span>
              <ArrowUpRight size={18} aria-label="opens in a new tab" />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
