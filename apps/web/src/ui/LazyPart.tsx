import { startTransition, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { getScope } from '../trpc.ts';
import { notify } from '../lib/notify.ts';

/** Wraps components created with `lazy`. The server and the first render in the browser show the fallback. */
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
 * Creates a dialog whose code is loaded when it is first opened. If loading fails, shows a toast and closes the
 * dialog.
 */
export function createLazyDialog<P extends LazyDialogProps>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return function LateDialog(props: P): ReactNode {
    const { opened, onClose } = props;
    const [Dialog, setDialog] = useState<ComponentType<P> | null>(null);
    // Renders the dialog closed at the beginning, because Mantine returns the focus only if it has seen the dialog
    // open.
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
