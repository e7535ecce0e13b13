import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { trpc } from '../../trpc.ts';
import { FeaturedCard } from './FeaturedCard.tsx';
import classes from './Landing.module.css';
import { Part } from './Part.tsx';
import { POSTERS } from './Posters.tsx';

const MOST_CATEGORIES = 12;

/** What there is to book: the categories that have creators, and some of them besides those on the posters. */
export function Showcase() {
  const { data } = trpc.discovery.landing.useQuery();
  if (data === undefined || data.featured.length === 0) return null;
  return (
    <Part title="Find your creator" text="Every price is fixed and says what you get, until when.">
      <ul className={classes.chips} aria-label="Categories">
        {data.categories.slice(0, MOST_CATEGORIES).map(({ category, creators }) => (
          <li key={category}>
            <Link to={paths.findInfluencers({ category })}>
              {category} <span>{creators}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={classes.showcase}>
        {(data.featured.length > POSTERS ? data.featured.slice(POSTERS) : data.featured).map((creator) => (
          <FeaturedCard key={creator.id} creator={creator} />
        ))}
      </div>
      <Button component={Link} to={paths.findInfluencers()} variant="default" className={classes.all ?? ''}>
        Browse all creators
      </Button>
    </Part>
  );
}
