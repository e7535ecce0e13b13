/** Mantine's dialog in a chunk of its own, which LazyModal.tsx loads when a dialog is opened for the first time. */
export { Modal } from '@mantine/core';
