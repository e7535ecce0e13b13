import { Icon } from '../../ui/Icon.tsx';
import { Badge } from '../../ui/plain.tsx';

export function PopularBadge() {
  return (
    <Badge variant="light" color="iris" tt="none" flex="none" mt={2} leftSection={<Icon name="star" size={12} />}>
      Popular
    </Badge>
  );
}
