/**
 * A session that ended while somebody was at work: what was typed is kept in this tab, a dialog leads to the sign-in,
 * and the way back leads to where it was, with what was typed.
 */
import { useEffect, useRef } from 'react';
import { tabStorage } from '../lib/storage.ts';
import { paths } from '../paths.ts';
import { data } from '../trpc.ts';
import { findPageUser, onAccountChanged } from '../lib/writes.ts';
import { notify, notifyAfterLoad } from './notify.ts';

const keyOf = (name: string) => `marquee.kept.${name}`;

interface Kept {
  /** Whose it is: nobody else who signs in here is shown it. */
  userId: string;
  values: unknown;
}

const keepers = new Set<() => void>();
let ask: () => void = () => undefined;
let isLeaving = false;

/** Whether the page is being left for the sign-in on purpose: nothing is lost then, so nothing is asked. */
export const isLeavingForSignIn = (): boolean => isLeaving;

/** For the frame of the product: `open` shows the dialog that leads to the sign-in. */
export function useSessionEnd(open: () => void): void {
  useEffect(() => {
    ask = open;
    return () => {
      ask = () => undefined;
    };
  }, [open]);
}

/** A call was refused because the session is over: keeps what was typed, and offers the sign-in. */
export function tellSessionEnded(): void {
  keepTyped();
  ask();
}

/** Where the sign-in screen is, with the way back to `at`. */
export const signInFrom = (at: string): string => paths.login({ next: at });

/** Leaves for the sign-in screen, with what was typed kept; signing in leads back here. */
export function leaveForSignIn(): void {
  beginLeaving();
  location.assign(signInFrom(location.pathname + location.search));
}

/** For a loader that found the session over: the page is loaded anew, and the next one says why. */
export function beginLeaving(): void {
  keepTyped();
  isLeaving = true;
  notifyAfterLoad('Your session has ended', 'Sign in to go on where you were.');
}

/**
 * Loads the page again for the account that is signed in now. What was typed is kept for the account that typed it, and
 * is never shown to another one.
 */
function reloadForAccount(): void {
  if (isLeaving) return;
  keepTyped();
  isLeaving = true;
  notifyAfterLoad(
    'You are signed in with a different account',
    'The account was changed in another tab, so nothing was saved. This page now shows the account you are signed in with.',
  );
  // Not `reload`, after which browsers fill the fields with what was typed before.
  location.replace(location.pathname + location.search);
}
onAccountChanged(reloadForAccount);

function keepTyped(): void {
  for (const keep of keepers) keep();
}

interface Typed<T> {
  /** Whether there is anything to keep. */
  isDirty: boolean;
  values: () => T;
  /** Puts back what was typed before the session ended. */
  restore: (values: T) => void;
}

/** For a form: keeps what was typed through an ended session, and puts it back when the form is there again. */
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
      notify('Your changes are back', 'What you typed before your session ended is here again. It is not saved yet.');
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

/** What `useKept` would put back, or null. Anything unreadable, and what somebody else typed, counts as nothing. */
export function findKept(name: string): unknown {
  const kept = tabStorage.getJson(keyOf(name)) as Kept | null;
  return kept !== null && kept.userId === currentUserId() ? kept.values : null;
}

function store(name: string, values: unknown): void {
  // Not the user who is signed in now: it can be another one, who must not see what was typed.
  const userId = findPageUser();
  if (userId !== null) tabStorage.setJson(keyOf(name), { userId, values } satisfies Kept);
}
