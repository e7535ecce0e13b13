import { Card, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './FoldedSection.module.css';

/** Renders a card with one line per `FoldedSection`. */
export const FoldedList = ({ children }: { children: ReactNode }) => (
  <Card p={0} className={classes.list ?? ''}>
    {children}
  </Card>
);

/** Renders a section that is closed at first. `essence` says the most important part next to the title. */
export function FoldedSection({
  title,
  essence,
  children,
}: {
  title: string;
  essence: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <details>
        <summary className={classes.summary}>
          <Title order={2} fz="md" id={id} style={{ flexShrink: 0 }}>
            {title}
          </Title>
          <span className={classes.essence}>{essence}</span>
        </summary>
        <div className={classes.body}>{children}</div>
      </details>
    </section>
  );
}
