/**
 * Reads one-time links from emails. The token of such a link is in the URL fragment, which browsers never send to a
 * server.
 */
import { useEffect } from 'react';

type EmailLinkState = { mailLink?: string } | null;

/**
 * Reads the link's parameters and moves them from the URL to the tab's history state. A copied or shared URL then
 * contains no token, and reloading the page still works.
 */
export function readEmailLink(): { token: string; id: string; change: boolean } {
  // The server does not receive the fragment, so it renders these pages without a token.
  if (typeof location === 'undefined') return { token: '', id: '', change: false };
  const typed = location.hash.slice(1);
  if (typed !== '')
    history.replaceState(
      { ...(history.state as EmailLinkState), mailLink: typed } satisfies EmailLinkState,
      '',
      location.pathname,
    );
  const linkParams = new URLSearchParams((history.state as EmailLinkState)?.mailLink);
  return {
    token: linkParams.get('token') ?? '',
    id: linkParams.get('id') ?? '',
    change: linkParams.get('change') === '1',
  };
}

/**
 * Reloads the page when the user opens a second email link in the same tab. Only the fragment changes, so the
 * browser would not load the page again.
 */
export function useReloadOnEmailLink(): void {
  useEffect(() => {
    const reload = () => location.reload();
    addEventListener('hashchange', reload);
    return () => removeEventListener('hashchange', reload);
  }, []);
}
