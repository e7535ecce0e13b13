import type { ReactNode } from 'react';
import classes from './FoldedCard.module.css';

interface FoldedCardProps {
  title: string;
  /** True to show the content when the page loads. */
  isOpen?: boolean;
  children: ReactNode;
}

/** Renders a card that shows only its title until the user opens it. */
export const FoldedCard = ({ title, isOpen = false, children }: FoldedCardProps) => (
  <details className={classes.card} open={isOpen}>
    <summary>{title}</summary>
    {children}
  </details>
);
