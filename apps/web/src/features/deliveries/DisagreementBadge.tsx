import { Badge } from '@mantine/core';

/** Marks what guests say differently, so that the brand decides what the creator should do. */
export const DisagreementBadge = () => (
  <Badge component="span" color="orange" variant="light" tt="none" size="sm">
    Guests disagree
  </Badge>
);
