/**
 * Handles a page of an earlier release. The server may no longer have a script that the page loads, or a procedure that
 * it calls. A reload gets the page of the current release.
 */
import { PRODUCT_NAME } from '@marquee/brand';
import { useEffect } from 'react';
import { isServerUp } from './http.ts';
import { reloadPage, saveFormBackups } from './sessionEnd.ts';
import { openTabStorage } from './storage.ts';

export const UPDATED_TITLE = `${PRODUCT_NAME} was updated`;
export const UPDATED_TEXT = 'Reload this page to continue. We keep what you typed.';

let openOutdatedDialog: () => void = () => undefined;

/** Registers the function that opens the dialog with the button “Reload to update”. Called by the layout. */
export function useOutdatedPageDialog(open: () => void): void {
  useEffect(() => {
    openOutdatedDialog = open;
    return () => {
      openOutdatedDialog = () => undefined;
    };
  }, [open]);
}

/** Offers to reload the page. Call this when the server does not know a procedure that the page has called. */
export const handleOutdatedPage = (): void => openOutdatedDialog();

const missingScriptErrors = new WeakSet();

/**
 * Starts to recognize the errors of scripts and style sheets that could not be loaded. Backs up unsaved input at once,
 * because the error may replace the page.
 */
export function watchMissingScripts(): void {
  addEventListener('vite:preloadError', ({ payload }) => {
    missingScriptErrors.add(payload);
    saveFormBackups({ keepsVisitors: true });
  });
}

/** Tells whether the error is that of a script or a style sheet that could not be loaded. */
export const isMissingScriptError = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && missingScriptErrors.has(error);

/** Storage key of the last reload because of a missing script. */
const RELOAD_KEY = 'missing script';
/** Storage key that makes a page whose first scripts are missing show a message instead of reloading (index.html). */
const FAILED_START_KEY = 'failed start';
/** If the script is still missing on the same page within this time, another reload would not help. */
const RELOAD_ONCE_MS = 60_000;

/**
 * Reloads a page that a missing script has replaced with an error message. Does nothing if the page has just been
 * reloaded, or if the server cannot be reached, because the user would lose the page.
 */
export async function reloadOnce(): Promise<void> {
  const storage = openTabStorage('browser');
  const last = storage.getJson(RELOAD_KEY) as { href: string; at: number } | null;
  if (last?.href === location.href && Date.now() - last.at < RELOAD_ONCE_MS) return;
  if (!(await isServerUp())) return;
  // Without storage, the page might reload endlessly.
  if (!storage.setJson(RELOAD_KEY, { href: location.href, at: Date.now() })) return;
  storage.setText(FAILED_START_KEY, location.href);
  reloadPage();
}
