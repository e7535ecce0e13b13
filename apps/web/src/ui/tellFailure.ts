import { isSignedOut, messageOf } from '../lib/errors.ts';
import { tellSessionEnded } from './sessionEnd.ts';
import { notify } from './notify.ts';

/**
 * Tells a person why something did not work: its own sentence, or `documented`, the screen's text of spec §8, with what
 * is known besides (see `messageOf`). A session that has ended leads to the sign-in instead.
 */
export function tellFailure(error: unknown, documented: string, title = 'Error'): void {
  if (isSignedOut(error)) tellSessionEnded();
  else notify(title, messageOf(error, documented));
}
