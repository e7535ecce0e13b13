import { Button, Group } from '@mantine/core';

export function DialogButtons(props: {
  submitLabel: string;
  loading: boolean;
  destructive?: boolean;
  onCancel: () => void;
}) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={props.onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={props.loading} {...(props.destructive ? { color: 'red.8' } : {})}>
        {props.submitLabel}
      </Button>
    </Group>
  );
}
