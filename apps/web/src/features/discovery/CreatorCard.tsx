import { Badge, Button } from '@mantine/core';
import { pictureIn, PLATFORMS } from '@marquee/validation';
import { MapPin, Star } from 'lucide-react';
import { memo, useId } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import type { Outputs } from '../../trpc.ts';
import { Compact } from '../../ui/Compact.tsx';
import { Portrait } from '../../ui/Portrait.tsx';
import { BookButton } from '../availability/BookButton.tsx';
import { NextPlace } from '../availability/NextPlace.tsx';
import { DeliveryTime } from '../packages/PackageFacts.tsx';
import { PopularBadge } from '../packages/PopularBadge.tsx';
import { Price } from '../packages/Price.tsx';
import { SaveButton } from '../saved/SaveButton.tsx';
import { CompareToggle } from './Compare.tsx';
import classes from './CreatorCard.module.css';
import { PlatformIcon } from './PlatformIcon.tsx';
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
              {`${creator.rating.toFixed(1)} (${plural(creator.reviewCount, 'review')})`}
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
                <Compact of={`${PLATFORMS[platform]}: `} value={followers} />
              </li>
            ))}
            {creator.platforms.length > SHOWN_PLATFORMS && (
              <li>{`+${creator.platforms.length - SHOWN_PLATFORMS} more`}</li>
            )}
          </ul>
        )}
        <div className={classes.offer}>
          <div className={classes.package}>
            <p className={classes.packageName}>{pack.name}</p>
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
              <BookButton
                packageId={pack.id}
                name={`${pack.name} by ${creator.fullName}`}
                availability={creator.availability ?? null}
              />
            )}
          </div>
        </div>
      </div>
    </article>
  );
});

/** How wide a picture stands in a cover, at most on a wide screen and on a dense one. */
const ALONE = { place: 400, sizes: '(max-width: 36em) 92vw, 400px' };
const LARGE = { place: 270, sizes: '(max-width: 36em) 62vw, 270px' };
const SMALL = { place: 135, sizes: '(max-width: 36em) 31vw, 135px' };

/** Up to three pictures of the portfolio; without one, the photo. Decoration: what they show is on the profile. */
function Cover({ creator, isFirst }: { creator: FoundCreator; isFirst: boolean }) {
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
      {pictures.map(({ url, width }, index) => {
        const { place, sizes } = pictures.length === 1 ? ALONE : index === 0 ? LARGE : SMALL;
        const picture = pictureIn(place, url, 'portfolio', width);
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
