import { Container, Text, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './Landing.module.css';

/** One section of the landing page. */
export function Part({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const id = useId();
  return (
    <Container component="section" size="lg" className={classes.part ?? ''} aria-labelledby={id}>
      <div className={classes.partHead}>
        <Title order={2} id={id} className={classes.partTitle ?? ''}>
          {title}
        </Title>
        {text !== undefined && (
          <Text size="lg" c="dimmed">
            {text}
          </Text>
        )}
      </div>
      {children}
    </Container>
  );
}
