import { isSignedOutError, getErrorMessage } from './errors.ts';
import { handleSessionEnded } from './sessionEnd.ts';
import { notify } from './notify.ts';

/**
 * Shows an error in a toast, with the text of `getErrorMessage`. If the session has ended, opens the sign-in dialog
 * instead.
 */
export function notifyFailure(error: unknown, documented: string, title = 'Error'): void {
  if (isSignedOutError(error)) handleSessionEnded();
  else notify(title, getErrorMessage(error, documented));
}
