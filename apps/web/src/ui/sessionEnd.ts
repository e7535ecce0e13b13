/**
 * Handles a session that ends while the user is working. Forms store what was typed in this tab, and a dialog leads to
 * the sign-in screen. After signing in, the user is on the same page again, with the forms filled in as before.
 */
import { useEffect, useRef } from 'react';
import { tabStorage } from '../lib/storage.ts';
import { paths } from '../paths.ts';
import { data } from '../trpc.ts';
import { findPageUser, onAccountChanged } from '../lib/writes.ts';
import { notify, notifyAfterLoad } from './notify.ts';

const keyOf = (name: string) => `marquee.kept.${name}`;

interface Kept {
  /** The user who typed it. Other users who sign in in this tab do not see it. */
  userId: string;
  values: unknown;
}

const keepers = new Set<() => void>();
let ask: () => void = () => undefined;
let isLeaving = false;

/** Whether the app itself is leaving the page. What was typed is stored then, so the user is not asked to confirm. */
export const isLeavingForSignIn = (): boolean => isLeaving;

/** Sets what opens the dialog that leads to the sign-in screen. The layout calls it. */
export function useSessionEnd(open: () => void): void {
  useEffect(() => {
    ask = open;
    return () => {
      ask = () => undefined;
    };
  }, [open]);
}

/** Stores what was typed and opens the dialog, after the server refused a call because the session has ended. */
export function tellSessionEnded(): void {
  keepTyped();
  ask();
}

/** Returns the address of the sign-in screen that leads back to the path `at`. */
export const signInFrom = (at: string): string => paths.login({ next: at });

/** Stores what was typed and opens the sign-in screen. Signing in leads back to this page. */
export function leaveForSignIn(): void {
  beginLeaving();
  location.assign(signInFrom(location.pathname + location.search));
}

/**
 * Stores what was typed, and what the sign-in screen says, before the caller leaves the page. Does nothing on the
 * server, where this module serves all users: the browser's own loader calls it again.
 */
export function beginLeaving(): void {
  if (typeof document === 'undefined') return;
  keepTyped();
  isLeaving = true;
  notifyAfterLoad('Your session has ended', 'Sign in to continue where you left off.');
}

/**
 * Loads the page again for the account that is signed in now. Stores what was typed for the account that typed it, and
 * other accounts never see it.
 */
function reloadForAccount(): void {
  if (isLeaving) return;
  keepTyped();
  isLeaving = true;
  notifyAfterLoad(
    'You are signed in with a different account',
    'The account was changed in another tab, so nothing was saved. This page now shows the account you are signed in with.',
  );
  // After `reload`, browsers would fill the fields with what the other account typed.
  location.replace(location.pathname + location.search);
}
onAccountChanged(reloadForAccount);

function keepTyped(): void {
  for (const keep of keepers) keep();
}

interface Typed<T> {
  /** Whether there is anything to store. */
  isDirty: boolean;
  values: () => T;
  /** Fills the form with the stored values. */
  restore: (values: T) => void;
}

/**
 * Stores what was typed into a form when the session ends, and restores it when the form is shown again. `name` tells
 * forms apart.
 */
export function useKept<T>(name: string, typed: Typed<T>): void {
  const latest = useRef(typed);
  useEffect(() => {
    latest.current = typed;
  });
  useEffect(() => {
    const found = findKept(name) as T | null;
    if (found !== null) {
      tabStorage.remove(keyOf(name));
      latest.current.restore(found);
      notify('Your changes are back', 'What you typed before is here again. It is not saved yet.');
    }
    const keep = () => {
      if (latest.current.isDirty) store(name, latest.current.values());
    };
    keepers.add(keep);
    return () => {
      keepers.delete(keep);
    };
  }, [name]);
}

const currentUserId = () => data.auth.session.getData()?.id ?? null;

/** Returns what `useKept` would restore, or null. Ignores unreadable values and what another user typed. */
export function findKept(name: string): unknown {
  const kept = tabStorage.getJson(keyOf(name)) as Kept | null;
  return kept !== null && kept.userId === currentUserId() ? kept.values : null;
}

function store(name: string, values: unknown): void {
  // The user of the page, because another user may be signed in now, who must not see what was typed.
  const userId = findPageUser();
  if (userId !== null) tabStorage.setJson(keyOf(name), { userId, values } satisfies Kept);
}
