import { useEffect, useRef, type RefObject } from 'react';

/**
 * For a row of links that scrolls on narrow screens: brings the link of
 * this screen into sight, only sideways, whenever another one is shown.
 */
export function useCurrentInSight<T extends HTMLElement>(): RefObject<T | null> {
  const row = useRef<T>(null);
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]');
    if (row.current && current)
      row.current.scrollLeft = current.offsetLeft - row.current.clientWidth / 2 + current.clientWidth / 2;
  });
  return row;
}
