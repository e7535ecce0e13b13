import { Anchor, Card, Divider, Spoiler, Stack, Text, Title } from '@mantine/core';
import { DEFAULT_CHOICE, computeQuote, computeSale } from '@marquee/money';
import { listAnsweredQuestions, type Question } from '@marquee/validation';
import { Link } from 'react-router-dom';
import { useOperatorTerms } from '../../../operatorTerms.ts';
import { paths } from '../../../paths.ts';
import { trpc, type RouterOutputs } from '../../../trpc.ts';
import { NextAvailableSlot } from '../../catalog/availability/NextAvailableSlot.tsx';
import { CreatorResponseStats } from '../../catalog/availability/CreatorResponseStats.tsx';
import type { PackageDetails } from '../../catalog/packages/packageCache.ts';
import { DeliveryTime, FeatureList, ShipmentNeeded } from '../../catalog/packages/PackageFacts.tsx';
import { PriceHistory } from '../../catalog/packages/PriceHistory.tsx';
import { PriceBreakdown } from '../../money/payments/PriceBreakdown.tsx';
import classes from './Order.module.css';
import type { OrderDraft } from './orderDraft.ts';

/**
 * The height of about seven lines of text, in pixels. Longer descriptions are collapsed, so that the form stays near
 * the top.
 */
const MAX_DESCRIPTION_HEIGHT = 174;

type OrderCreator = RouterOutputs['profiles']['byId'];

interface OrderSummaryProps {
  pkg: PackageDetails;
  creator: OrderCreator;
  questions: readonly Question[];
  order: Pick<OrderDraft, 'choice' | 'answers'>;
}

/** Shows the package, the creator and the price breakdown of the current order. */
export function OrderSummary({ pkg, creator, questions, order }: OrderSummaryProps) {
  const { feeBps } = useOperatorTerms();
  // The availability is informational. The server checks it again when the order is placed.
  const { data: availability } = trpc.availability.byUsername.useQuery({ username: creator.username });
  const { data: prices } = trpc.profiles.prices.useQuery({ username: creator.username });
  const { data: stats } = trpc.profiles.stats.useQuery({ username: creator.username });
  const result = computeSale(pkg, order.choice ?? DEFAULT_CHOICE, listAnsweredQuestions(questions, order.answers));
  const sale = 'sale' in result ? result.sale : null;
  return (
    <Card component="section" aria-label="Your order">
      <Title order={2} fz="lg" className={classes.text ?? ''}>
        {pkg.name}
      </Title>
      <Text size="sm" c="dimmed">
        by{' '}
        <Anchor component={Link} to={paths.profile(creator)} inherit>
          {creator.fullName}
        </Anchor>
      </Text>
      <Spoiler mt="sm" maxHeight={MAX_DESCRIPTION_HEIGHT} showLabel="Show more" hideLabel="Show less">
        <Text className={classes.text ?? ''}>{pkg.description}</Text>
      </Spoiler>
      <Stack gap="sm" mt="md">
        <DeliveryTime days={sale?.deliveryDays ?? pkg.deliveryDays} />
        {pkg.needsProduct && <ShipmentNeeded />}
        <NextAvailableSlot availability={availability ?? null} />
        <CreatorResponseStats clock={stats?.clock ?? null} />
        <FeatureList features={sale?.features ?? pkg.features} />
      </Stack>
      <Divider my="md" />
      <div aria-live="polite">
        {sale === null ? (
          <Text c="red">{'message' in result && result.message}</Text>
        ) : (
          <PriceBreakdown
            amounts={computeQuote(sale.priceCents, feeBps)}
            lines={pkg.pricesVary ? sale.lines : undefined}
            receiver={`${creator.fullName} receives`}
          />
        )}
      </div>
      <PriceHistory fact={prices?.find(({ packageId }) => packageId === pkg.id)} isLowest={pkg.pricesVary} />
      <Text size="sm" c="dimmed" mt="sm">
        Nothing is charged until {creator.fullName} accepts your booking.
      </Text>
    </Card>
  );
}
