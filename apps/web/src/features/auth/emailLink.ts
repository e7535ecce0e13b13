/** Reads the one-time links of emails. Their token is in the fragment, which browsers never send to a server. */
import { useEffect } from 'react';

type EmailLinkState = { mailLink?: string } | null;

/**
 * Reads the parameters of the opened link and moves them from the address to the history entry of the tab. The
 * address then reveals nothing when it is copied or shared, and reloading still works.
 */
export function readEmailLink(): { token: string; id: string; change: boolean } {
  // The server does not receive the fragment and leaves these pages to the browser.
  if (typeof location === 'undefined') return { token: '', id: '', change: false };
  const typed = location.hash.slice(1);
  if (typed !== '')
    history.replaceState(
      { ...(history.state as EmailLinkState), mailLink: typed } satisfies EmailLinkState,
      '',
      location.pathname,
    );
  const parts = new URLSearchParams((history.state as EmailLinkState)?.mailLink);
  return { token: parts.get('token') ?? '', id: parts.get('id') ?? '', change: parts.get('change') === '1' };
}

/**
 * Reloads the page if a second link of the same kind is opened in this tab. It changes only the fragment, which does
 * not load the page.
 */
export function useReloadOnEmailLink(): void {
  useEffect(() => {
    const reload = () => location.reload();
    addEventListener('hashchange', reload);
    return () => removeEventListener('hashchange', reload);
  }, []);
}
