import { Card, Group, Stack, Text, Title } from '@mantine/core';
import { getPictureSrcSet } from '@marquee/contracts';
import { useId, type ReactNode } from 'react';
import type { RouterOutputs } from '../../../trpc.ts';
import type { ListedPackage } from './packageCache.ts';
import { MAX_CARD_FEATURES, DeliveryTime, FeatureList, ShipmentNeeded } from './PackageFacts.tsx';
import { PopularBadge } from './PopularBadge.tsx';
import { PackagePrice } from './PackagePrice.tsx';
import { PriceHistory } from './PriceHistory.tsx';
import classes from './ServiceCard.module.css';

export interface ServiceCardPackage extends Pick<
  ListedPackage,
  'name' | 'description' | 'deliveryDays' | 'features' | 'needsProduct' | 'isPopular' | 'pricesVary'
> {
  /** The creator's price, or null while the package editor has no valid price yet. */
  priceCents: number | null;
}

interface ServiceCardProps {
  pkg: ServiceCardPackage;
  priceFact?: RouterOutputs['profiles']['prices'][number] | undefined;
  picture?: RouterOutputs['profiles']['byUsername']['portfolio'][number] | undefined;
  /** True if the card is above the fold, so that its picture must not wait for the layout. */
  isFirst?: boolean;
  /** Small buttons beside the delivery time. */
  tools?: ReactNode;
  /** Text below the delivery time. */
  note?: ReactNode;
  /** The main button. `titleId` is the id of the heading with the package's name. */
  renderAction?: (titleId: string) => ReactNode;
}

/** Shows a package as brands see it on the profile. The package editor uses the same card as a preview. */
export function ServiceCard({ pkg, priceFact, picture, isFirst, tools, note, renderAction }: ServiceCardProps) {
  const titleId = useId();
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
          loading={isFirst === true ? 'eager' : 'lazy'}
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
          {tools !== undefined && <Group gap="xs">{tools}</Group>}
        </Group>
        {pkg.needsProduct && <ShipmentNeeded />}
        <div className={classes.note}>{note}</div>
        <FeatureList features={pkg.features} limit={MAX_CARD_FEATURES} />
      </Stack>
      <Group justify="space-between" align="flex-end" className={classes.foot ?? ''}>
        {pkg.priceCents !== null && (
          <div>
            <PackagePrice priceCents={pkg.priceCents} withCreators varies={pkg.pricesVary} />
            <PriceHistory fact={priceFact} isLowest={pkg.pricesVary} />
          </div>
        )}
        {renderAction !== undefined && <div>{renderAction(titleId)}</div>}
      </Group>
    </Card>
  );
}
