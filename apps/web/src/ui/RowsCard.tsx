import { Card } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './RowsCard.module.css';

/** A list whose entries (`li`) are rows of one card. */
export const RowsCard = ({ children }: { children: ReactNode }) => (
  <Card component="ul" p={0} className={classes.rows ?? ''}>
    {children}
  </Card>
);
