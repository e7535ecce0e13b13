import { createLazyDialog } from './LazyPart.tsx';

/** A dialog that is loaded when it is opened. Its props are those of Mantine's `Modal`. */
export const LazyModal = createLazyDialog(() => import('./Modal.tsx').then(({ Modal }) => Modal));
