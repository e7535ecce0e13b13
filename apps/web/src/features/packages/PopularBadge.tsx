import { Icon } from '../../ui/Icon.tsx';
import classes from './PopularBadge.module.css';

/** As a light badge (ui/plain.tsx) with an icon, in fewer elements: lists are full of it. */
export const PopularBadge = () => (
  <div className={classes.popular}>
    <Icon name="star" />
    Popular
  </div>
);
