import { isSignedOutError, getErrorMessage, isOutdatedPageError } from './errors.ts';
import { handleSessionEnded } from './sessionEnd.ts';
import { notify } from './notify.ts';
import { handleOutdatedPage } from './outdatedPage.ts';

/**
 * Shows an error in a toast, with the text of `getErrorMessage`. If the session has ended, opens the sign-in dialog
 * instead, and if the page is from another release, a dialog that offers to reload it.
 */
export function notifyFailure(error: unknown, documented: string, title = 'Error'): void {
  if (isSignedOutError(error)) handleSessionEnded();
  else if (isOutdatedPageError(error)) handleOutdatedPage();
  else notify(title, getErrorMessage(error, documented));
}
