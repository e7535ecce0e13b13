import { PLATFORMS, pictureSet } from '@marquee/validation';
import { FEE_PERCENT } from '@marquee/money';
import { Badge, Button, Text, Title, VisuallyHidden } from '@mantine/core';
import { MapPin, Star } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import type { Outputs } from '../../trpc.ts';
import { Compact } from '../../ui/Compact.tsx';
import { DeliveryTime } from '../packages/DeliveryTime.tsx';
import { PopularBadge } from '../packages/PopularBadge.tsx';
import { Portrait } from '../profiles/Portrait.tsx';
import { CompareToggle } from './CompareToggle.tsx';
import classes from './CreatorCard.module.css';
import { PlatformIcon } from './PlatformIcon.tsx';
import { Total } from './Total.tsx';

export type FoundCreator = Outputs['discovery']['creators']['items'][number];

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
export function CreatorCard({ creator, canBook, isFirst, compare }: CreatorCardProps) {
  const titleId = useId();
  const { package: pack } = creator;
  const profile = paths.profile(creator, { compare: compare === '' ? undefined : compare });
  return (
    <article className={classes.card} aria-labelledby={titleId}>
      <Cover creator={creator} isFirst={isFirst} />
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
          <li>
            <Star size={15} className={classes.star} aria-hidden />
            {creator.rating.toFixed(1)}
            {creator.reviewCount === 0 && <Badge size="sm">New</Badge>}
          </li>
          {creator.completedBookings > 0 && <li>{creator.completedBookings} completed</li>}
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
        </div>
        <div className={classes.foot}>
          <div>
            <Total cents={pack.totalCents} className={classes.total ?? ''} />
            <Text size="xs" c="dimmed">
              in total, {FEE_PERCENT}% fee included
            </Text>
          </div>
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
}

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
