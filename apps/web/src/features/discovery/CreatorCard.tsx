import { pictureSet, PLATFORMS, type Platform } from '@marquee/validation';
import { AtSign, Ghost, Mail, MapPin, Newspaper, Podcast, Star, type LucideIcon } from 'lucide-react';
import { memo, useId } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import type { Outputs } from '../../trpc.ts';
import { Compact } from '../../ui/Compact.tsx';
import { Portrait } from '../../ui/Portrait.tsx';
import { NextPlace } from '../availability/NextPlace.tsx';
import { DeliveryTime } from '../packages/PackageFacts.tsx';
import { PopularBadge } from '../packages/PopularBadge.tsx';
import { Price } from '../packages/Price.tsx';
import { SaveButton } from '../saved/SaveButton.tsx';
import { CompareToggle } from './Compare.tsx';
import { Badge, Button, Text, Title, VisuallyHidden } from '../../ui/plain.tsx';
import classes from './CreatorCard.module.css';
import { plural } from '../../ui/plural.ts';

type Found = Outputs['discovery']['creators']['items'][number];
/** Lists that do not ask for availability leave it out. */
type FoundCreator = Omit<Found, 'availability'> & Partial<Pick<Found, 'availability'>>;

const SHOWN_CATEGORIES = 3;
const SHOWN_PLATFORMS = 4;

interface CreatorCardProps {
  creator: FoundCreator;
  canBook: boolean;
  /** In sight when the page opens: its pictures are fetched first. */
  isFirst: boolean;
  /** The packages chosen for comparison, which the way to the profile keeps. */
  compare: string;
}

/** A creator in a list, with the package that fits the search best. */
export const CreatorCard = memo(function CreatorCard({ creator, canBook, isFirst, compare }: CreatorCardProps) {
  const titleId = useId();
  const { package: pack } = creator;
  const profile = paths.profile(creator, { compare: compare === '' ? undefined : compare });
  return (
    <article className={classes.card} aria-labelledby={titleId}>
      <Cover creator={creator} isFirst={isFirst} />
      <SaveButton kind="creator" id={creator.id} name={creator.fullName} look="cover" />
      <div className={classes.compare}>
        <CompareToggle id={pack.id} name={`${pack.name} by ${creator.fullName}`} />
      </div>
      <div className={classes.body}>
        <div className={classes.who}>
          {creator.pictures.length > 0 && <Portrait person={creator} size={52} className={classes.portrait ?? ''} />}
          <div className={classes.names}>
            <Title order={2} id={titleId} className={classes.name ?? ''}>
              <Link to={profile}>{creator.fullName}</Link>
            </Title>
            <Text size="sm" c="dimmed" className={classes.at ?? ''}>
              @{creator.username}
            </Text>
          </div>
        </div>
        <ul className={classes.facts} aria-label="At a glance">
          {creator.reviewCount > 0 && (
            <li>
              <Star size={15} className={classes.star} aria-hidden />
              {creator.rating.toFixed(1)} ({plural(creator.reviewCount, 'review')})
            </li>
          )}
          <li>{creator.completedBookings > 0 ? `${creator.completedBookings} completed` : <Badge>New</Badge>}</li>
          <li className={classes.location}>
            <MapPin size={15} aria-hidden />
            {creator.location}
          </li>
        </ul>
        {creator.categories.length > 0 && (
          <ul className={classes.categories} aria-label="Categories">
            {creator.categories.slice(0, SHOWN_CATEGORIES).map((category) => (
              <li key={category}>{category}</li>
            ))}
          </ul>
        )}
        {creator.platforms.length > 0 && (
          <ul className={classes.platforms} aria-label="Followers">
            {creator.platforms.slice(0, SHOWN_PLATFORMS).map(({ platform, followers }) => (
              <li key={platform} title={PLATFORMS[platform]}>
                <PlatformIcon platform={platform} />
                <VisuallyHidden>{PLATFORMS[platform]}: </VisuallyHidden>
                <Compact value={followers} />
              </li>
            ))}
            {creator.platforms.length > SHOWN_PLATFORMS && <li>+{creator.platforms.length - SHOWN_PLATFORMS} more</li>}
          </ul>
        )}
        <div className={classes.offer}>
          <div className={classes.package}>
            <Text fw={600} className={classes.packageName ?? ''}>
              {pack.name}
            </Text>
            {pack.isPopular && <PopularBadge />}
          </div>
          <DeliveryTime days={pack.deliveryDays} />
          <NextPlace availability={creator.availability ?? null} />
        </div>
        <div className={classes.foot}>
          <Price priceCents={pack.priceCents} feeBps={pack.feeBps} varies={pack.pricesVary} />
          <div className={classes.actions}>
            <Button
              component={Link}
              to={profile}
              variant="default"
              size="sm"
              aria-label={`View profile of ${creator.fullName}`}
            >
              View profile
            </Button>
            {canBook && (
              <Button
                component={Link}
                to={paths.orderQuestionnaire({ packageId: pack.id })}
                size="sm"
                aria-label={`Book ${pack.name} by ${creator.fullName}`}
              >
                Book
              </Button>
            )}
          </div>
        </div>
      </div>
    </article>
  );
});

