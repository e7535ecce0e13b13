import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { StarRating } from '../../../ui/StarRating.tsx';
import { DateTime } from '../../../ui/DateTime.tsx';
import classes from './Reviews.module.css';

interface ReviewItemProps {
  stars: number;
  /** Labels and stars of the three detail ratings. Undefined to show the overall rating only. */
  parts?: readonly (readonly [string, number])[];
  text: string;
  /** Shown after the stars, such as author and date. */
  about: ReactNode;
  answer: string | null;
  answeredAt: string | null;
  /** The name of the party that wrote the reply. */
  answerName: string;
}

/** Shows a review with its reply. After the author's account has been deleted, only the stars are left. */
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
