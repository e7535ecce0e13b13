import { expect, it } from 'vitest';
import { prepareToLeave, isLeavingForSignIn } from '../lib/sessionEnd.ts';

it('does not leave the page when a loader on the server finds that the session has ended', () => {
  prepareToLeave();
  expect(isLeavingForSignIn()).toBe(false);
});
