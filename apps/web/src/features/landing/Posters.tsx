import { PICTURE_WIDTHS, pictureSet } from '@marquee/validation';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { trpc } from '../../trpc.ts';
import { Money } from '../../ui/Money.tsx';
import classes from './Landing.module.css';

/** How many stand beside the entrance. */
export const POSTERS = 3;

/** Creators of the marketplace with what they sell; none when there are too few with a photo. */
export function Posters() {
  const { data } = trpc.discovery.landing.useQuery();
  const shown = (data?.featured ?? []).slice(0, POSTERS).filter(({ profileImageUrl }) => profileImageUrl !== null);
  if (shown.length < POSTERS) return null;
  return (
    <div className={classes.posters}>
      {shown.map((creator) => (
        <Link key={creator.id} to={paths.profile(creator)} className={classes.poster}>
          <img
            src={creator.profileImageUrl ?? ''}
            srcSet={pictureSet(creator.profileImageUrl ?? '', 'portrait')}
            sizes="(max-width: 62em) 30vw, 170px"
            alt=""
            width={PICTURE_WIDTHS.portrait[1]}
            height={PICTURE_WIDTHS.portrait[1]}
          />
          <strong>{creator.fullName}</strong>
          <span>{creator.package.name}</span>
          <span className={classes.price}>
            <Money cents={creator.package.priceCents} whole />
          </span>
        </Link>
      ))}
    </div>
  );
}
