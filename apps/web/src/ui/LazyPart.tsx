import { startTransition, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { getScope } from '../trpc.ts';
import { notify } from '../lib/notify.ts';

/**
 * Around a part whose code is fetched when it is shown (`lazy`). The server draws what stands for it meanwhile, and the
 * app takes that over first.
 */
export function LazyPart({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }): ReactNode {
  const [isShown, setShown] = useState(() => !getScope().isDrawn);
  useEffect(() => startTransition(() => setShown(true)), []);
  return isShown ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}

interface LazyDialogProps {
  opened: boolean;
  onClose: () => void;
}

/**
 * A dialog whose code is fetched when it is opened first, and stays. Closes again, and says so, when it cannot be
 * fetched.
 */
export function createLazyDialog<P extends LazyDialogProps>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return function LateDialog(props: P): ReactNode {
    const { opened, onClose } = props;
    const [Dialog, setDialog] = useState<ComponentType<P> | null>(null);
    // It is there closed before it opens: only what it sees opening gets the focus back when it closes.
    const [isThere, setThere] = useState(false);
    useEffect(() => {
      if (!opened || Dialog !== null) return undefined;
      let isWanted = true;
      load().then(
        (dialog) => isWanted && setDialog(() => dialog),
        () => {
          if (!isWanted) return;
          notify('Error', 'This part of the page could not be loaded. Check your connection and try again.');
          onClose();
        },
      );
      return () => {
        isWanted = false;
      };
    }, [opened, Dialog, onClose]);
    useEffect(() => setThere(Dialog !== null), [Dialog]);
    return Dialog !== null && <Dialog {...props} opened={opened && isThere} />;
  };
}
