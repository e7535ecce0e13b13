import { PRODUCT_NAME } from '@marquee/booking';
import { cents, formatWholeDollars, quote } from '@marquee/money';
import { MIN_LISTED_CREATORS, slugOf, topicName, topicSlugOf, type Topic } from '@marquee/validation';
import { paths } from '../../paths.ts';
import { useTerms } from '../../terms.ts';
import type { Outputs } from '../../trpc.ts';
import { Head } from '../../ui/Head.tsx';
import { plural } from '../../ui/plural.ts';
import { addressOf, breadcrumbs, StructuredData } from '../../ui/StructuredData.tsx';

interface TopicHeadProps {
  found: NonNullable<Outputs['discovery']['topic']>;
  creators: Outputs['discovery']['creators']['items'];
}

/** What search engines read of a page about a part of the market: tags, where it stands, and whom it lists. */
export function TopicHead({ found: { topic, creators: count, packages, typical }, creators }: TopicHeadProps) {
  const { feeBps } = useTerms();
  const name = topicName(topic);
  const address = paths.creators({ slug: topicSlugOf(topic) });
  const price =
    typical === null
      ? ''
      : `, typically ${formatWholeDollars(quote(cents(typical.medianCents), feeBps).totalCents)} in total, delivered in ${plural(typical.deliveryDays, 'day')}`;
  return (
    <>
      <Head
        title={topic.kind === 'platform' ? name : `${name}: prices and packages`}
        description={`${name} on ${PRODUCT_NAME}: ${plural(count, 'creator')} with ${plural(packages, 'package')} to book${price}. Compare what they offer.`}
        canonical={address}
        isUnlisted={count < MIN_LISTED_CREATORS}
      />
      <StructuredData data={breadcrumbs([...placesAbove(topic), [nameAt(topic), address]])} />
      {creators.length > 0 && (
        <StructuredData
          data={{
            '@type': 'ItemList',
            name,
            url: addressOf(address),
            itemListElement: creators.map((creator, at) => ({
              '@type': 'ListItem',
              position: at + 1,
              name: creator.fullName,
              url: addressOf(paths.profile(creator)),
            })),
          }}
        />
      )}
    </>
  );
}

/** The pages above one, from the landing page on. */
export const placesAbove = (topic: Topic): (readonly [string, string])[] => [
  ['Home', paths.home()],
  ['Creators', paths.creators()],
  ...(topic.kind === 'platform' ? [[topic.category, paths.creators({ slug: slugOf(topic.category) })] as const] : []),
];

/** What a page is called among those beside it. */
export const nameAt = (topic: Topic): string =>
  topic.kind === 'place' ? topic.place : topic.kind === 'platform' ? topicName(topic) : topic.category;
