import { Anchor, Card, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './Entry.module.css';
import { Rows } from '../../ui/Rows.tsx';

export const Entries = ({ children }: { children: ReactNode }) => <ul className={classes.list}>{children}</ul>;

/** The same as rows of one sheet, for lists in which one looks something up. */
export const DenseEntries = ({ children }: { children: ReactNode }) => (
  <div className={classes.dense}>
    <Rows>{children}</Rows>
  </div>
);

interface EntryProps {
  title: string;
  to?: string;
  badges?: ReactNode;
  /** Below the title: with whom, since when. */
  meta?: ReactNode;
  children?: ReactNode;
  /** At the side: an amount and the buttons. */
  side?: ReactNode;
}

/** One row of a list of staff's. */
export function Entry({ title, to, badges, meta, children, side }: EntryProps) {
  return (
    <Card component="li" p="md" className={classes.entry ?? ''}>
      <div className={classes.main}>
        <div className={classes.head}>
          <Title order={2} className={classes.title ?? ''}>
            {to === undefined ? (
              title
            ) : (
              <Anchor component={Link} to={to} inherit c="inherit" underline="always">
                {title}
              </Anchor>
            )}
          </Title>
          {badges}
        </div>
        {meta !== undefined && (
          <Text size="sm" c="dimmed" mt={2}>
            {meta}
          </Text>
        )}
        {children !== undefined && <div className={classes.body}>{children}</div>}
      </div>
      {side !== undefined && <div className={classes.side}>{side}</div>}
    </Card>
  );
}
