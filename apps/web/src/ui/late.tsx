import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { notify } from './notify.ts';

interface DialogProps {
  opened: boolean;
  onClose: () => void;
}

/**
 * A dialog whose code is fetched when it is opened first, and stays. Closes again, and says so, when it cannot be
 * fetched.
 */
export function lateDialog<P extends DialogProps>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
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
