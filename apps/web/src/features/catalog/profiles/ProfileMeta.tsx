import { PRODUCT_NAME } from '@marquee/brand';
import { toCents, formatDecimal, computeQuote, type BasisPoints } from '@marquee/money';
import { paths } from '../../../paths.ts';
import { useOperatorTerms } from '../../../operatorTerms.ts';
import type { RouterOutputs } from '../../../trpc.ts';
import { PageMeta } from '../../../ui/PageMeta.tsx';
import { toSiteUrl, createBreadcrumbs, StructuredData } from '../../../ui/StructuredData.tsx';
import type { CreatorAvailability } from '../availability/availability.words.ts';

interface ProfileMetaProps {
  creator: RouterOutputs['profiles']['byUsername'];
  services: RouterOutputs['profiles']['packages'];
  /** Null if the creator has set no limits and is always available. */
  availability: CreatorAvailability | null;
  rated: Pick<RouterOutputs['profiles']['stats'], 'rating' | 'reviewCount'>;
  /** The URL of the image for link previews. */
  image?: string;
}

/**
 * Adds the meta tags and structured data of a profile: schema.org's ProfilePage with the Person, breadcrumbs, and
 * one Product with an Offer for each package. Reviews rate the creator's work as a whole, so the rating is part of a
 * Service. The Service is included only if the creator has been rated.
 */
export function ProfileMeta({ creator, services, availability, rated, image }: ProfileMetaProps) {
  const { feeBps } = useOperatorTerms();
  const { fullName, username } = creator;
  const description = createDescription(creator);
  return (
    <>
      <PageMeta
        title={`${fullName} (@${username})`}
        description={description}
        canonical={paths.profile(creator)}
        type="profile"
        {...(image !== undefined && { image })}
      />
      <StructuredData data={createProfilePageData(creator, description)} />
      <StructuredData
        data={createBreadcrumbs([
          ['Home', paths.home()],
          ['Find creators', paths.findInfluencers()],
          [fullName, paths.profile(creator)],
        ])}
      />
      {rated.reviewCount > 0 && <StructuredData data={createRatedServiceData(creator, rated)} />}
      {services.length > 0 && (
        <StructuredData
          data={{ '@graph': services.map((service) => createProductData(service, { creator, availability, feeBps })) }}
        />
      )}
    </>
  );
}

/** Search engines show about 160 characters. If the description is much shorter, they generate their own. */
const MAX_DESCRIPTION_LENGTH = 160;
const MIN_BIO_LENGTH = 60;

const shorten = (text: string) =>
  text.length <= MAX_DESCRIPTION_LENGTH ? text : `${text.slice(0, MAX_DESCRIPTION_LENGTH - 1).replace(/\s+\S*$/, '')}…`;

/** Returns the creator's bio. If it is short, adds the name and location. */
function createDescription({ fullName, username, bio: written, location }: ProfileMetaProps['creator']): string {
  const bio = written.replaceAll(/\s+/g, ' ').trim();
  if (bio.length >= MIN_BIO_LENGTH) return shorten(bio);
  const facts = `${fullName} (@${username}${location === '' ? '' : `, ${location}`}) on ${PRODUCT_NAME}: services, prices and delivery times.`;
  return shorten(bio === '' ? facts : `${bio} ${facts}`);
}

const getPersonId = (creator: { username: string }) => `${toSiteUrl(paths.profile(creator))}#person`;

function createProfilePageData(creator: ProfileMetaProps['creator'], description: string) {
  const url = toSiteUrl(paths.profile(creator));
  return {
    '@type': 'ProfilePage',
    url,
    mainEntity: {
      '@type': 'Person',
      '@id': getPersonId(creator),
      name: creator.fullName,
      alternateName: creator.username,
      description,
      url,
      ...(creator.profileImageUrl !== null && { image: toSiteUrl(creator.profileImageUrl) }),
      ...(creator.links.length > 0 && { sameAs: creator.links.map((link) => link.url) }),
    },
  };
}

const createRatedServiceData = (
  creator: ProfileMetaProps['creator'],
  { rating, reviewCount }: ProfileMetaProps['rated'],
) => ({
  '@type': 'Service',
  name: `Content by ${creator.fullName}`,
  url: toSiteUrl(paths.profile(creator)),
  provider: { '@id': getPersonId(creator) },
  aggregateRating: { '@type': 'AggregateRating', ratingValue: rating, reviewCount, bestRating: 5, worstRating: 1 },
});

interface ProductContext extends Pick<ProfileMetaProps, 'creator' | 'availability'> {
  feeBps: BasisPoints;
}

function createProductData(
  { id, name, description, priceCents }: ProfileMetaProps['services'][number],
  { creator, availability, feeBps }: ProductContext,
) {
  const url = toSiteUrl(paths.profile(creator));
  return {
    '@type': 'Product',
    '@id': `${url}#${id}`,
    name,
    description: shorten(description),
    ...(creator.profileImageUrl !== null && { image: toSiteUrl(creator.profileImageUrl) }),
    offers: {
      '@type': 'Offer',
      // The total with the fee, as shown on the profile page.
      price: formatDecimal(computeQuote(toCents(priceCents), feeBps).totalCents),
      priceCurrency: 'USD',
      availability: `https://schema.org/${availability === null || availability.state === 'free' ? 'InStock' : 'OutOfStock'}`,
      url,
      seller: { '@id': getPersonId(creator) },
    },
  };
}
