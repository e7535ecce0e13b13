/** Exports Mantine's dialog from a separate chunk, which LazyModal.tsx loads when a dialog is first opened. */
export { Modal } from '@mantine/core';
