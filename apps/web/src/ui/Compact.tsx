import { VisuallyHidden } from '@mantine/core';

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('en-US');

/**
 * A large number as people write it, '12.4K'; screen readers are told all of it, after `of`, which stands there as an
 * icon.
 */
export function Compact({ value, of = '' }: { value: number; of?: string }) {
  return (
    <>
      <span aria-hidden title={whole.format(value)}>
        {compact.format(value)}
      </span>
      <VisuallyHidden>{of + whole.format(value)}</VisuallyHidden>
    </>
  );
}
