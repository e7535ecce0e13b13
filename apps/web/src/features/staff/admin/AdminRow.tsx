import { Anchor, Card, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import classes from './AdminRow.module.css';
import { RowsCard } from '../../../ui/RowsCard.tsx';

export const AdminRows = ({ children }: { children: ReactNode }) => <ul className={classes.list}>{children}</ul>;

/** Renders compact rows in one card, for lists in which staff looks something up, such as users. */
export const DenseAdminRows = ({ children }: { children: ReactNode }) => (
  <div className={classes.dense}>
    <RowsCard>{children}</RowsCard>
  </div>
);

interface AdminRowProps {
  title: string;
  to?: string;
  badges?: ReactNode;
  meta?: ReactNode;
  children?: ReactNode;
  /** An amount and buttons, shown on the right. */
  side?: ReactNode;
}

export function AdminRow({ title, to, badges, meta, children, side }: AdminRowProps) {
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
