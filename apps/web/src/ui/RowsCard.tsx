import { Card } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './RowsCard.module.css';

/** Renders a list as one card, in which every `li` is a row. */
export const RowsCard = ({ children }: { children: ReactNode }) => (
  <Card component="ul" p={0} className={classes.rows ?? ''}>
    {children}
  </Card>
);
