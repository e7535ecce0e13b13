import { useId, type ComponentProps } from 'react';
import classes from './Switch.module.css';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'id'> {
  label: string;
  description?: string;
  /** The side of the label on which the switch is. On the right, it is at the end of the row. */
  side?: 'left' | 'right';
}

/**
 * Renders a switch as a native checkbox. Mantine's switch puts a `div` into its `label`, which is invalid HTML.
 */
export function Switch({ label, description, side = 'left', className = '', ...input }: SwitchProps) {
  const id = useId();
  return (
    <div className={`${classes.row} ${className}`} data-side={side}>
      <input
        {...(description !== undefined && { 'aria-describedby': `${id}-description` })}
        {...input}
        id={id}
        type="checkbox"
        // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- browsers derive it from `checked`
        role="switch"
        className={classes.input}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {description !== undefined && (
          <p id={`${id}-description`} className={classes.description}>
            {description}
          </p>
        )}
      </div>
    </div>
  );
}
