import { Button, type ButtonProps, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { LazyModal } from './LazyModal.tsx';

/**
 * Asks for confirmation before an irreversible action and explains its consequences. The cancel button is focused,
 * so that pressing Enter cancels.
 */
export function ConfirmDialog(props: {
  opened: boolean;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  loading?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}) {
  return (
    <LazyModal opened={props.opened} onClose={props.onClose} title={props.title} centered>
      <Text component="div">{props.children}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={props.onClose} data-autofocus>
          {props.cancelLabel ?? 'Cancel'}
        </Button>
        <Button
          {...(props.destructive ? { color: 'red.8' } : {})}
          {...(props.loading === undefined ? {} : { loading: props.loading })}
          onClick={props.onConfirm}
        >
          {props.confirmLabel}
        </Button>
      </Group>
    </LazyModal>
  );
}

export function ConfirmButton(props: {
  label: string;
  title: string;
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  variant?: ButtonProps['variant'];
  size?: ButtonProps['size'];
  loading: boolean;
  disabled?: boolean;
  children: ReactNode;
  onConfirm: () => void;
}) {
  const [isAsking, asking] = useDisclosure(false);
  return (
    <>
      <Button
        variant={props.variant ?? 'default'}
        {...(props.size === undefined ? {} : { size: props.size })}
        loading={props.loading}
        disabled={props.disabled ?? false}
        onClick={asking.open}
      >
        {props.label}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={props.title}
        confirmLabel={props.confirmLabel}
        {...(props.cancelLabel === undefined ? {} : { cancelLabel: props.cancelLabel })}
        {...(props.destructive === undefined ? {} : { destructive: props.destructive })}
        onClose={asking.close}
        onConfirm={() => {
          asking.close();
          props.onConfirm();
        }}
      >
        {props.children}
      </ConfirmDialog>
    </>
  );
}
