import { startTransition, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { getScope } from '../trpc.ts';
import { notify } from '../lib/notify.ts';
import { isMissingScriptError, UPDATED_TEXT, UPDATED_TITLE } from '../lib/outdatedPage.ts';
import { isServerUp } from '../lib/http.ts';

/**
 * Wraps components created with `lazy`. The fallback is shown on the server, during the first render in the browser,
 * and until the code has loaded.
 */
export function LazyPart({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }): ReactNode {
  const [isShown, setShown] = useState(() => !getScope().isDrawn);
  useEffect(() => startTransition(() => setShown(true)), []);
  return isShown ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
}

/** Explains why a dialog does not open: the page is from an earlier release, or the connection is lost. */
async function explainMissingDialog(error: unknown): Promise<void> {
  if (isMissingScriptError(error) && (await isServerUp())) notify(UPDATED_TITLE, UPDATED_TEXT);
  else notify('Error', 'This part of the page could not be loaded. Check your connection and try again.');
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
    // Renders the dialog closed first and opens it afterwards, because Mantine returns the focus on closing only if
    // the dialog was opened after it had been rendered.
    const [isThere, setThere] = useState(false);
    useEffect(() => {
      if (!opened || Dialog !== null) return undefined;
      let isWanted = true;
      load().then(
        (dialog) => isWanted && setDialog(() => dialog),
        (error: unknown) => {
          if (!isWanted) return;
          void explainMissingDialog(error);
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
