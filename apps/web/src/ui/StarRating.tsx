import { VisuallyHidden } from '@mantine/core';
import { Star } from 'lucide-react';
import classes from './StarRating.module.css';

const STAR_NUMBERS = [1, 2, 3, 4, 5] as const;

/** Shows a rating as stars, rounded to a whole star. Screen readers get the exact rating as text. */
export const StarRating = ({ stars, size = 16 }: { stars: number; size?: number }) => (
  <span className={classes.stars}>
    <VisuallyHidden>{`${stars} of 5 stars`}</VisuallyHidden>
    {STAR_NUMBERS.map((each) => (
      <Star key={each} size={size} className={(each <= Math.round(stars) && classes.on) || ''} aria-hidden />
    ))}
  </span>
);
