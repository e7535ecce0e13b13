import { lazy, Suspense } from 'react';
import { useRouteError } from 'react-router-dom';
import { isLostWorkspaceError } from '../lib/errors.ts';
import { getErrorCause, RouteErrorScreen } from '../ui/RouteErrorScreen.tsx';

const LostWorkspaceScreen = lazy(() =>
  import('../features/identity/workspaces/LostWorkspaceScreen.tsx').then((module) => ({
    default: module.LostWorkspaceScreen,
  })),
);

/** Replaces the content of a page if the user is not, or no longer, a member of the workspace in its address. */
export const LostWorkspace = () => (
  <Suspense>
    <LostWorkspaceScreen />
  </Suspense>
);

/** Shown instead of a page whose data or code could not be loaded. */
export function ErrorScreen() {
  const error = useRouteError();
  return isLostWorkspaceError(getErrorCause(error)) ? <LostWorkspace /> : <RouteErrorScreen error={error} />;
}
