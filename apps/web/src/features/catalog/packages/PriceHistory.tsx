import { Text } from '@mantine/core';
import { toCents, formatTotal, computeQuote } from '@marquee/money';
import { useOperatorTerms } from '../../../operatorTerms.ts';
import type { RouterOutputs } from '../../../trpc.ts';

type PriceFact = RouterOutputs['profiles']['prices'][number];

// Formats dates in UTC, so that the server and the browser render the same date.
const DAY = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/**
 * Describes the recent history of a package's price: it has not changed, it was different before, or it changed
 * several times in 30 days. The text must not look like a discount. `isLowest` is true if the package has several
 * prices and this one is the lowest.
 */
export function PriceHistory({ fact, isLowest }: { fact: PriceFact | undefined; isLowest: boolean }) {
  const { feeBps } = useOperatorTerms();
  if (fact === undefined) return null;
  const total = (priceCents: number) => formatTotal(computeQuote(toCents(priceCents), feeBps).totalCents);
  const price = isLowest ? 'Lowest price' : 'Price';
  return (
    <Text size="xs" c="dimmed">
      {fact.kind === 'unchanged' && <span>{`${price} unchanged for ${fact.days} days`}</span>}
      {fact.kind === 'was' && (
        <span>{`${isLowest ? 'Lowest price was' : 'Was'} ${total(fact.priceCents)} until ${DAY.format(new Date(fact.until))}`}</span>
      )}
      {fact.kind === 'changed' && (
        <span>{`${price} changed ${fact.isMore ? 'more than ' : ''}${fact.times} times in 30 days, between ${total(fact.lowCents)} and ${total(fact.highCents)}`}</span>
      )}
    </Text>
  );
}
