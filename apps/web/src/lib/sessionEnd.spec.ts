import { expect, it } from 'vitest';
import { prepareToLeave, isLeavingForSignIn } from './sessionEnd.ts';

it('prepareToLeave, called by a loader on the server, does not mark the page as being left', () => {
  prepareToLeave();
  expect(isLeavingForSignIn()).toBe(false);
});
