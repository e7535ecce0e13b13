import { Card, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { Disclosure } from './Disclosure.tsx';
import classes from './FoldedSection.module.css';

/** Renders a card with one line per `FoldedSection`. */
export const FoldedList = ({ children }: { children: ReactNode }) => (
  <Card p={0} className={classes.list ?? ''}>
    {children}
  </Card>
);

interface FoldedSectionProps {
  title: string;
  /** The most important part of the content, shown next to the title. */
  essence?: ReactNode;
  startsOpen?: boolean;
  children: ReactNode;
}

/** Renders a section that is closed at first. */
export function FoldedSection({ title, essence, startsOpen = false, children }: FoldedSectionProps) {
  const id = useId();
  const heading = (
    <Title order={2} fz="md" id={id}>
      {title}
    </Title>
  );
  return (
    <section aria-labelledby={id}>
      <Disclosure heading={heading} summary={essence} startsOpen={startsOpen} className={classes.section ?? ''}>
        <div className={classes.body}>{children}</div>
      </Disclosure>
    </section>
  );
}
