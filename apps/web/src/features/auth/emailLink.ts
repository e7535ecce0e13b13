/** The one-time links of mails: what they carry stands behind '#', so that no server sees it in an address. */
import { useEffect } from 'react';

type EmailLinkState = { mailLink?: string } | null;

/**
 * What the link that was opened carries. It goes from the address into the tab's own history entry: copying, sharing or
 * looking at the address tells nothing, and a reload still has it.
 */
export function readEmailLink(): { token: string; id: string; change: boolean } {
  // The server is not told, and leaves these screens to the browser.
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

/** Another link of the same kind in the same tab changes only what is behind '#', which loads nothing by itself. */
export function useReloadOnEmailLink(): void {
  useEffect(() => {
    const reload = () => location.reload();
    addEventListener('hashchange', reload);
    return () => removeEventListener('hashchange', reload);
  }, []);
}
