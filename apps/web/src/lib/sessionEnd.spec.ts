import { expect, it } from 'vitest';
import { prepareToLeave, isLeavingForSignIn } from './sessionEnd.ts';

it('a loader that runs on the server does not leave the page if the session has ended', () => {
  prepareToLeave();
  expect(isLeavingForSignIn()).toBe(false);
});
