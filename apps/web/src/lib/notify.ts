/** Shows toasts. Their code is loaded at the first touch of the page, so that the first paint does not wait for it. */
import { createElement, useEffect, useState, type ReactNode } from 'react';
import type { ToastOptions } from './toasts.tsx';
import { consumePendingToast } from './pendingToast.ts';

export { notifyAfterLoad } from './pendingToast.ts';

const loadToasts = () => import('./toasts.tsx');

/** Shows a toast with a title and an optional sentence. */
export function notify(title: string, message?: string, options: ToastOptions = {}): void {
  if (typeof document === 'undefined') throw new Error(`There is nobody to tell '${title}' on the server`);
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

/** Runs a loader. Toasts of a loader belong to the next screen. */
export async function runLoader<T>(run: () => Promise<T>): Promise<T> {
  runningLoaders += 1;
  try {
    return await run();
  } finally {
    runningLoaders -= 1;
  }
}

/** Dismisses the error toasts of the previous screen. */
export function dismissPreviousErrors(): void {
  if (areToastsLoaded) void loadToasts().then((toasts) => toasts.dismissErrorsOfPreviousScreen());
}

let mountToasts: (toasts: ReactNode) => void = () => undefined;

/** Returns the toast container for the layout, once it is loaded. */
export function useLazyToasts(): ReactNode {
  const [toasts, setToasts] = useState<ReactNode>(null);
  useEffect(() => {
    mountToasts = setToasts;
    const touches = new AbortController();
    // Loaded early, so that a toast can report that the server is not reachable.
    const fetchEarly = () => {
      touches.abort();
      void loadToasts().then(({ ToastContainer }) => mountToasts(createElement(ToastContainer)));
    };
    for (const touch of ['pointerdown', 'keydown'])
      window.addEventListener(touch, fetchEarly, { signal: touches.signal, passive: true });
    return () => touches.abort();
  }, []);
  return toasts;
}

/** Shows the toast that the previous page stored. */
export function showPendingToast({ isSignedIn }: { isSignedIn: boolean }): void {
  const waiting = consumePendingToast();
  if (waiting !== null && !(waiting.forVisitors && isSignedIn)) notify(waiting.title, waiting.message);
}
