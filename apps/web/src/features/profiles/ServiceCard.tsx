import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { getPictureSrcSet } from '@marquee/validation';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../paths.ts';
import { NextAvailableSlot } from '../availability/NextAvailableSlot.tsx';
import type { CreatorAvailability } from '../availability/availabilityText.ts';
import { CompareToggle } from '../discovery/Compare.tsx';
import type { RouterOutputs } from '../../trpc.ts';
import type { ListedPackage } from '../packages/packageCache.ts';
import { MAX_CARD_FEATURES, DeliveryTime, FeatureList, ShipmentNeeded } from '../packages/PackageFacts.tsx';
import { PopularBadge } from '../packages/PopularBadge.tsx';
import { PackagePrice } from '../packages/PackagePrice.tsx';
import { PriceHistory } from '../packages/PriceHistory.tsx';
import { SaveButton } from '../saved-items/SaveButton.tsx';
import type { CreatorPicture } from './picture.ts';
import classes from './ServiceCard.module.css';

export function ServiceCard({
  pkg,
  canBook,
  availability,
  priceFact,
  picture,
}: {
  pkg: ListedPackage;
  canBook: boolean;
  availability: CreatorAvailability | null;
  priceFact: RouterOutputs['profiles']['prices'][number] | undefined;
  picture: CreatorPicture | undefined;
}) {
  const titleId = useId();
  const isFree = availability === null || availability.state === 'free';
  return (
    <Card component="article" aria-labelledby={titleId} className={classes.card ?? ''}>
      {picture !== undefined && (
        <img
          className={classes.picture}
          src={picture.url}
          srcSet={getPictureSrcSet(picture.url, 'portfolio', picture.width)}
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
        {pkg.needsProduct && <ShipmentNeeded />}
        <NextAvailableSlot availability={availability} />
        <FeatureList features={pkg.features} limit={MAX_CARD_FEATURES} />
      </Stack>
      <Group justify="space-between" align="flex-end" className={classes.foot ?? ''}>
        <div>
          <PackagePrice priceCents={pkg.priceCents} withCreators varies={pkg.pricesVary} />
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
