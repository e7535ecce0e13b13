import { Card, Text, Title } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import classes from './AnchoredSection.module.css';

interface AnchoredSectionProps {
  id: string;
  title: string;
  text?: ReactNode;
  /**
   * Makes the section foldable. The text says in a few words what the section contains, such as '6 pictures', and the
   * section starts closed. A section without content passes null and starts open.
   */
  summary?: string | null;
  children: ReactNode;
}

/** Renders a section of a settings page with a heading. Links can point to its `id`. */
export function AnchoredSection({ id, title, text, summary, children }: AnchoredSectionProps) {
  const heading = (
    <Title order={2} id={`${id}-title`} fz="xl">
      {title}
    </Title>
  );
  const content = (
    <>
      {text !== undefined && (
        <Text c="dimmed" size="sm" mt={4}>
          {text}
        </Text>
      )}
      <div className={classes.content}>{children}</div>
    </>
  );
  return (
    <Card component="section" aria-labelledby={`${id}-title`} id={id} className={classes.section ?? ''}>
      {summary === undefined ? (
        <>
          {heading}
          {content}
        </>
      ) : (
        <FoldedContent heading={heading} summary={summary}>
          {content}
        </FoldedContent>
      )}
    </Card>
  );
}

function FoldedContent(props: { heading: ReactNode; summary: string | null; children: ReactNode }) {
  const [isOpen, setOpen] = useState(props.summary === null);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        {props.heading}
        {/* The style sheet shows this only while the closed section contains a changed form. */}
        <span className={classes.unsaved}>Unsaved changes</span>
        {!isOpen && <span className={classes.short}>{props.summary}</span>}
        <ChevronDown size={20} className={classes.chevron} aria-hidden />
      </summary>
      {props.children}
    </details>
  );
}

/** Opens the section that contains `node`, if it is folded. */
export const openSectionOf = (node: Element | null): void => node?.closest('details')?.setAttribute('open', '');
