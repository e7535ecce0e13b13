import { isSignedOutError, getErrorMessage } from './errors.ts';
import { handleSessionEnded } from './sessionEnd.ts';
import { notify } from './notify.ts';

/**
 * Tells a person why something did not work: its own sentence, or `documented`, the screen's text of spec §8, with what
 * is known besides (see `messageOf`). A session that has ended leads to the sign-in instead.
 */
export function notifyFailure(error: unknown, documented: string, title = 'Error'): void {
  if (isSignedOutError(error)) handleSessionEnded();
  else notify(title, getErrorMessage(error, documented));
}
