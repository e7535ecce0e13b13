import { Text } from '@mantine/core';
import { toCents, formatTotal, computeQuote } from '@marquee/money';
import { useOperatorTerms } from '../../operatorTerms.ts';
import type { RouterOutputs } from '../../trpc.ts';

type PriceFact = RouterOutputs['profiles']['prices'][number];

// The same day for everybody, on the server and in the browser.
const DAY = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/**
 * Since when a package costs what it does, or what it cost before: as facts, never as a discount. `isLowest`: there are
 * higher ones, of which nothing is said.
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
