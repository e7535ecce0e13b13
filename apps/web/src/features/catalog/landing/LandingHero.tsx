import { Button, Container } from '@mantine/core';
import { PRODUCT_NAME, PRODUCT_TAGLINE } from '@marquee/brand';
import { formatWholeDollars } from '@marquee/money';
import { PICTURE_WIDTHS, getPictureSrcSet } from '@marquee/contracts';
import { Search } from 'lucide-react';
import type { FormEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { trpc } from '../../../trpc.ts';
import { PackagePrice } from '../packages/PackagePrice.tsx';
import classes from './LandingScreen.module.css';

export function LandingHero() {
  const navigate = useNavigate();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    void navigate(paths.findInfluencers({ q: event.currentTarget.querySelector('input')?.value ?? '' }));
  };
  return (
    <Container size="lg" className={classes.hero ?? ''}>
      <div className={classes.board}>
        <div>
          <div className={classes.stage}>
            <div className={classes.words}>
              <p className={classes.tagline}>{PRODUCT_TAGLINE}</p>
              <h1>Creators publish services. Brands book them.</h1>
              <p className={classes.lead}>
                Book a package with a fixed price and a delivery date. The platform holds your payment until the work is
                completed.
              </p>
              <search>
                <form action={paths.findInfluencers()} className={classes.search} onSubmit={search}>
                  <Search size={20} aria-hidden />
                  <input
                    name="q"
                    type="search"
                    placeholder="Try “skincare”"
                    aria-label="Search creators and packages"
                  />
                  <Button type="submit" size="md">
                    Search
                  </Button>
                </form>
              </search>
              <p className={classes.account}>
                New to {PRODUCT_NAME}? <Link to={paths.register()}>Create account</Link>
              </p>
            </div>
            <CreatorPosters />
          </div>
          <MarketNumbers />
        </div>
      </div>
    </Container>
  );
}

/** Shows marketplace totals, such as the number of creators. Omits zeros. */
function MarketNumbers() {
  const { data } = trpc.discovery.landing.useQuery();
  if (data === undefined) return null;
  const numbers = [
    ['creators', data.creators, data.creators.toLocaleString('en-US')],
    ['packages', data.packages, data.packages.toLocaleString('en-US')],
    ['bookings completed', data.completedBookings, data.completedBookings.toLocaleString('en-US')],
    ['paid out to creators', data.paidOutCents, formatWholeDollars(data.paidOutCents)],
  ] as const;
  const shownNumbers = numbers.filter(([, value]) => value > 0);
  return shownNumbers.length === 0 ? null : (
    <dl className={classes.numbers} aria-label="The marketplace today">
      {shownNumbers.map(([label, , text]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

export const POSTER_COUNT = 3;

/**
 * Shows creators, each with a package, next to the headline. Renders nothing if too few of them have a profile
 * picture.
 */
function CreatorPosters() {
  const { data } = trpc.discovery.landing.useQuery();
  const creators = (data?.featured ?? [])
    .slice(0, POSTER_COUNT)
    .filter(({ profileImageUrl }) => profileImageUrl !== null);
  if (creators.length < POSTER_COUNT) return null;
  return (
    <div className={classes.posters}>
      {creators.map((creator) => (
        <Link key={creator.id} to={paths.profile(creator)} className={classes.poster}>
          <img
            src={creator.profileImageUrl ?? ''}
            srcSet={getPictureSrcSet(creator.profileImageUrl ?? '', 'portrait')}
            sizes="(max-width: 62em) 30vw, 170px"
            alt=""
            width={PICTURE_WIDTHS.portrait[1]}
            height={PICTURE_WIDTHS.portrait[1]}
          />
          <strong>{creator.fullName}</strong>
          <span>{creator.package.name}</span>
          <PackagePrice
            priceCents={creator.package.priceCents}
            feeBps={creator.package.feeBps}
            varies={creator.package.pricesVary}
            className={classes.price}
          />
        </Link>
      ))}
    </div>
  );
}
