import { useEffect, useRef, useState, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';
import { dismissPreviousErrors } from '../lib/notify.ts';

/**
 * What a full page load does by itself, for another screen in `main`: the focus goes to its heading, its name is
 * announced (what is returned stands in a status), and the errors of the screen before are gone.
 */
export function useScreenChange(main: RefObject<HTMLElement | null>): string {
  const { pathname } = useLocation();
  const [announced, setAnnounced] = useState('');
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    dismissPreviousErrors();
    setAnnounced(document.title);
    if (main.current !== null && !hasFocusMoved(main.current)) focusHeading(main.current);
  }, [main, pathname]);
  return announced;
}

/**
 * Whether the new screen, or a dialog of it, has put the focus somewhere itself. What was pressed to come here stays.
 */
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
