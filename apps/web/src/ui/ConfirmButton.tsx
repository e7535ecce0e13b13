import { Button, type ButtonProps } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Confirm } from './Confirm.tsx';

/** A button that says what will happen before it does it. */
export function ConfirmButton(props: {
  label: string;
  title: string;
  confirmLabel: string;
  cancelLabel?: string;
  destructive?: boolean;
  variant?: ButtonProps['variant'];
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
        loading={props.loading}
        disabled={props.disabled ?? false}
        onClick={asking.open}
      >
        {props.label}
      </Button>
      <Confirm
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
      </Confirm>
    </>
  );
}
