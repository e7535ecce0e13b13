/** Toasts. What shows them is fetched at the first touch of the page, so that its first paint does not wait for it. */
import { createElement, useEffect, useState, type ReactNode } from 'react';
import type { ToastOptions } from './toasts.tsx';
import { consumePendingToast } from './pendingToast.ts';

export { notifyAfterLoad } from './pendingToast.ts';

const loadToasts = () => import('./toasts.tsx');

/** Shows a toast: a title, and a sentence unless the title says it all. */
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

/** Runs a loader: what it says belongs to the screen that it leads to. */
export async function runLoader<T>(run: () => Promise<T>): Promise<T> {
  runningLoaders += 1;
  try {
    return await run();
  } finally {
    runningLoaders -= 1;
  }
}

/** Another screen is there: the errors of the one before go. */
export function dismissPreviousErrors(): void {
  if (areToastsLoaded) void loadToasts().then((toasts) => toasts.dismissErrorsOfPreviousScreen());
}

let mountToasts: (toasts: ReactNode) => void = () => undefined;

/** For the frame of the product: what shows toasts, once it is there. */
export function useLazyToasts(): ReactNode {
  const [toasts, setToasts] = useState<ReactNode>(null);
  useEffect(() => {
    mountToasts = setToasts;
    const touches = new AbortController();
    // Early enough to say that the server could not be reached.
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

/** Shows what the page before left to say. */
export function showPendingToast({ isSignedIn }: { isSignedIn: boolean }): void {
  const waiting = consumePendingToast();
  if (waiting !== null && !(waiting.forVisitors && isSignedIn)) notify(waiting.title, waiting.message);
}
