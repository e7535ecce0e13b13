import { Text } from '@mantine/core';
import { When } from '../../ui/When.tsx';
import classes from './OverdueSince.module.css';

/** Says since which day work is overdue (ISO text). */
export const OverdueSince = ({ at }: { at: string }) => (
  <Text component="strong" fw={600} className={classes.overdue ?? ''}>
    Overdue since <When at={at} dateOnly />
  </Text>
);
