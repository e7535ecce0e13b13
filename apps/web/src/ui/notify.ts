/** Toasts. What shows them is fetched at the first touch of the page, so that its first paint does not wait for it. */
import { createElement, useEffect, useState, type ReactNode } from 'react';
import type { ToastOptions } from './Toasts.tsx';
import { takeWaitingToast } from './waitingToast.ts';

export { notifyAfterLoad } from './waitingToast.ts';

const load = () => import('./Toasts.tsx');

/** Shows a toast: a title, and a sentence unless the title says it all. */
export function notify(title: string, message?: string, options: ToastOptions = {}): void {
  if (typeof document === 'undefined') throw new Error(`There is nobody to tell '${title}' on the server`);
  void showSoon(title, message, { isOnTheWay: loading > 0, ...options });
}

async function showSoon(title: string, message: string | undefined, options: ToastOptions): Promise<void> {
  const { Toasts, show } = await load();
  isLoaded = true;
  place(createElement(Toasts));
  show(title, message, options);
}

let isLoaded = false;
let loading = 0;

/** Runs a loader: what it says belongs to the screen that it leads to. */
export async function onTheWay<T>(run: () => Promise<T>): Promise<T> {
  loading += 1;
  try {
    return await run();
  } finally {
    loading -= 1;
  }
}

/** Another screen is there: the errors of the one before go. */
export function leaveErrors(): void {
  if (isLoaded) void load().then((toasts) => toasts.leaveErrors());
}

let place: (toasts: ReactNode) => void = () => undefined;

/** For the frame of the product: what shows toasts, once it is there. */
export function useToasts(): ReactNode {
  const [toasts, setToasts] = useState<ReactNode>(null);
  useEffect(() => {
    place = setToasts;
    const touches = new AbortController();
    // Early enough to say that the server could not be reached.
    const fetchEarly = () => {
      touches.abort();
      void load().then(({ Toasts }) => place(createElement(Toasts)));
    };
    for (const touch of ['pointerdown', 'keydown'])
      window.addEventListener(touch, fetchEarly, { signal: touches.signal, passive: true });
    return () => touches.abort();
  }, []);
  return toasts;
}

/** Shows what the page before left to say. */
export function showWaiting({ isSignedIn }: { isSignedIn: boolean }): void {
  const waiting = takeWaitingToast();
  if (waiting !== null && !(waiting.forVisitors && isSignedIn)) notify(waiting.title, waiting.message);
}
