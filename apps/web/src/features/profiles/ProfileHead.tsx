import { PRODUCT_NAME } from '@marquee/booking';
import { cents, decimal, quote, type BasisPoints } from '@marquee/money';
import { paths } from '../../paths.ts';
import { useTerms } from '../../terms.ts';
import { scope, type Outputs } from '../../trpc.ts';
import { Head } from '../../ui/Head.tsx';

interface ProfileHeadProps {
  creator: Outputs['profiles']['byUsername'];
  /** The services on offer. */
  services: Outputs['profiles']['packages'];
  /** The picture of link previews. */
  image?: string;
}

/** What search engines and link previews read of a profile: tags, and the same as data (schema.org ProfilePage). */
export function ProfileHead({ creator, services, image }: ProfileHeadProps) {
  const { feeBps } = useTerms();
  const { fullName, username } = creator;
  const bio = creator.bio.replaceAll(/\s+/g, ' ').trim();
  const description =
    bio === '' ? `${fullName} on ${PRODUCT_NAME}: services, prices and delivery times.` : shorten(bio);
  return (
    <>
      <Head
        title={`${fullName} (@${username})`}
        description={description}
        canonical={paths.profile(creator)}
        type="profile"
        {...(image !== undefined && { image })}
      />
      <script
        type="application/ld+json"
        dangerouslySetInnerHTML={{ __html: asData({ creator, services, feeBps, description }) }}
      />
    </>
  );
}

/** Search engines show about this much. */
const LONGEST = 160;

const shorten = (text: string) =>
  text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).replace(/\s+\S*$/, '')}…`;

function asData({
  creator,
  services,
  feeBps,
  description,
}: Pick<ProfileHeadProps, 'creator' | 'services'> & { feeBps: BasisPoints; description: string }): string {
  const url = scope().origin + paths.profile(creator);
  const data = {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    url,
    mainEntity: {
      '@type': 'Person',
      name: creator.fullName,
      alternateName: creator.username,
      description,
      url,
      ...(creator.profileImageUrl !== null && { image: new URL(creator.profileImageUrl, scope().origin).href }),
      makesOffer: services.map(({ name, description: text, priceCents }) => ({
        '@type': 'Offer',
        // What a buyer pays, as the page shows it.
        price: decimal(quote(cents(priceCents), feeBps).totalCents),
        priceCurrency: 'USD',
        itemOffered: { '@type': 'Service', name, description: text },
      })),
    },
  };
  // What people have written cannot end the element early.
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
