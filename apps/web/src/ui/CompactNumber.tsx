import { VisuallyHidden } from '@mantine/core';

const compactFormat = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const wholeFormat = new Intl.NumberFormat('en-US');

/**
 * A large number as people write it, '12.4K'; screen readers are told all of it, after `of`, which stands there as an
 * icon.
 */
export function CompactNumber({ value, of = '' }: { value: number; of?: string }) {
  return (
    <>
      <span aria-hidden title={wholeFormat.format(value)}>
        {compactFormat.format(value)}
      </span>
      <VisuallyHidden>{of + wholeFormat.format(value)}</VisuallyHidden>
    </>
  );
}
