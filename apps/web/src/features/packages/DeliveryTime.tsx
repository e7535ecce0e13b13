import { Text } from '@mantine/core';
import { Clock } from 'lucide-react';
import { plural } from '../../ui/plural.ts';
import classes from './DeliveryTime.module.css';

/** 'Delivery in 3 days', as every list and summary of packages says it. */
export function DeliveryTime({ days }: { days: number }) {
  return (
    <Text size="sm" c="dimmed" className={classes.time ?? ''}>
      <Clock size={16} aria-hidden />
      <span>Delivery in {plural(days, 'day')}</span>
    </Text>
  );
}
