import { Text } from '@mantine/core';
import { DateTime } from '../../ui/DateTime.tsx';
import classes from './OverdueLabel.module.css';

/** Says since which day work is overdue (ISO text). */
export const OverdueLabel = ({ at }: { at: string }) => (
  <Text component="strong" fw={600} className={classes.overdue ?? ''}>
    Overdue since <DateTime at={at} dateOnly />
  </Text>
);
