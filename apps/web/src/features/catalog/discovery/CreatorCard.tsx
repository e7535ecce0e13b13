import { Badge } from '@mantine/core';
import { getPictureSources, PLATFORM_LABELS } from '@marquee/contracts';
import { MapPin, Star } from 'lucide-react';
import { memo, useId } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import type { RouterOutputs } from '../../../trpc.ts';
import { CompactNumber } from '../../../ui/CompactNumber.tsx';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import { BookButton } from '../availability/BookButton.tsx';
import { NextAvailableSlot } from '../availability/NextAvailableSlot.tsx';
import { DeliveryTime } from '../packages/PackageFacts.tsx';
import { PackagePrice } from '../packages/PackagePrice.tsx';
import { SaveButton } from '../saved-items/SaveButton.tsx';
import { CompareToggle } from './Compare.tsx';
import classes from './CreatorCard.module.css';
import { PlatformIcon } from './PlatformIcon.tsx';
import { pluralize } from '../../../lib/pluralize.ts';

type Found = RouterOutputs['discovery']['search']['items'][number];
/** A creator in search results, or in a list that does not load availability. */
type FoundCreator = Omit<Found, 'availability'> & Partial<Pick<Found, 'availability'>>;

const MAX_SHOWN_CATEGORIES = 3;
const MAX_SHOWN_PLATFORMS = 4;

interface CreatorCardProps {
  creator: FoundCreator;
  canBook: boolean;
  /** True for cards that are visible when the page loads. Their pictures load with high priority. */
  isFirst: boolean;
  /** The ids of the packages chosen for comparison. The link to the profile passes them on. */
  compare: string;
}

/** Shows a creator and the package that best fits the search. The whole card links to the profile. */
export const CreatorCard = memo(function CreatorCard({ creator, canBook, isFirst, compare }: CreatorCardProps) {
  const titleId = useId();
  const { package: pack } = creator;
  const profile = paths.profile(creator, { compare: compare === '' ? undefined : compare });
  return (
    <article className={classes.card} aria-labelledby={titleId}>
      <CreatorCover creator={creator} isFirst={isFirst} />
      <div className={classes.body}>
        <div className={classes.who}>
          {creator.pictures.length > 0 && (
            <PersonAvatar person={creator} size={52} className={classes.portrait ?? ''} />
          )}
          <div className={classes.names}>
            <h2 id={titleId} className={classes.name}>
              <Link to={profile}>{creator.fullName}</Link>
            </h2>
            <p className={classes.at}>{`@${creator.username}`}</p>
          </div>
        </div>
        <ul className={classes.facts} aria-label="At a glance">
          {creator.reviewCount > 0 && (
            <li>
              <Star size={16} className={classes.star} aria-hidden />
              {`${creator.rating.toFixed(1)} (${pluralize(creator.reviewCount, 'review')})`}
            </li>
          )}
          <li>{creator.completedBookings > 0 ? `${creator.completedBookings} completed` : <Badge>New</Badge>}</li>
          <li className={classes.location}>
            <MapPin size={16} aria-hidden />
            {creator.location}
          </li>
        </ul>
        {creator.categories.length > 0 && (
          <ul className={classes.categories} aria-label="Categories">
            {creator.categories.slice(0, MAX_SHOWN_CATEGORIES).map((category) => (
              <li key={category}>{category}</li>
            ))}
          </ul>
        )}
        {creator.platforms.length > 0 && (
          <ul className={classes.platforms} aria-label="Followers">
            {creator.platforms.slice(0, MAX_SHOWN_PLATFORMS).map(({ platform, followers }) => (
              <li key={platform} title={PLATFORM_LABELS[platform]}>
                <PlatformIcon platform={platform} />
                <CompactNumber of={`${PLATFORM_LABELS[platform]}: `} value={followers} />
              </li>
            ))}
            {creator.platforms.length > MAX_SHOWN_PLATFORMS && (
              <li>{`+${creator.platforms.length - MAX_SHOWN_PLATFORMS} more`}</li>
            )}
          </ul>
        )}
        <div className={classes.offer}>
          <p className={classes.packageName}>{pack.name}</p>
          <DeliveryTime days={pack.deliveryDays} />
          <NextAvailableSlot availability={creator.availability ?? null} />
        </div>
        <div className={classes.foot}>
          <PackagePrice priceCents={pack.priceCents} feeBps={pack.feeBps} varies={pack.pricesVary} />
          {canBook && (
            <div className={classes.book}>
              <BookButton
                packageId={pack.id}
                name={`${pack.name} by ${creator.fullName}`}
                availability={creator.availability ?? null}
                fullWidth
              />
            </div>
          )}
        </div>
      </div>
      {/* Shown on the cover, but reached after the name and "Book" when tabbing. */}
      <div className={classes.tools}>
        <SaveButton kind="creator" id={creator.id} name={creator.fullName} look="icon" />
        <CompareToggle id={pack.id} name={`${pack.name} by ${creator.fullName}`} />
      </div>
    </article>
  );
});

/** Widths of the cover pictures. `place` is the maximum width in CSS pixels. */
const SINGLE_PICTURE = { place: 400, sizes: '(max-width: 36em) 92vw, 400px' };
const LARGE_PICTURE = { place: 270, sizes: '(max-width: 36em) 62vw, 270px' };
const SMALL_PICTURE = { place: 135, sizes: '(max-width: 36em) 31vw, 135px' };

/**
 * Shows one or three portfolio pictures, or the profile picture if there are none. They are hidden from screen
 * readers, because the profile describes them.
 */
function CreatorCover({ creator, isFirst }: { creator: FoundCreator; isFirst: boolean }) {
  const pictures = creator.pictures.slice(0, creator.pictures.length >= 3 ? 3 : 1);
  if (pictures.length === 0) {
    return (
      <div className={classes.cover} data-count={0} aria-hidden>
        <PersonAvatar person={creator} size={128} />
      </div>
    );
  }
  return (
    <div className={classes.cover} data-count={pictures.length} aria-hidden>
      {pictures.map(({ url, width }, index) => {
        const { place, sizes } = pictures.length === 1 ? SINGLE_PICTURE : index === 0 ? LARGE_PICTURE : SMALL_PICTURE;
        const picture = getPictureSources(place, url, 'portfolio', width);
        return (
          <img
            key={url}
            {...picture}
            sizes={picture.srcSet && sizes}
            loading={isFirst ? undefined : 'lazy'}
            decoding="async"
            alt=""
          />
        );
      })}
    </div>
  );
}
