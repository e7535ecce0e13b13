import { Card, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';

/** Renders a card with a heading, which is also a landmark for screen readers. */
export function SectionCard({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} fz="lg" mb="sm" id={id}>
        {title}
      </Title>
      {children}
    </Card>
  );
}
