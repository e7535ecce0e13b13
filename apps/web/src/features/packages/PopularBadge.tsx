import { Icon } from '../../ui/Icon.tsx';
import { Badge } from '../../ui/plain.tsx';
import classes from './PopularBadge.module.css';

export function PopularBadge() {
  return (
    <Badge className={classes.popular ?? ''} leftSection={<Icon name="star" size={12} />}>
      Popular
    </Badge>
  );
}
