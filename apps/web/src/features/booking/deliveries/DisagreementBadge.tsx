import { Badge } from '@mantine/core';

/** Marks contradictions between guests, which the brand has to resolve. */
export const DisagreementBadge = () => (
  <Badge component="span" color="orange" variant="light" tt="none" size="sm">
    Guests disagree
  </Badge>
);
