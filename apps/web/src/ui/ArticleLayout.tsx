import { Button, Container, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../paths.ts';
import classes from './ArticleLayout.module.css';

export interface ArticleChapter {
  /** The URL fragment that links to the chapter. */
  id: string;
  title: string;
  body: ReactNode;
}

/** Lays out a long text with chapters, a table of contents and links to related pages (requirements R2.37 to R2.39). */
export function ArticleLayout(props: {
  title: string;
  updated: string;
  intro: ReactNode;
  chapters: readonly ArticleChapter[];
}) {
  const { title, updated, intro, chapters } = props;
  return (
    <Container size="lg" py="xl" className={classes.page ?? ''}>
      <header className={classes.head}>
        <Title order={1}>{title}</Title>
        <Text c="dimmed">Last updated {updated}</Text>
        <Text size="lg">{intro}</Text>
      </header>
      <nav aria-label="Contents" className={classes.contents}>
        <ol>
          {chapters.map(({ id, title: name }) => (
            <li key={id}>
              <a href={`#${id}`}>{name}</a>
            </li>
          ))}
        </ol>
      </nav>
      <article className={classes.body}>
        {chapters.map(({ id, title: name, body }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <Title order={2} id={`${id}-title`}>
              {name}
            </Title>
            {body}
          </section>
        ))}
        <div className={classes.ways}>
          <Button component={Link} to={paths.home()} variant="default">
            Back to Home
          </Button>
          <Button component={Link} to={paths.auth()}>
            Get Started
          </Button>
        </div>
      </article>
    </Container>
  );
}
