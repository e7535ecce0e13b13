import { startTransition, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { getScope } from '../trpc.ts';
import { notify } from '../lib/notify.ts';

/**
 * Wraps a part that is loaded when it is shown (`lazy`). The server renders the fallback, and hydration starts with it.
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

/** Creates a dialog that is loaded when it is opened for the first time. If loading fails, shows a toast and closes. */
export function createLazyDialog<P extends LazyDialogProps>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return function LateDialog(props: P): ReactNode {
    const { opened, onClose } = props;
    const [Dialog, setDialog] = useState<ComponentType<P> | null>(null);
    // Rendered closed first, because only a dialog that sees itself open returns the focus when it closes.
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
