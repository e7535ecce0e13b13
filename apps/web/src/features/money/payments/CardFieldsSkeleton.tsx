import { Group, Skeleton, Stack } from '@mantine/core';
import classes from './CardPaymentForm.module.css';

/** Placeholder with about the height of the card fields, so that the page does not move when they load. */
export const CardFieldsSkeleton = () => (
  <Stack gap="md" className={classes.skeleton ?? ''} aria-hidden>
    <Skeleton height={64} />
    <Group grow>
      <Skeleton height={64} />
      <Skeleton height={64} />
    </Group>
  </Stack>
);
