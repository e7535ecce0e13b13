import type { ReactNode } from 'react';
import classes from './QuestionAccordion.module.css';

/** Shows questions that expand to their answers, without JavaScript. */
export const QuestionAccordion = ({ items }: { items: readonly { question: string; answer: ReactNode }[] }) => (
  <div className={classes.list}>
    {items.map(({ question, answer }) => (
      <details key={question} className={classes.item}>
        <summary>{question}</summary>
        <div>{answer}</div>
      </details>
    ))}
  </div>
);
