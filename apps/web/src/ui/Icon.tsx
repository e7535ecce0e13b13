import type { IconName } from './sprite.ts';
import classes from './Icon.module.css';

interface IconProps {
  name: IconName;
  /** In pixels. */
  size?: number | undefined;
  className?: string | undefined;
}

/** An icon of those that lists repeat, which the page holds once (sprite.ts). Decoration: words say it as well. */
export const Icon = ({ name, size, className }: IconProps) => (
  <svg
    className={className === undefined ? classes.icon : `${classes.icon} ${className}`}
    width={size}
    height={size}
    aria-hidden
  >
    <use href={`#i-${name}`} />
  </svg>
);
