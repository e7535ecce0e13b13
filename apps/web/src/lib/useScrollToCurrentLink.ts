import { useEffect, useRef, type RefObject } from 'react';

/**
 * For a row of links that scrolls on narrow screens: brings the link of this screen into sight, only sideways, whenever
 * another one is shown. Of a page that comes drawn the style does so before (`scroll-initial-target`), in browsers that
 * know it. `data-more` says at which ends there is more, for the style to fade them.
 */
export function useScrollToCurrentLink<T extends HTMLElement>(): RefObject<T | null> {
  const row = useRef<T>(null);
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && current)
      row.current.scrollLeft = current.offsetLeft - row.current.clientWidth / 2 + current.clientWidth / 2;
  });
  useEffect(() => {
    const bar = row.current;
    if (bar === null) return undefined;
    const look = () => {
      const left = bar.scrollWidth - bar.clientWidth - bar.scrollLeft;
      bar.dataset['more'] = [bar.scrollLeft > 1 && 'before', left > 1 && 'after'].filter(Boolean).join(' ');
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(bar);
    bar.addEventListener('scroll', look, { passive: true });
    return () => {
      sizes.disconnect();
      bar.removeEventListener('scroll', look);
    };
  });
  return row;
}
