import { Text } from '@mantine/core';
import { Check, Clock } from 'lucide-react';
import { pluralize } from '../../../lib/pluralize.ts';
import classes from './PackageFacts.module.css';

export function DeliveryTime({ days }: { days: number }) {
  return (
    <p className={classes.time}>
      <Clock size={16} aria-hidden />
      <span>{`Delivery in ${pluralize(days, 'day')}`}</span>
    </p>
  );
}

export const ShipmentNeeded = () => (
  <p className={classes.time}>
    <Clock size={16} aria-hidden />
    <span>The brand sends a product first. Delivery time starts when it arrives.</span>
  </p>
);

export const MAX_CARD_FEATURES = 3;

/** Lists the features of a package. Shows at most `limit` features and the number of remaining ones. */
export function FeatureList({ features, limit = features.length }: { features: readonly string[]; limit?: number }) {
  const hidden = features.length - limit;
  if (features.length === 0) return null;
  return (
    <ul className={classes.list} aria-label="Included features">
      {features.slice(0, limit).map((feature, index) => (
        // Features are not necessarily unique, because the API accepts duplicates.
        <li key={`${index}:${feature}`} className={classes.feature}>
          <Check size={16} className={classes.check} aria-hidden />
          <span>{feature}</span>
        </li>
      ))}
      {hidden > 0 && (
        <Text component="li" size="sm" c="dimmed" className={classes.more ?? ''}>
          +{hidden} more {hidden === 1 ? 'feature' : 'features'}
        </Text>
      )}
    </ul>
  );
}
