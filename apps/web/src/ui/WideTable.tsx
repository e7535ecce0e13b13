import { Text } from '@mantine/core';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import classes from './WideTable.module.css';

/** Makes a wide table scroll horizontally on narrow screens, including by keyboard, and labels it. */
export function WideTable({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLElement>(null);
  const hint = useId();
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const { current } = frame;
    if (current === null) return undefined;
    const sizes = new ResizeObserver(() => setScrolls(current.scrollWidth > current.clientWidth));
    sizes.observe(current);
    for (const child of current.children) sizes.observe(child);
    return () => sizes.disconnect();
  }, []);
  return (
    <>
      <div className={classes.hint}>
        {scrolls && (
          <Text size="sm" c="dimmed" id={hint}>
            Scroll sideways to see all columns.
          </Text>
        )}
      </div>
      <section
        ref={frame}
        className={classes.frame}
        aria-label={label}
        aria-describedby={scrolls ? hint : undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
      >
        {children}
      </section>
    </>
  );
}
