import { isSignedOutError, getErrorMessage } from './errors.ts';
import { handleSessionEnded } from './sessionEnd.ts';
import { notify } from './notify.ts';

/**
 * Shows a toast about an error: its own sentence, or `documented`, the screen's text of spec §8 with advice (see
 * `getErrorMessage`). If the session has ended, leads to the sign-in screen instead.
 */
export function notifyFailure(error: unknown, documented: string, title = 'Error'): void {
  if (isSignedOutError(error)) handleSessionEnded();
  else notify(title, getErrorMessage(error, documented));
}