/** Up to three pictures of the portfolio; without one, the photo. Decoration: what they show is on the profile. */
function Cover({ creator, isFirst }: { creator: FoundCreator; isFirst: boolean }) {
  const loading = isFirst ? 'eager' : 'lazy';
  const pictures = creator.pictures.slice(0, creator.pictures.length >= 3 ? 3 : 1);
  if (pictures.length === 0) {
    return (
      <div className={classes.cover} data-count={0} aria-hidden>
        <Portrait person={creator} size={128} />
      </div>
    );
  }
  return (
    <div className={classes.cover} data-count={pictures.length} aria-hidden>
      {pictures.map(({ url, width, height }, index) => (
        <img
          key={url}
          src={url}
          srcSet={pictureSet(url, 'portfolio', width)}
          sizes={
            index === 0 && pictures.length === 1
              ? '(max-width: 36em) 92vw, 400px'
              : index === 0
                ? '(max-width: 36em) 62vw, 270px'
                : '(max-width: 36em) 31vw, 135px'
          }
          width={width}
          height={height}
          loading={loading}
          decoding="async"
          alt=""
        />
      ))}
    </div>
  );
}

/** Outlines on a 24 × 24 grid, in the stroke of the other icons. */
const OUTLINES: Partial<Record<Platform, string>> = {
  instagram:
    'M7 2h10a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5ZM12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM17.5 6.5h.01',
  tiktok: 'M13 3v12.5a4 4 0 1 1-4-4M13 3c.4 3 2.4 5 6 5.2',
  youtube: 'M5 5h14a3 3 0 0 1 3 3v8a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3ZM10 9v6l5-3-5-3Z',
  twitch: 'M5 2h16v11l-4 4h-4l-4 4v-4H3V6l2-4ZM11 7v4M16 7v4',
  x: 'M4 4l16 16M20 4L4 20',
  linkedin:
    'M4 2h16a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2ZM7 11v6M7 7h.01M11 17v-6M11 14a3 3 0 0 1 6 0v3',
  pinterest:
    'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20ZM9.5 21l2.7-11M9 13.5c-2-3 .5-6.5 3.5-6.5 4 0 4.5 4 3 6.5-1.3 2-3.8 1.8-4.5.5',
  facebook: 'M18 2h-3a5 5 0 0 0-5 5v3H7v4h3v8h4v-8h3l1-4h-4V7a1 1 0 0 1 1-1h3V2Z',
};

const ICONS: Partial<Record<Platform, LucideIcon>> = {
  snapchat: Ghost,
  threads: AtSign,
  podcast: Podcast,
  newsletter: Mail,
  blog: Newspaper,
};

/** A platform's sign. Its name stands beside it or is told otherwise. */
function PlatformIcon({ platform, size = 16 }: { platform: Platform; size?: number }) {
  const Icon = ICONS[platform];
  if (Icon !== undefined) return <Icon size={size} aria-hidden />;
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={OUTLINES[platform] ?? ''} />
    </svg>
  );
}
