import { Star } from 'lucide-react';
import { Badge } from '../../ui/plain.tsx';

export function PopularBadge() {
  return (
    <Badge variant="light" color="iris" tt="none" flex="none" mt={2} leftSection={<Star size={12} aria-hidden />}>
      Popular
    </Badge>
  );
}
