import { lateDialog } from './late.tsx';

/** A dialog; its props are those of Mantine's `Modal`. */
export const Dialog = lateDialog(() => import('./Modal.tsx').then(({ Modal }) => Modal));
