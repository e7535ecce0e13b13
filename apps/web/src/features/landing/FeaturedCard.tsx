import { pictureSet } from '@marquee/validation';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import type { Outputs } from '../../trpc.ts';
import { Portrait } from '../../ui/Portrait.tsx';
import { Price } from '../packages/Price.tsx';
import classes from './FeaturedCard.module.css';

type Featured = Outputs['discovery']['landing']['featured'][number];

/** A creator with one picture of the work and one package; the whole card leads to the profile. */
export function FeaturedCard({ creator }: { creator: Featured }) {
  const [cover] = creator.pictures;
  return (
    <Link to={paths.profile(creator)} className={classes.card}>
      {cover !== undefined && (
        <img
          src={cover.url}
          srcSet={pictureSet(cover.url, 'portfolio', cover.width)}
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
          <Portrait person={creator} size={44} />
          <span>
            <strong>{creator.fullName}</strong>
            <span className={classes.small}>{creator.categories.slice(0, 2).join(' · ') || creator.location}</span>
          </span>
        </span>
        <span className={classes.offer}>
          <span>{creator.package.name}</span>
          <Price
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
