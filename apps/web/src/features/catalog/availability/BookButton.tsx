import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { paths } from '../../../paths.ts';
import type { CreatorAvailability } from './availability.words.ts';

interface BookButtonProps {
  packageId: string;
  /**
   * The names of the package and the creator, such as 'One Reel by Maya Berg'. Makes the button's accessible name
   * unique.
   */
  name: string;
  /** Null if the creator has set no limits and is always available. */
  availability: Pick<CreatorAvailability, 'state'> | null;
  fullWidth?: boolean;
  onClick?: () => void;
}

export function BookButton({ packageId, name, availability, fullWidth = false, onClick }: BookButtonProps) {
  const isFree = availability === null || availability.state === 'free';
  return (
    <Button
      component={Link}
      to={isFree ? paths.orderQuestionnaire({ packageId }) : paths.checkout({ packageId })}
      size={fullWidth ? 'md' : 'sm'}
      fullWidth={fullWidth}
      aria-label={isFree ? `Book ${name}` : `Join waiting list for ${name}`}
      {...(onClick && { onClick })}
    >
      {isFree ? 'Book' : 'Join waiting list'}
    </Button>
  );
}
