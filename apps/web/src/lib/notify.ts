/** Shows toasts. Their code loads on the first pointer or key press, so that it does not delay the first paint. */
import { createElement, useEffect, useState, type ReactNode } from 'react';
import type { ToastOptions } from './toasts.tsx';
import { consumePendingToast } from './pendingToast.ts';

export { notifyAfterLoad } from './pendingToast.ts';

const loadToasts = () => import('./toasts.tsx');

export function notify(title: string, message?: string, options: ToastOptions = {}): void {
  if (typeof document === 'undefined') throw new Error(`notify was called on the server: '${title}'`);
  void loadAndShowToast(title, message, { isOnTheWay: runningLoaders > 0, ...options });
}

async function loadAndShowToast(title: string, message: string | undefined, options: ToastOptions): Promise<void> {
  const { ToastContainer, showToast } = await loadToasts();
  areToastsLoaded = true;
  mountToasts(createElement(ToastContainer));
  showToast(title, message, options);
}

let areToastsLoaded = false;
let runningLoaders = 0;

/** Runs a route loader. Toasts that the loader shows belong to the next page. */
export async function runLoader<T>(run: () => Promise<T>): Promise<T> {
  runningLoaders += 1;
  try {
    return await run();
  } finally {
    runningLoaders -= 1;
  }
}

/** Dismisses the error toasts of the previous page. */
export function dismissPreviousErrors(): void {
  if (areToastsLoaded) void loadToasts().then((toasts) => toasts.dismissErrorsOfPreviousScreen());
}

/** Dismisses the error toasts of the previous attempt. */
function dismissErrorsOnSubmit(): void {
  if (areToastsLoaded) void loadToasts().then((toasts) => toasts.dismissErrorsOnSubmit());
}

let mountToasts: (toasts: ReactNode) => void = () => undefined;

/** Returns the toast container for the layout, or null until its code has loaded. */
export function useLazyToasts(): ReactNode {
  const [toasts, setToasts] = useState<ReactNode>(null);
  useEffect(() => {
    mountToasts = setToasts;
    document.addEventListener('submit', dismissErrorsOnSubmit, { capture: true });
    const touches = new AbortController();
    // Loads the code before it is needed, so that a toast can be shown even if the server becomes unreachable.
    const fetchEarly = () => {
      touches.abort();
      void loadToasts().then(({ ToastContainer }) => mountToasts(createElement(ToastContainer)));
    };
    for (const touch of ['pointerdown', 'keydown'])
      window.addEventListener(touch, fetchEarly, { signal: touches.signal, passive: true });
    return () => {
      touches.abort();
      document.removeEventListener('submit', dismissErrorsOnSubmit, { capture: true });
    };
  }, []);
  return toasts;
}

/** Shows the toast that the previous page stored with `notifyAfterLoad`. */
export function showPendingToast({ isSignedIn }: { isSignedIn: boolean }): void {
  const waiting = consumePendingToast();
  if (waiting !== null && !(waiting.forVisitors && isSignedIn)) notify(waiting.title, waiting.message);
}
