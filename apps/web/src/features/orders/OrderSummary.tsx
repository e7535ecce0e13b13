import { cents, FEE_PERCENT, quote } from '@marquee/money';
import { Anchor, Card, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import type { Outputs } from '../../trpc.ts';
import { Money } from '../../ui/Money.tsx';
import { DeliveryTime } from '../packages/DeliveryTime.tsx';
import { FeatureList } from '../packages/FeatureList.tsx';
import type { Package } from '../packages/packageCache.ts';
import classes from './OrderSummary.module.css';

type Creator = Outputs['profiles']['creator'];

/** What is being ordered, from whom, and what it costs to the cent. */
export function OrderSummary({ pkg, creator }: { pkg: Package; creator: Creator }) {
  const { priceCents, feeCents, totalCents } = quote(cents(pkg.priceCents));
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
      <Text mt="sm" className={classes.text ?? ''}>
        {pkg.description}
      </Text>
      <Stack gap="sm" mt="md">
        <DeliveryTime days={pkg.deliveryDays} />
        <FeatureList features={pkg.features} />
      </Stack>
      <dl className={classes.lines}>
        <Line label="Package price" cents={priceCents} />
        <Line label={`Platform fee (${FEE_PERCENT}%)`} cents={feeCents} />
        <Line label="Total" cents={totalCents} isTotal />
      </dl>
      <Text size="sm" c="dimmed" mt="sm">
        Nothing is charged until {creator.fullName} accepts your booking.
      </Text>
    </Card>
  );
}

function Line({ label, cents, isTotal = false }: { label: string; cents: number; isTotal?: boolean }) {
  return (
    <div className={classes.line} data-total={isTotal}>
      <dt>{label}</dt>
      <dd>
        <Money cents={cents} />
      </dd>
    </div>
  );
}
