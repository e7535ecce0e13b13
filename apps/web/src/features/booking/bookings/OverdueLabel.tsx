import { Text } from '@mantine/core';
import { DateTime } from '../../../ui/DateTime.tsx';
import classes from './OverdueLabel.module.css';

/** Shows how long work has been overdue. `at` is the missed deadline as an ISO timestamp. */
export const OverdueLabel = ({ at }: { at: string }) => (
  <Text component="strong" fw={600} className={classes.overdue ?? ''}>
    Overdue since <DateTime at={at} dateOnly />
  </Text>
);
