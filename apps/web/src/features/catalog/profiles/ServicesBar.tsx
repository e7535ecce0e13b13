import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { pluralize } from '../../../lib/pluralize.ts';
import type { ListedPackage } from '../packages/packageCache.ts';
import { PackagePrice } from '../packages/PackagePrice.tsx';
import { useComparison } from '../discovery/useCreatorSearch.ts';
import classes from './ServicesBar.module.css';

/**
 * Shows a bar with a link to the packages at the bottom of narrow windows while no package is visible. Space for the
 * bar is always reserved, so that nothing moves. The bar is hidden while the comparison tray is shown.
 */
export function ServicesBar({ services }: { services: readonly ListedPackage[] }) {
  const [isNear, setIsNear] = useState(false);
  const { ids } = useComparison();
  const isShown = services.length > 0 && ids.length === 0;
  useEffect(() => {
    const list = document.querySelector('section[aria-labelledby="services"]');
    if (!isShown || list === null) return undefined;
    const watch = new IntersectionObserver(([entry]) => setIsNear(entry?.isIntersecting === true), {
      // A package counts as visible once its name is above the bar.
      rootMargin: '0px 0px -160px',
    });
    watch.observe(list);
    return () => watch.disconnect();
  }, [isShown]);
  if (!isShown) return null;
  return (
    <section className={classes.bar} aria-label="Book a service" data-hidden={isNear || undefined}>
      <div className={classes.inner}>
        <PackagePrice
          priceCents={Math.min(...services.map(({ priceCents }) => priceCents))}
          lead={`${pluralize(services.length, 'service')} ${services.length > 1 || services.some(({ pricesVary }) => pricesVary) ? 'from' : 'for'} `}
          className={classes.price}
        />
        <Button component="a" href="#services">
          See services
        </Button>
      </div>
    </section>
  );
}
