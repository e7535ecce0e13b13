import { Figures } from '../../ui/Figures.tsx';
import { Money } from '../../ui/Money.tsx';
import { plural } from '../../ui/plural.ts';
import type { Package } from './packageCache.ts';

/** Spec §2 "Manage packages": the performance summary. */
export function PackagesSummary({ packages }: { packages: readonly Package[] }) {
  const totalCents = packages.reduce((sum, each) => sum + each.priceCents, 0);
  const days = packages.reduce((sum, each) => sum + each.deliveryDays, 0);
  return (
    <Figures
      label="Performance summary"
      figures={[
        { label: 'Total Packages', value: packages.length },
        { label: 'Total Value', value: <Money cents={totalCents} whole /> },
        { label: 'Avg. Delivery', value: plural(Math.round(days / packages.length), 'day') },
        { label: 'Popular Packages', value: packages.filter((each) => each.isPopular).length },
      ]}
    />
  );
}
