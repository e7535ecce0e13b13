import { PRODUCT_NAME } from '@marquee/brand';
import { toCents, formatWholeDollars, computeQuote } from '@marquee/money';
import { MIN_LISTED_CREATORS, slugify, formatTopicName, getTopicSlug, type Topic } from '@marquee/validation';
import { paths } from '../../../paths.ts';
import { useOperatorTerms } from '../../../operatorTerms.ts';
import type { RouterOutputs } from '../../../trpc.ts';
import { PageMeta } from '../../../ui/PageMeta.tsx';
import { pluralize } from '../../../lib/pluralize.ts';
import { toSiteUrl, createBreadcrumbs, StructuredData } from '../../../ui/StructuredData.tsx';

interface TopicMetaProps {
  found: NonNullable<RouterOutputs['discovery']['topic']>;
  creators: RouterOutputs['discovery']['search']['items'];
}

/** Adds the meta tags of a topic page, and structured data about its parent pages and the listed creators. */
export function TopicMeta({ found: { topic, creators: count, packages, typical }, creators }: TopicMetaProps) {
  const { feeBps } = useOperatorTerms();
  const name = formatTopicName(topic);
  const address = paths.creators({ slug: getTopicSlug(topic) });
  const price =
    typical === null
      ? ''
      : `, typically ${formatWholeDollars(computeQuote(toCents(typical.medianCents), feeBps).totalCents)} in total, delivered in ${pluralize(typical.deliveryDays, 'day')}`;
  return (
    <>
      <PageMeta
        title={topic.kind === 'platform' ? name : `${name}: prices and packages`}
        description={`${name} on ${PRODUCT_NAME}: ${pluralize(count, 'creator')} with ${pluralize(packages, 'package')} to book${price}. Compare what they offer.`}
        canonical={address}
        isUnlisted={count < MIN_LISTED_CREATORS}
      />
      <StructuredData data={createBreadcrumbs([...listParentPages(topic), [getTopicLabel(topic), address]])} />
      {creators.length > 0 && (
        <StructuredData
          data={{
            '@type': 'ItemList',
            name,
            url: toSiteUrl(address),
            itemListElement: creators.map((creator, at) => ({
              '@type': 'ListItem',
              position: at + 1,
              name: creator.fullName,
              url: toSiteUrl(paths.profile(creator)),
            })),
          }}
        />
      )}
    </>
  );
}

/** Lists the parent pages of a topic as pairs of name and path, starting with the home page. */
export const listParentPages = (topic: Topic): (readonly [string, string])[] => [
  ['Home', paths.home()],
  ['Creators', paths.creators()],
  ...(topic.kind === 'platform' ? [[topic.category, paths.creators({ slug: slugify(topic.category) })] as const] : []),
];

/** Returns the short name of a topic, for lists of similar topics. */
export const getTopicLabel = (topic: Topic): string =>
  topic.kind === 'place' ? topic.place : topic.kind === 'platform' ? formatTopicName(topic) : topic.category;
