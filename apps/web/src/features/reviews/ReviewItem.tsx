import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { StarRating } from '../../ui/StarRating.tsx';
import { DateTime } from '../../ui/DateTime.tsx';
import classes from './Reviews.module.css';

interface ReviewItemProps {
  stars: number;
  /** The labels of the three detail ratings and their stars, if they are shown. */
  parts?: readonly (readonly [string, number])[];
  text: string;
  /** Shown after the stars. */
  about: ReactNode;
  answer: string | null;
  answeredAt: string | null;
  /** The name of the answering party. */
  answerName: string;
}

/** One review with its answer. If the author's account was deleted, only the stars are left. */
export const ReviewItem = ({ stars, parts, text, about, answer, answeredAt, answerName }: ReviewItemProps) => (
  <>
    <div className={classes.line}>
      <StarRating stars={stars} />
      <Text span size="sm" c="dimmed">
        {about}
      </Text>
    </div>
    {parts !== undefined && (
      <dl className={classes.parts}>
        {parts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value} of 5</dd>
          </div>
        ))}
      </dl>
    )}
    {text.trim() !== '' && <p className={classes.text}>{text}</p>}
    {answer !== null && answer !== '' && (
      <div className={classes.answer}>
        <Text size="sm" fw={600}>
          {answerName} answered{answeredAt !== null && <span>{' on '}</span>}
          {answeredAt !== null && <DateTime at={answeredAt} dateOnly />}
        </Text>
        <p className={classes.text}>{answer}</p>
      </div>
    )}
  </>
);
