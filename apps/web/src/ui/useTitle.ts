import { useEffect } from 'react';

/** Sets the document's title while a screen is shown. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Marquee`;
  }, [title]);
}
