import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { dismissPreviousErrors } from '../lib/notify.ts';
import { hasPendingToast } from '../lib/pendingToast.ts';

/**
 * Completes a client-side navigation like a full page load: focuses the new page's heading, removes the previous
 * page's error toasts, and returns the name of the new page for screen readers to announce.
 */
export function useScreenChange(main: RefObject<HTMLElement | null>): string {
  const { pathname } = useLocation();
  const [announced, setAnnounced] = useState('');
  const before = useRef(pathname);
  useEffect(() => {
    // After signing in, the next page is loaded from the server and shows a toast of the sign-in page.
    if (hasPendingToast() && main.current !== null && !hasFocusMoved(main.current)) focusHeading(main.current);
  }, [main]);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    dismissPreviousErrors();
    setAnnounced(document.title);
    if (main.current !== null && !hasFocusMoved(main.current)) focusHeading(main.current);
  }, [main, pathname]);
  return announced;
}

/** Tells whether the new page or one of its dialogs has already moved the focus. */
function hasFocusMoved(main: HTMLElement): boolean {
  const focused = document.activeElement;
  if (focused === null || focused === document.body || focused instanceof HTMLAnchorElement) return false;
  return main.contains(focused) || focused.closest('[role=dialog]') !== null;
}

function focusHeading(main: HTMLElement): void {
  const heading = main.querySelector('h1') ?? main;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
