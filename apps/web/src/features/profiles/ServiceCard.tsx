import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { pictureSet } from '@marquee/validation';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { NextPlace } from '../availability/NextPlace.tsx';
import type { Availability } from '../availability/words.ts';
import { CompareToggle } from '../discovery/Compare.tsx';
import type { Outputs } from '../../trpc.ts';
import type { Package } from '../packages/packageCache.ts';
import { CARD_FEATURES, DeliveryTime, FeatureList, ProductNeeded } from '../packages/PackageFacts.tsx';
import { PopularBadge } from '../packages/PopularBadge.tsx';
import { Price } from '../packages/Price.tsx';
import { PriceHistory } from '../packages/PriceHistory.tsx';
import { SaveButton } from '../saved/SaveButton.tsx';
import type { Picture } from './Portfolio.tsx';
import classes from './ServiceCard.module.css';

/** A package as a brand sees it on a profile. */
export function ServiceCard({
  pkg,
  canBook,
  availability,
  priceFact,
  picture,
}: {
  pkg: Package;
  canBook: boolean;
  availability: Availability | null;
  priceFact: Outputs['profiles']['prices'][number] | undefined;
  /** The one that its creator chose for it. */
  picture: Picture | undefined;
}) {
  const titleId = useId();
  const isFree = availability === null || availability.state === 'free';
  return (
    <Card component="article" aria-labelledby={titleId} className={classes.card ?? ''}>
      {picture !== undefined && (
        <img
          className={classes.picture}
          src={picture.url}
          srcSet={pictureSet(picture.url, 'portfolio', picture.width)}
          sizes="(max-width: 48em) 92vw, (max-width: 62em) 46vw, 400px"
          width={picture.width}
          height={picture.height}
          alt={picture.caption}
          loading="lazy"
          decoding="async"
        />
      )}
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <Title order={3} id={titleId} fz="lg" className={classes.text ?? ''}>
          {pkg.name}
        </Title>
        {pkg.isPopular && <PopularBadge />}
      </Group>
      <Text mt={6} lineClamp={4} className={classes.text ?? ''}>
        {pkg.description}
      </Text>
      <Stack gap="sm" mt="md" mb="lg">
        <Group justify="space-between" gap="xs">
          <DeliveryTime days={pkg.deliveryDays} />
          <SaveButton kind="package" id={pkg.id} name={pkg.name} look="icon" />
          {canBook && <CompareToggle id={pkg.id} name={pkg.name} />}
        </Group>
        {pkg.needsProduct && <ProductNeeded />}
        <NextPlace availability={availability} />
        <FeatureList features={pkg.features} limit={CARD_FEATURES} />
      </Stack>
      <Group justify="space-between" align="flex-end" className={classes.foot ?? ''}>
        <div>
          <Price priceCents={pkg.priceCents} withCreators varies={pkg.pricesVary} />
          <PriceHistory fact={priceFact} isLowest={pkg.pricesVary} />
        </div>
        {canBook && (
          <Button
            component={Link}
            to={isFree ? paths.orderQuestionnaire({ packageId: pkg.id }) : paths.checkout({ packageId: pkg.id })}
            aria-describedby={titleId}
          >
            {isFree ? 'Book Now' : 'Join Waiting List'}
          </Button>
        )}
      </Group>
    </Card>
  );
}
