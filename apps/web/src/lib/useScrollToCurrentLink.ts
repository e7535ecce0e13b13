import { useEffect, useRef, type RefObject } from 'react';

/**
 * Returns a ref for a row of links that scrolls horizontally on narrow screens. Scrolls to the link of the current
 * page whenever it changes. On server-rendered pages, CSS does this before the app starts in browsers that support
 * `scroll-initial-target`. Sets `data-more` to the ends of the row that have more links, so that the style sheet can
 * fade them.
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
    const markHiddenEnds = () => {
      const hiddenRight = bar.scrollWidth - bar.clientWidth - bar.scrollLeft;
      bar.dataset['more'] = [bar.scrollLeft > 1 && 'before', hiddenRight > 1 && 'after'].filter(Boolean).join(' ');
    };
    markHiddenEnds();
    const sizes = new ResizeObserver(markHiddenEnds);
    sizes.observe(bar);
    bar.addEventListener('scroll', markHiddenEnds, { passive: true });
    return () => {
      sizes.disconnect();
      bar.removeEventListener('scroll', markHiddenEnds);
    };
  });
  return row;
}
