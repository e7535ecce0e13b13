import { Modal as MantineModal, type ModalProps } from '@mantine/core';
import { Look } from '../theme/Look.tsx';

/** Mantine's dialog, wherever it stands. */
export const Modal = (props: ModalProps) => (
  <Look>
    <MantineModal {...props} />
  </Look>
);
