import { Card, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Renders a section of a settings page with a heading. Links can point to its `id`. */
export function AnchoredSection({
  id,
  title,
  text,
  children,
}: {
  id: string;
  title: string;
  text?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Card component="section" aria-labelledby={`${id}-title`} id={id} style={{ scrollMarginTop: 88 }}>
      <Title order={2} id={`${id}-title`} fz="xl">
        {title}
      </Title>
      {text !== undefined && (
        <Text c="dimmed" size="sm" mt={4}>
          {text}
        </Text>
      )}
      <div style={{ marginTop: 'var(--mantine-spacing-md)' }}>{children}</div>
    </Card>
  );
}
