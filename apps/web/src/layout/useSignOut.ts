import { paths } from '../paths.ts';
import { trpc } from '../trpc.ts';
import { notifyAfterLoad } from '../ui/notify.ts';

/**
 * Signs out. Spec §4: it clears the user and sends the browser
 * home even if the call fails; a full load forgets everything.
 */
export function useSignOut(): () => void {
  const signOut = trpc.auth.signOut.useMutation({
    onSettled: () => {
      notifyAfterLoad('Logged out successfully');
      location.assign(paths.home());
    },
  });
  return () => signOut.mutate();
}
