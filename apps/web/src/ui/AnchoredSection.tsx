import { Card, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Disclosure } from './Disclosure.tsx';
import classes from './AnchoredSection.module.css';

interface AnchoredSectionProps {
  id: string;
  title: string;
  text?: ReactNode;
  /**
   * Makes the section foldable. The text describes its contents in a few words, such as '6 pictures', and the section
   * starts closed. A section without content passes null and starts open.
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
        <Disclosure
          heading={
            <>
              {heading}
              {/* The style sheet shows this only while the closed section contains a changed form. */}
              <span className={classes.unsaved}>Unsaved changes</span>
            </>
          }
          summary={summary}
          startsOpen={summary === null}
          className={classes.folded ?? ''}
        >
          {content}
        </Disclosure>
      )}
    </Card>
  );
}

/** Opens the section that contains `node`, if it is folded. */
export const openSectionOf = (node: Element | null): void => node?.closest('details')?.setAttribute('open', '');
