import { VisuallyHidden } from '@mantine/core';

const compactFormat = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const wholeFormat = new Intl.NumberFormat('en-US');

/**
 * Shows a number in short form, such as '12.4K'. Screen readers get `of` and the full number. `of` is a text with
 * the meaning of the icon next to the number.
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
