import { Button, Loader, type MantineSpacing } from '@mantine/core';

interface SubmitButtonProps {
  label: string;
  /** What it says while the server is asked. */
  pendingLabel: string;
  isPending: boolean;
  mt?: MantineSpacing;
}

/** The button that sends a form of a screen for visitors. */
export const SubmitButton = ({ label, pendingLabel, isPending, mt = 'xs' }: SubmitButtonProps) => (
  <Button
    type="submit"
    fullWidth
    mt={mt}
    disabled={isPending}
    leftSection={isPending && <Loader size={18} color="gray" />}
  >
    {isPending ? pendingLabel : label}
  </Button>
);
