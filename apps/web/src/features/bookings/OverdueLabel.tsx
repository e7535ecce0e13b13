import { Text } from '@mantine/core';
import { DateTime } from '../../ui/DateTime.tsx';
import classes from './OverdueLabel.module.css';

/** Shows the date since which work is overdue. `at` is an ISO timestamp. */
export const OverdueLabel = ({ at }: { at: string }) => (
  <Text component="strong" fw={600} className={classes.overdue ?? ''}>
    Overdue since <DateTime at={at} dateOnly />
  </Text>
);
