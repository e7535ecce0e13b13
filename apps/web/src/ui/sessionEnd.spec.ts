import { expect, it } from 'vitest';
import { beginLeaving, isLeavingForSignIn } from './sessionEnd.ts';

it('does not leave the page when a loader on the server finds that the session has ended', () => {
  beginLeaving();
  expect(isLeavingForSignIn()).toBe(false);
});
