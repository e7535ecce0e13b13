import { createLazyDialog } from './LazyPart.tsx';

/** A dialog whose code is loaded when it is first opened. Has the same properties as Mantine's `Modal`. */
export const LazyModal = createLazyDialog(() => import('./Modal.tsx').then(({ Modal }) => Modal));
