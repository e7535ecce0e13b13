import { createLazyDialog } from './LazyPart.tsx';

/** A dialog; its props are those of Mantine's `Modal`. */
export const LazyModal = createLazyDialog(() => import('./Modal.tsx').then(({ Modal }) => Modal));
