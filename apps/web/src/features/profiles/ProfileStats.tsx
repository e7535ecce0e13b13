import { Badge } from '@mantine/core';
import { Star } from 'lucide-react';
import type { Outputs } from '../../trpc.ts';
import { Figures } from '../../ui/Figures.tsx';
import { Money } from '../../ui/Money.tsx';
import classes from './ProfileStats.module.css';

/**
 * A creator's figures (spec §2). A creator whom nobody has reviewed has the documented default rating, and is 'New'.
 */
export function ProfileStats({ stats, services }: { stats: Outputs['profiles']['stats']; services: number }) {
  return (
    <Figures
      label="Figures"
      figures={[
        { label: 'Completed', value: stats.completedBookings },
        {
          label: 'Rating',
          value: (
            <span className={classes.rating}>
              <Star size={20} className={classes.star} aria-hidden />
              {stats.rating.toFixed(1)}
              {stats.reviewCount === 0 && (
                <Badge variant="light" tt="none" flex="none" px={8}>
                  New
                </Badge>
              )}
            </span>
          ),
        },
        { label: 'Total Earned', value: <Money cents={stats.totalEarningsCents} whole /> },
        { label: 'Services', value: services },
      ]}
    />
  );
}
