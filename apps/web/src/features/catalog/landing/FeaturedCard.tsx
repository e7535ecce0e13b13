import { getPictureSrcSet } from '@marquee/contracts';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import type { RouterOutputs } from '../../../trpc.ts';
import { PersonAvatar } from '../../../ui/PersonAvatar.tsx';
import { PackagePrice } from '../packages/PackagePrice.tsx';
import classes from './FeaturedCard.module.css';

type FeaturedCreator = RouterOutputs['discovery']['landing']['featured'][number];

/** Shows a creator with a portfolio picture and a package. The whole card links to the profile. */
export function FeaturedCard({ creator }: { creator: FeaturedCreator }) {
  const [cover] = creator.pictures;
  return (
    <Link to={paths.profile(creator)} className={classes.card}>
      {cover !== undefined && (
        <img
          src={cover.url}
          srcSet={getPictureSrcSet(cover.url, 'portfolio', cover.width)}
          sizes="(max-width: 48em) 92vw, 380px"
          width={cover.width}
          height={cover.height}
          loading="lazy"
          decoding="async"
          alt=""
          className={classes.cover}
        />
      )}
      <span className={classes.body}>
        <span className={classes.who}>
          <PersonAvatar person={creator} size={44} />
          <span>
            <strong>{creator.fullName}</strong>
            <span className={classes.small}>{creator.categories.slice(0, 2).join(' · ') || creator.location}</span>
          </span>
        </span>
        <span className={classes.offer}>
          <span>{creator.package.name}</span>
          <PackagePrice
            priceCents={creator.package.priceCents}
            feeBps={creator.package.feeBps}
            varies={creator.package.pricesVary}
            className={classes.price}
          />
        </span>
      </span>
    </Link>
  );
}
