import { Card } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './RowsCard.module.css';

/** A list in which one looks something up: its cards (`li`) are the rows of one sheet. */
export const RowsCard = ({ children }: { children: ReactNode }) => (
  <Card component="ul" p={0} className={classes.rows ?? ''}>
    {children}
  </Card>
);
