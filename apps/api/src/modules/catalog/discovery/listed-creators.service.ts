/** Converts creators to items of lists, such as search results and comparisons. */
import { computeQuote, toCents } from '@marquee/money';
import { toDisplayedRating } from '../profiles/profiles.service.ts';
import type { CreatorWithPackage } from './discovery.sql.ts';

/** Converts a creator with a package to a list item. It contains no email address. */
export function toListedCreator({ card, offer, completedBookings }: CreatorWithPackage) {
  const { packageId, packageName, priceCents, deliveryDays, features, isPopular, pricesVary = false } = offer;
  const { ratingTenths, ...rest } = card;
  return {
    ...rest,
    completedBookings,
    rating: toDisplayedRating(ratingTenths),
    package: { id: packageId, name: packageName, deliveryDays, features, isPopular, priceCents, pricesVary },
  };
}

/** Adds the fee and the brand's total. */
export const withQuote = <P extends { priceCents: number }, T extends { package: P }>(item: T, feeBps: number) => ({
  ...item,
  package: { ...item.package, ...computeQuote(toCents(item.package.priceCents), feeBps) },
});
