import { expect, it } from 'vitest';
import { prepareToLeave, isLeavingForSignIn } from './sessionEnd.ts';

it('does not mark the page as being left if a loader calls prepareToLeave on the server', () => {
  prepareToLeave();
  expect(isLeavingForSignIn()).toBe(false);
});
