import { Card, Container, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useOperatorTerms } from '../../../operatorTerms.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import classes from './AuthScreen.module.css';

/** Lays out the sign-in, registration and password pages. */
export function AuthScreen({
  title,
  description,
  showsFee = false,
  children,
}: {
  title: string;
  description: string;
  /** Shows the fee, as on the sign-in and registration pages (requirements R2.30 and R2.34). */
  showsFee?: boolean;
  children: ReactNode;
}) {
  const { fee } = useOperatorTerms();
  return (
    <Container size={480} className={classes.screen ?? ''}>
      <PageHeader title={title} description={description} />
      <Card className={classes.card ?? ''}>{children}</Card>
      {showsFee && (
        <Text size="sm" c="dimmed" ta="center" mt="md">
          Platform fee: {fee}
        </Text>
      )}
    </Container>
  );
}
