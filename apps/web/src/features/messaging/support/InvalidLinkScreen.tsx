import { Button, Container } from '@mantine/core';
import { LinkIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageMeta } from '../../../ui/PageMeta.tsx';
import { LINK_EXPIRED } from './support.words.ts';

/**
 * Renders a page for email links that no longer work. `text` explains how long these links are valid and how to get
 * a new one.
 */
export const InvalidLinkScreen = ({ head, text }: { head: string; text: string }) => (
  <Container size={560} py="xl">
    <PageMeta title={head} />
    <EmptyState
      wholeScreen
      icon={<LinkIcon size={28} aria-hidden />}
      title={LINK_EXPIRED}
      text={text}
      action={
        <Button component={Link} to={paths.contact()}>
          Contact us
        </Button>
      }
    />
  </Container>
);
