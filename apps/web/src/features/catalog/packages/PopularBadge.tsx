import { Badge } from '@mantine/core';
import { Star } from 'lucide-react';

export const PopularBadge = () => (
  <Badge leftSection={<Star size={12} aria-hidden />} flex="none" mt={2}>
    Popular
  </Badge>
);
