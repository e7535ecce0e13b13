import { Anchor, Card, Divider, Spoiler, Stack, Text, Title } from '@mantine/core';
import { PLAIN_CHOICE, quote, saleOf } from '@marquee/money';
import { answeredOf, type Question } from '@marquee/validation';
import { Link } from 'react-router-dom';
import { useTerms } from '../../terms.ts';
import { paths } from '../../paths.ts';
import { trpc, type Outputs } from '../../trpc.ts';
import { NextPlace } from '../availability/NextPlace.tsx';
import { ReplyClock } from '../availability/ReplyClock.tsx';
import type { WholePackage } from '../packages/packageCache.ts';
import { DeliveryTime, FeatureList, ProductNeeded } from '../packages/PackageFacts.tsx';
import { PriceHistory } from '../packages/PriceHistory.tsx';
import { Breakdown } from '../payments/Breakdown.tsx';
import classes from './Order.module.css';
import type { Order } from './orderDraft.ts';

/** Seven lines: the form is not far below, or beside, a long description. */
const LONG = 174;

type Creator = Outputs['profiles']['creator'];

interface OrderSummaryProps {
  pkg: WholePackage;
  creator: Creator;
  questions: readonly Question[];
  /** As it is filled in so far. */
  order: Pick<Order, 'choice' | 'answers'>;
}

/** What is being ordered, from whom, and what it costs to the cent, line by line. */
export function OrderSummary({ pkg, creator, questions, order }: OrderSummaryProps) {
  const { feeBps } = useTerms();
  // Said if it is known: the order is held to it anyway.
  const { data: availability } = trpc.availability.ofCreator.useQuery({ username: creator.username });
  const { data: prices } = trpc.profiles.prices.useQuery({ username: creator.username });
  const { data: stats } = trpc.profiles.stats.useQuery({ username: creator.username });
  const result = saleOf(pkg, order.choice ?? PLAIN_CHOICE, answeredOf(questions, order.answers));
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
      <Spoiler mt="sm" maxHeight={LONG} showLabel="Show more" hideLabel="Show less">
        <Text className={classes.text ?? ''}>{pkg.description}</Text>
      </Spoiler>
      <Stack gap="sm" mt="md">
        <DeliveryTime days={sale?.deliveryDays ?? pkg.deliveryDays} />
        {pkg.needsProduct && <ProductNeeded />}
        <NextPlace availability={availability ?? null} />
        <ReplyClock clock={stats?.clock ?? null} />
        <FeatureList features={sale?.features ?? pkg.features} />
      </Stack>
      <Divider my="md" />
      <div aria-live="polite">
        {sale === null ? (
          <Text c="red">{'message' in result && result.message}</Text>
        ) : (
          <Breakdown
            amounts={quote(sale.priceCents, feeBps)}
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
