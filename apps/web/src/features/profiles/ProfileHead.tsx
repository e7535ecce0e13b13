import { PRODUCT_NAME } from '@marquee/booking';
import { cents, decimal, quote, type BasisPoints } from '@marquee/money';
import { paths } from '../../paths.ts';
import { useTerms } from '../../terms.ts';
import type { Outputs } from '../../trpc.ts';
import { Head } from '../../ui/Head.tsx';
import { addressOf, breadcrumbs, StructuredData } from '../../ui/StructuredData.tsx';
import type { Availability } from '../availability/words.ts';

interface ProfileHeadProps {
  creator: Outputs['profiles']['byUsername'];
  /** The services on offer. */
  services: Outputs['profiles']['packages'];
  /** Null: nothing is set, orders are taken at any time. */
  availability: Availability | null;
  /** What the reviews come to. */
  rated: Pick<Outputs['profiles']['stats'], 'rating' | 'reviewCount'>;
  /** The picture of link previews. */
  image?: string;
}

/**
 * What search engines and link previews read of a profile: tags, and the same as data: schema.org's ProfilePage with
 * the person, where the page stands, and a Product with its Offer for each service. Reviews are of the person's work as
 * a whole, not of one service: the rating is that of a Service, and told where there is one.
 */
export function ProfileHead({ creator, services, availability, rated, image }: ProfileHeadProps) {
  const { feeBps } = useTerms();
  const { fullName, username } = creator;
  const description = descriptionOf(creator);
  return (
    <>
      <Head
        title={`${fullName} (@${username})`}
        description={description}
        canonical={paths.profile(creator)}
        type="profile"
        {...(image !== undefined && { image })}
      />
      <StructuredData data={profilePage(creator, description)} />
      <StructuredData
        data={breadcrumbs([
          ['Home', paths.home()],
          ['Find creators', paths.findInfluencers()],
          [fullName, paths.profile(creator)],
        ])}
      />
      {rated.reviewCount > 0 && <StructuredData data={ratedWork(creator, rated)} />}
      {services.length > 0 && (
        <StructuredData
          data={{ '@graph': services.map((service) => productOf(service, { creator, availability, feeBps })) }}
        />
      )}
    </>
  );
}

/** Search engines show about this much, and make something up where there is much less. */
const LONGEST = 160;
const SHORT = 60;

const shorten = (text: string) =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).replace(/\s+\S*$/, '')}…`;

/** What creators say of themselves; who they are besides, where that is little. */
function descriptionOf({ fullName, username, bio: written, location }: ProfileHeadProps['creator']): string {
  const bio = written.replaceAll(/\s+/g, ' ').trim();
  if (bio.length >= SHORT) return shorten(bio);
  const facts = `${fullName} (@${username}${location === '' ? '' : `, ${location}`}) on ${PRODUCT_NAME}: services, prices and delivery times.`;
  return shorten(bio === '' ? facts : `${bio} ${facts}`);
}

const personId = (creator: { username: string }) => `${addressOf(paths.profile(creator))}#person`;

function profilePage(creator: ProfileHeadProps['creator'], description: string) {
  const url = addressOf(paths.profile(creator));
  return {
    '@type': 'ProfilePage',
    url,
    mainEntity: {
      '@type': 'Person',
      '@id': personId(creator),
      name: creator.fullName,
      alternateName: creator.username,
      description,
      url,
      ...(creator.profileImageUrl !== null && { image: addressOf(creator.profileImageUrl) }),
      ...(creator.links.length > 0 && { sameAs: creator.links.map((link) => link.url) }),
    },
  };
}

const ratedWork = (creator: ProfileHeadProps['creator'], { rating, reviewCount }: ProfileHeadProps['rated']) => ({
  '@type': 'Service',
  name: `Content by ${creator.fullName}`,
  url: addressOf(paths.profile(creator)),
  provider: { '@id': personId(creator) },
  aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount, bestRating: 5, worstRating: 1 },
});

interface Offering extends Pick<ProfileHeadProps, 'creator' | 'availability'> {
  feeBps: BasisPoints;
}

function productOf(
  { id, name, description, priceCents }: ProfileHeadProps['services'][number],
  { creator, availability, feeBps }: Offering,
) {
  const url = addressOf(paths.profile(creator));
  return {
    '@type': 'Product',
    '@id': `${url}#${id}`,
    name,
    description: shorten(description),
    ...(creator.profileImageUrl !== null && { image: addressOf(creator.profileImageUrl) }),
    offers: {
      '@type': 'Offer',
      // What a buyer pays, as the page shows it.
      price: decimal(quote(cents(priceCents), feeBps).totalCents),
      priceCurrency: 'USD',
      availability: `https://schema.org/${availability === null || availability.state === 'free' ? 'InStock' : 'OutOfStock'}`,
      url,
      seller: { '@id': personId(creator) },
    },
  };
}
